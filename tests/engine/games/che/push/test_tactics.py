"""What tactics leave out."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from boche.engine.games import che
from boche.engine.games.che import encoding as che_encoding
from boche.engine.games.che.encoding import TilePosition
from tests.engine.games.che.test_search import OPTIONS, kernels, sharp

__all__ = ["kernels"]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_tactics_leave_out_only_what_no_result_depends_on(kernels, options: dict) -> None:
    rng, found = random.Random(str(options)), Counter()
    for _ in range(12):
        position = TilePosition(che.GAME.new(**options))  # type: ignore[arg-type]
        while position.outcome is None and position.ply < 25:
            tiles = position.legal_moves()
            out = np.zeros(che_encoding.most_moves(position), np.int64)
            count = kernels.game.moves(sharp(kernels, position), out)
            kept = {che_encoding.move_of(position, int(number)) for number in out[:count]}
            assert kept <= set(tiles)
            assert kept
            if position.here.tiles_wanted == 1 and position.ply:
                ends = {tile: position.play(tile).outcome for tile in tiles}
                closing = {t: e for t, e in ends.items() if e and e.kind in ("closure", "limit")}
                wins = {t for t, e in closing.items() if e.winner == position.turn}
                losses = set(closing) - wins
                if wins:
                    assert kept <= wins
                    assert len(kept) == 1 or len(wins) + len(losses) == len(tiles)
                else:
                    assert kept == set(tiles) - losses or losses == set(tiles)
                found.update(wins=bool(wins), losses=bool(losses))
            position = position.play(rng.choice(tiles))
    assert found["wins"] > 0
    assert found["losses"] > 0
