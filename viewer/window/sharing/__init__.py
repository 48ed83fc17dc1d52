"""Ways to share a game: their dialog, and the files that take a while to make."""
