"""The functions of ``engine.search.interface`` for Boku, built on its rules.

A move is one ply, including its capture. In a random playout each empty cell is equally likely,
and then each marble that may be taken from there.

With ``State.tactics``, a node of the tree has a five as its only move if one can be made. If the
opponent threatens a five, it has only the moves that block it or take a marble. (Looking for fives
in playouts as well made them three times as slow and the play weaker.)

Captures could make a game go on forever. The search counts a game as a draw once it is
``MOST_PLIES`` beyond the position searched, far longer than any game not prolonged on purpose.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boche.engine.games.boku import rules
from boche.engine.search import interface, rng

Words = Any  # arrays of uint64

MOST_PLIES = 1000


class State(NamedTuple):
    """A position; ``plies`` holds its distance in moves from the position searched.

    ``tactics`` is 1 to look for fives, else 0.
    """

    board: rules.Board
    plies: rules.Ints
    tactics: int


def copy(to: State, source: State) -> None:
    a, b = to.board, source.board
    for i in range(len(b.cells)):
        a.cells[i] = b.cells[i]
        a.slot[i] = b.slot[i]
    for i in range(b.info[rules.OPEN]):
        a.open[i] = b.open[i]
    for i in range(len(b.info)):
        a.info[i] = b.info[i]
    to.plies[0] = source.plies[0]


def seat(state: State) -> int:
    return state.board.info[rules.TURN]


def moves(state: State, out: rules.Ints) -> int:
    count = rules.generate(state.board, out)
    return urgent(state.board, out, count) if state.tactics > 0 else count


def urgent(board: rules.Board, out: rules.Ints, count: int) -> int:
    """Keep only a five; if there is none, only the moves that may stop a five of the opponent."""
    cells, mover = board.cells, board.info[rules.TURN]
    for i in range(count):
        if out[i] & 15 == 0 and rules.look(cells, out[i] >> 4, mover) == rules.FIVE:
            out[0] = out[i]
            return 1
    five = 0
    for i in range(board.info[rules.OPEN]):
        if rules.look(cells, board.open[i], 1 - mover) == rules.FIVE:
            five = board.open[i]
    if five == 0:
        return count
    kept = 0
    for i in range(count):
        if out[i] >> 4 == five or out[i] & 15 > 0:
            out[i], out[kept] = out[kept], out[i]
            kept += 1
    return kept if kept > 0 else count


def key(state: State, move: int) -> int:
    return move


def fingerprint(state: State) -> Any:
    """Return a hash of the marbles, the turn and the place that may not be played."""
    cells, info = state.board.cells, state.board.info
    word = rng.mix(np.uint64(1), info[rules.TURN] + 2 * info[rules.BARRED])
    word = rng.mix(word, info[rules.LEFT] + 64 * info[rules.LEFT + 1])
    for i in range(len(cells)):
        word = rng.mix(word, cells[i])
    return word


def bounded(state: State, result: int) -> int:
    """Return the result, or a draw if the game has gone on for too long. Seats are colours."""
    if result == rules.UNDECIDED and state.plies[0] >= MOST_PLIES:
        return interface.DRAW
    return result


def play(state: State, move: int) -> int:
    state.plies[0] += 1
    return bounded(state, rules.play(state.board, move))


def playout(state: State, source: Words, trail: rules.Ints) -> float:
    """Play on at random to the end; return 1, 0, or 0.5 for a draw (see the interface)."""
    board, info = state.board, state.board.info
    count, result = 0, bounded(state, rules.UNDECIDED)
    while result == rules.UNDECIDED:
        word = rng.draw(source)
        place = board.open[rng.below(word, info[rules.OPEN])]
        if place == info[rules.BARRED]:
            continue
        mover = info[rules.TURN]
        found = rules.look(board.cells, place, mover)
        code = choose(found, rng.low_bits(word)) if found > rules.FIVE else 0
        trail[interface.TRAIL_HEAD + count] = 2 * (place << 4 | code) + mover
        count += 1
        state.plies[0] += 1
        result = mover if found == rules.FIVE else rules.after(board, mover, code)
        rules.settle(board, place, code)
        result = bounded(state, result)
    trail[0] = count
    return 0.5 if result == interface.DRAW else 1.0 - result


def choose(found: int, word: int) -> int:
    """Pick one of the codes in a mask with equal probability, by a number below 65536."""
    left, count = found, 0
    while left > 0:
        left &= left - 1
        count += 1
    skip, left = word * count >> 16, found
    while skip > 0:
        left &= left - 1
        skip -= 1
    code = 0
    while left >> code & 1 == 0:
        code += 1
    return code
