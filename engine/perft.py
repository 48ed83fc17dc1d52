"""Counting the move sequences of a game: the quickest check that rules are what they were."""

from __future__ import annotations

from engine.game import Position


def perft(position: Position, depth: int) -> int:
    """The number of sequences of exactly ``depth`` moves from ``position``.

    Games that end sooner do not count. Time grows with the count; memory with the depth.
    """
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)
