"""The rules of a game as pages, with boards beside them that play examples. No GL."""

PLAY = "play"
"""Prefix of the names of pictures that show a play of the rules."""


def picture_name(game: str, number: int) -> str:
    """Return the name of the picture of a play, given its game and its number in the book."""
    return f"{PLAY} {game} {number}"
