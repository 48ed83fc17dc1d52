"""The rules of a game as pages to read, and boards beside them that play. No GL."""

PLAY = "play"
"""What the names of pictures begin with in which a play of the rules is shown."""


def picture_name(game: str, number: int) -> str:
    """The name of the picture of a game's play by its number in the book."""
    return f"{PLAY} {game} {number}"
