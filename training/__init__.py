"""Training of learned play: games of a player against itself, and weights fitted to them."""
