"""Names of players as they stand in the user's files: read before anything is done with them."""

from __future__ import annotations

PROGRAM = "gtp:"
"""What the names of other programs begin with; behind it stands their command."""

LEVELS = frozenset("12345678")
LONGEST = 5000
"""Characters of a computer player's name, the command of a program included."""


def is_player(name: str) -> bool:
    """Whether a name means a person or a computer player; a program need not be there."""
    if "\0" in name or len(name) > LONGEST:
        return False
    if not name or name in LEVELS or name.startswith(PROGRAM):
        return True
    from engine.players.registry import PlayerError, check_name

    try:
        check_name(name)
    except PlayerError:
        return False
    return True
