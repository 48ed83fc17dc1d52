"""Y for the tree search: the functions of ``engine.search.interface``, on the rules."""

from __future__ import annotations

from typing import Any, NamedTuple

from boche_y import rules
from engine.search import interface, rng


class State(NamedTuple):
    """A position."""

    board: rules.Board


def copy(to: State, source: State) -> None:
    a, b = to.board, source.board
    for i in range(len(b.cells)):
        a.cells[i] = b.cells[i]
        a.link[i] = b.link[i]
        a.sides[i] = b.sides[i]
        a.slot[i] = b.slot[i]
    for i in range(b.info[rules.OPEN]):
        a.open[i] = b.open[i]
    for i in range(len(b.info)):
        a.info[i] = b.info[i]


def seat(state: State) -> int:
    return state.board.info[rules.TURN] ^ state.board.info[rules.SWAPPED]


def moves(state: State, out: rules.Ints) -> int:
    return rules.generate(state.board, out)


def key(state: State, move: int) -> int:
    return interface.NO_KEY if move == rules.SWAP else move


def play(state: State, move: int) -> int:
    result = rules.play(state.board, move)
    return result if result == rules.UNDECIDED else result ^ state.board.info[rules.SWAPPED]


def playout(state: State, source: Any, trail: rules.Ints) -> float:
    board, count, result = state.board, 0, rules.UNDECIDED
    while result == rules.UNDECIDED:
        move = board.open[rng.below(rng.draw(source), board.info[rules.OPEN])]
        trail[interface.TRAIL_HEAD + count] = 2 * move + seat(state)
        count += 1
        result = play(state, move)
    trail[0] = count
    return 1.0 - result
