"""Ways to pass a game on: the dialog that offers them, and films being made."""
