"""Count of the move sequences of a game: the quickest check that the rules have not changed."""

from __future__ import annotations

from boche.engine.arguments import check_position, check_whole
from boche.engine.game import Position


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of exactly ``depth`` moves from ``position``.

    Games that end sooner do not count. Time grows with the result, memory with the depth. Raises
    ``ArgumentError`` for what is no position, or a depth that is no whole number from 0 on.
    """
    check_position(position)
    check_whole("depth", depth, 0)
    return _count(position, depth)


def _count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(_count(position.play(move), depth - 1) for move in moves)
