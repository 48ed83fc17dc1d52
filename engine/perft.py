"""Count of the move sequences of a game: the quickest check that the rules have not changed."""

from __future__ import annotations

from boche.engine.game import Position


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of exactly ``depth`` moves from ``position``.

    Games that end sooner do not count. Time grows with the result, memory with the depth.
    """
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)
