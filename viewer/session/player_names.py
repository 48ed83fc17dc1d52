"""Names of players as they stand in the user's files: read before anything is done with them."""

from __future__ import annotations

from engine.players.levels import LEVELS
from engine.players.spec import PlayerSpec

LONGEST = 5000
"""Characters of a computer player's name, the command of a program included."""


def is_player(name: str) -> bool:
    """Whether a name means a person or a computer player; a program need not be there."""
    if "\0" in name or len(name) > LONGEST:
        return False
    spec = PlayerSpec.parse(name)
    if not name or spec.level in LEVELS or spec.command is not None:
        return True
    from engine.players.errors import PlayerError
    from engine.players.registry import check_name

    try:
        check_name(name)
    except PlayerError:
        return False
    return True
