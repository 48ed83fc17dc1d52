"""A record as one HTML file: precomputed scenes, and a script that draws them."""
