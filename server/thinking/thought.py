"""What is done in a process of its own: find a level's move in a position."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from engine.game import OptionValue
from engine.games.registry import find
from engine.players.registry import make_player

SECONDS = 3.0
"""The time of a level that takes all it is given."""


def think(game: str, options: Mapping[str, OptionValue], moves: Sequence[str], level: int) -> str:
    """The move of a level after these moves. Raises ``PlayerError``."""
    start = find(game).start(options)
    position, history = start, list[tuple[str, str]]()
    for text in moves:
        history.append((position.turn, text))
        position = position.play(text)
    player = make_player(str(level), start, seed=random.randrange(1 << 30), seconds=SECONDS)
    try:
        return position.format(player.choose(position, history))
    finally:
        player.close()
