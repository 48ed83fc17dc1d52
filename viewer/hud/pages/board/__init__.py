"""Overlays on the board during a game."""
