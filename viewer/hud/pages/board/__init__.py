"""What lies over the board while a game is played there."""
