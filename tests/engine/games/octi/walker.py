"""Random games that check the features of every position and step; compiled like the search."""

from __future__ import annotations

from typing import Any

from boche.engine.search import features, interface, rng


def walk(
    start: Any, at: Any, steps: Any, scratch: Any, out: Any, source: Any, blocks: Any, games: int,
    seen: Any,
) -> None:  # fmt: skip
    """Play random games; ``seen`` gets the positions, the steps and the features out of bounds.

    The features of a step must lie in the ``blocks``, one after the other; a position's and all
    others must be no more than there may be.
    """
    positions, moves, wrong = 0, 0, 0
    for _ in range(games):
        interface.copy(at, start)
        result, left = interface.UNDECIDED, 200
        while result == interface.UNDECIDED and left > 0:
            features.prepare(at, scratch)
            found = features.of_position(at, scratch, out)
            wrong += int(found > features.MOST_OF_POSITION)
            for i in range(found):
                wrong += int(not 0 <= out[i] < features.POSITION_FEATURES)
            count = interface.moves(at, steps)
            for i in range(count):
                found = features.of_move(at, steps[i], scratch, out)
                wrong += int(found > features.MOST_OF_MOVE)
                for j in range(found):
                    wrong += int(not blocks[j] <= out[j] < blocks[j + 1])
            positions, moves, left = positions + 1, moves + count, left - 1
            result = interface.play(at, steps[rng.below(rng.draw(source), count)])
    seen[0], seen[1], seen[2] = positions, moves, wrong
