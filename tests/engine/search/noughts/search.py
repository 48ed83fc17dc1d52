"""Noughts and crosses for the tree search."""

from __future__ import annotations

from typing import Any

from boche.engine.search import interface, rng
from tests.engine.search.noughts import rules

State = rules.Board


def copy(to: State, source: State) -> None:
    for part in range(len(to)):
        for i in range(len(to[part])):
            to[part][i] = source[part][i]


def seat(state: State) -> int:
    return state.info[rules.TURN]


def moves(state: State, out: rules.Ints) -> int:
    return rules.generate(state, out)


def key(state: State, move: int) -> int:
    return move


def play(state: State, move: int) -> int:
    return rules.play(state, move)


def playout(state: State, source: Any, trail: rules.Ints) -> float:
    count, result = 0, rules.UNDECIDED
    while result == rules.UNDECIDED:
        move = rng.below(rng.draw(source), 9)
        if state.cells[move] != rules.EMPTY:
            continue
        trail[interface.TRAIL_HEAD + count] = 2 * move + seat(state)
        count += 1
        result = play(state, move)
    trail[0] = count
    return 0.5 if result == interface.DRAW else 1.0 - result
