"""A record as one file of HTML: its scenes worked out beforehand, and a script that draws them."""
