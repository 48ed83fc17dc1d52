"""Lists of Che's learned features, compiled by ``engine.native.kernels`` for the tests."""

from __future__ import annotations

from typing import Any

from boche.engine.search import features, interface


def list_features(state: Any, numbers: Any, scratch: Any, found: Any, ends: Any) -> int:
    """List the features of each legal tile, then of the position; return the number of tiles.

    ``ends`` has the end of each list.
    """
    count, end = interface.moves(state, numbers), 0
    features.prepare(state, scratch)
    for i in range(count):
        end += features.of_move(state, numbers[i], scratch, found[end:])
        ends[i] = end
    ends[count] = end + features.of_position(state, scratch, found[end:])
    return int(count)
