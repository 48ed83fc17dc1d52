"""Y for the tree search: the functions of ``engine.search.interface``, based on the rules."""

from typing import Any

from boche.engine.search import interface, rng
from boche_y import rules

State = rules.Board


def copy(to: State, source: State) -> None:
    for part in range(len(to)):
        for i in range(len(to[part])):
            to[part][i] = source[part][i]


def seat(state: State) -> int:
    return state.info[rules.TURN] ^ state.info[rules.SWAPPED]


def moves(state: State, out: rules.Ints) -> int:
    return rules.generate(state, out)


def key(state: State, move: int) -> int:
    return interface.NO_KEY if move == rules.SWAP else move


def play(state: State, move: int) -> int:
    result = rules.play(state, move)
    return result if result == rules.UNDECIDED else result ^ state.info[rules.SWAPPED]


def playout(state: State, source: Any, trail: rules.Ints) -> float:
    count, result = 0, rules.UNDECIDED
    while result == rules.UNDECIDED:
        move = state.open[rng.below(rng.draw(source), state.info[rules.OPEN])]
        trail[interface.TRAIL_HEAD + count] = 2 * move + seat(state)
        count += 1
        result = play(state, move)
    trail[0] = count
    return 1.0 - result
