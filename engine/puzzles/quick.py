"""The compiled part of quick games: each move is the best of some random ones.

In the compiled subset, see ``engine.native.kernels``. What is best is judged by one playout, which
in some games is a mere look at the board.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from boche.engine.search import interface, rng

NOISE = 0.05
"""Most that chance adds to the value of a move."""


class Desk(NamedTuple):
    """The memory of a game.

    ``start`` is the position where it begins, ``state`` the current one, ``trial`` one behind a
    move tried. ``numbers`` lists steps; ``tried`` and ``best`` hold the steps of moves, ``line``
    those of the game. ``trail`` is scratch space, ``source`` random.
    """

    start: Any
    state: Any
    trial: Any
    numbers: Any
    tried: Any
    best: Any
    line: Any
    trail: Any
    source: Any


def best_move(desk: Desk, length: int, samples: int) -> int:
    """Choose a move after ``length`` steps of ``line``: the best of ``samples`` random ones.

    Write its steps to ``best``; return their number. The last slot of ``trail`` gets the result.
    """
    interface.copy(desk.state, desk.start)
    for i in range(length):
        interface.play(desk.state, desk.line[i])
    mover, most = interface.seat(desk.state), -1.0
    steps, result = 0, interface.UNDECIDED
    for _ in range(samples):
        count = try_move(desk, mover)
        outcome = desk.trail[len(desk.trail) - 1]
        value = value_of(desk, mover, outcome)
        if value > most:
            most, steps, result = value, count, outcome
            for i in range(count):
                desk.best[i] = desk.tried[i]
    desk.trail[len(desk.trail) - 1] = result
    return steps


def try_move(desk: Desk, mover: int) -> int:
    """Make a random move on ``trial``; return the number of its steps, which ``tried`` gets.

    The last slot of ``trail`` gets the result.
    """
    interface.copy(desk.trial, desk.state)
    count, result = 0, interface.UNDECIDED
    while result == interface.UNDECIDED and interface.seat(desk.trial) == mover:
        choices = interface.moves(desk.trial, desk.numbers)
        step = desk.numbers[rng.below(rng.draw(desk.source), choices)]
        desk.tried[count] = step
        count += 1
        result = interface.play(desk.trial, step)
    desk.trail[len(desk.trail) - 1] = result
    return count


def value_of(desk: Desk, mover: int, result: int) -> float:
    """Return what the move tried is worth to its player: from 0, a loss, to more than 1, a win."""
    if result != interface.UNDECIDED:
        return 2.0 if result == mover else (0.5 if result == interface.DRAW else 0.0)
    share: float = interface.playout(desk.trial, desk.source, desk.trail)
    chance: float = rng.below(rng.draw(desk.source), 1000) / 1000.0
    return (share if mover == 0 else 1.0 - share) + NOISE * chance
