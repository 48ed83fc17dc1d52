"""Work of a thinking process: find a level's move in a position."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from boche.engine.game import OptionValue
from boche.engine.games.registry import find
from boche.engine.players.registry import make_player


def think(
    game: str, options: Mapping[str, OptionValue], moves: Sequence[str], level: int, seconds: float
) -> str:
    """Return a level's move after these moves; a level that uses all its time gets ``seconds``.

    Raises ``PlayerError``.
    """
    start = find(game).start(options)
    position, history = start, list[tuple[str, str]]()
    for text in moves:
        history.append((position.turn, text))
        position = position.play(text)
    player = make_player(str(level), start, seed=random.randrange(1 << 30), seconds=seconds)
    try:
        return position.format(player.choose(position, history))
    finally:
        player.close()
