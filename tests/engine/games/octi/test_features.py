"""What the learned weights of Octi look at: in bounds, and the same for equivalent positions."""

from __future__ import annotations

import random
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from boche.engine.games import registry
from boche.engine.games.octi import features
from boche.engine.games.octi.encoding import ENCODING, StepPosition, searchable
from boche.engine.games.octi.geometry import DIRECTIONS, HOMES, mask_of, number_of
from boche.engine.games.octi.position import Position
from boche.engine.games.octi.turns import MOST_STEPS
from boche.engine.native.kernels import kernels
from tests.engine.games.octi.boards import board

OCTI = registry.find("octi")


def found(position: Any) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return the features of a position, sorted, and those of each of its steps, sorted."""
    state = ENCODING.make_state(searchable(position), kernels(OCTI).game)
    scratch = np.zeros(features.SCRATCH, np.int32)
    out = np.zeros(features.MOST_OF_POSITION, np.int32)
    steps = np.zeros(MOST_STEPS, np.int64)
    features.prepare(state, scratch)
    own = sorted(out[: features.of_position(state, scratch, out)].tolist())
    count = kernels(OCTI).game.moves(state, steps)
    moves = []
    for step in steps[:count].tolist():
        end = features.of_move(state, step, scratch, out)
        moves.append(tuple(out[:end].tolist()))
    return own, sorted(moves)


def walk(seed: int, turns: int):
    """Yield the positions of a random game, and some in the middle of its turns."""
    rng, position = random.Random(seed), OCTI.new()
    while position.outcome is None and position.ply < turns:
        at = searchable(position)
        yield at
        while True:
            step = rng.choice(at.legal_moves())
            if at.completed(step) is not None:
                position = position.play(at.completed(step))
                break
            at = at.play(step)
            yield at


def test_the_middle_of_a_turn_looks_as_if_it_were_done() -> None:
    position = board(["black 46c", "white 56g", "white 77", "black 37"])
    state = ENCODING.make_state(StepPosition(position, "46-66?"), kernels(OCTI).game)
    scratch = np.zeros(features.SCRATCH, np.int32)
    features.prepare(state, scratch)
    cells = {square: scratch[features.CELLS + number_of(square)] for square in (46, 56, 66, 37)}
    assert cells == {46: features.FREE, 56: features.THEIRS, 66: features.MINE, 37: features.MINE}


@pytest.mark.parametrize("seed", range(3))
def test_pods_under_attack_and_the_race_are_those_of_a_plain_count(seed: int) -> None:
    for at in walk(seed, 60):
        if at.taken:
            continue
        state = ENCODING.make_state(at, kernels(OCTI).game)
        scratch = np.zeros(features.SCRATCH, np.int32)
        features.prepare(state, scratch)
        sides = (at.whole.turn, "white" if at.whole.turn == "black" else "black")
        for i, colour in enumerate(sides):
            assert scratch[features.HANGING + i] == hanging(at.whole, colour)
            assert scratch[features.RACE + i] == min(race(at.whole, colour), 23)


def hanging(position: Position, colour: str) -> int:
    """Return how many squares of a colour the other one could jump over and capture next."""
    stands = {pod.square: pod.colour for pod in position.pods}
    count = set()
    for pod in position.pods:
        if pod.colour == colour:
            continue
        for letter in pod.prongs:
            x, y = DIRECTIONS["abcdefgh".index(letter)]
            over, to = pod.square + 10 * x + y, pod.square + 20 * x + 2 * y
            on_board = to // 10 in range(1, 10) and to % 10 in range(1, 10)
            if stands.get(over) == colour and on_board and to not in stands:
                count.add(over)
    return len(count)


def race(position: Position, colour: str) -> int:
    """Return the least sum of turns in which three pods reach the opponent's homes."""
    goals = HOMES["white" if colour == "black" else "black"]
    pods = [
        [turns(mask_of(pod.prongs), goal // 10 - pod.square // 10, goal % 10 - pod.square % 10)
         for goal in goals]
        for pod in position.pods if pod.colour == colour
    ]  # fmt: skip
    pods += [[features.RESERVED] * 3] * min(position.store(colour).reserve, 3)
    sums = (a[0] + b[1] + c[2] for a, b, c in permutations(pods, 3))
    return min(sums, default=99)


@cache
def turns(mask: int, x: int, y: int) -> int:
    """Return the turns a pod needs for a difference of squares; each prong added takes one."""
    added = (
        steps(more).get((x, y), 99) + (more ^ mask).bit_count()
        for more in range(256) if more & mask == mask
    )  # fmt: skip
    return min(*added, features.FAREST)


@cache
def steps(mask: int) -> dict[tuple[int, int], int]:
    """Return how many steps it takes to get anywhere within eight squares."""
    found = {(0, 0): 0}
    ahead = [(0, 0)]
    for x, y in ahead:
        for direction, (across, along) in enumerate(DIRECTIONS):
            to = (x + across, y + along)
            if mask >> direction & 1 and max(map(abs, to)) <= 8 and to not in found:
                found[to] = found[x, y] + 1
                ahead.append(to)
    return found
