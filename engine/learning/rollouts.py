"""Random games to the end, compiled for each game; ``interface`` is the game's own."""

from __future__ import annotations

from typing import Any

import numpy as np

from boche.engine.search import interface, rng


def results(root: Any, state: Any, source: Any, trail: Any, at_once: int, out: Any) -> None:
    """Play ``len(out)`` random games from ``root`` and write their results.

    A result is 1 if seat 0 wins, -1 if seat 1 wins, 0 for a draw. ``state`` and ``trail`` are
    scratch; ``at_once`` is the number of games in one call of ``playout``.
    """
    done = 0
    while done < len(out):
        interface.copy(state, root)
        if interface.JUDGED:
            share = to_the_end(state, source, trail)
        else:
            share = interface.playout(state, source, trail)
        done = write(share, at_once, source, done, out)


def to_the_end(state: Any, source: Any, moves: Any) -> float:
    """Play on, all legal moves being equally likely; return the share of seat 0."""
    result = interface.UNDECIDED
    while result == interface.UNDECIDED:
        count = interface.moves(state, moves)
        result = interface.play(state, moves[rng.below(rng.draw(source), count)])
    return 0.5 if result == interface.DRAW else 1.0 - result


def write(share: float, at_once: int, source: Any, done: int, out: Any) -> int:
    """Write the results of the games that a call played; return the number of results so far.

    Of several games only the number won is known, so they are written in a random order.
    """
    if at_once == 1:
        out[done] = np.int8(2.0 * share - 1.0)
        return done + 1
    won = round(share * at_once)
    for left in range(at_once, 0, -1):
        if done == len(out):
            break
        wins = rng.below(rng.draw(source), left) < won
        won -= wins
        out[done] = np.int8(1) if wins else np.int8(-1)
        done += 1
    return done
