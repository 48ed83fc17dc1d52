"""Films of games: a timeline of what is shown, and the ways to write it to a file."""

SPEEDS, FPS, TURNS = (0.1, 50.0), (1, 60), (-36000.0, 36000.0)
"""Ranges of a film's options: moves a second, pictures a second, degrees."""

MOST_PLAYED = 9999
"""How often a film is played at most, if not for ever."""
