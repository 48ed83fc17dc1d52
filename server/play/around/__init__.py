"""What is around a game: who sits there, as pages show them."""
