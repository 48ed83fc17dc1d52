"""Features in many positions: their ranges, and what they count, by definition."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine import new
from boche.engine.games import registry
from boche.engine.games.boche import features, rules
from boche.engine.games.boche.encoding import make_state
from boche.engine.games.boche.position import Position
from boche.engine.games.boche.symmetry import SYMMETRIES, Symmetry
from boche.engine.native.kernels import kernels, kernels_over_search
from tests.engine.games.boche.test_symmetry import level_of


class State:
    """What the functions see, interpreted; they need no more of a state."""

    def __init__(self, position: Position) -> None:
        self.geo, self.variant = position.geometry, rules.Variant(*position.variant)
        self.board = rules.Board(*(list(part) for part in position.board))


def random_game(rng: random.Random, **options) -> list[Position]:
    """Return the unfinished positions of a game whose moves do not end it if others do not."""
    position, found = new("boche", **options), []
    while position.outcome is None:
        found.append(position)
        after = [position.play(move) for move in position.legal_moves()]
        lasting = [one for one in after if one.outcome is None]
        position = rng.choice(lasting or after)
    return found


@st.composite
def positions(draw: st.DrawFn) -> Position:
    rng = random.Random(draw(st.integers(0, 2**32)))
    game = random_game(rng, size=draw(st.sampled_from((3, 4, 6, 6))))
    return game[draw(st.integers(0, len(game) - 1))]


def described(position: Position) -> tuple[list[int], dict[int, list[int]], list[int]]:
    """Return the scratch memory, the features of each move, and those of the position, sorted."""
    state, scratch = State(position), [0] * features.SCRATCH
    out = [0] * max(features.MOST_OF_MOVE, features.MOST_OF_POSITION)
    features.prepare(state, scratch)
    moves = {}
    for move in position.legal_moves():
        number = position.number_of(move)
        moves[number] = sorted(out[: features.of_move(state, number, scratch, out)])
    return scratch, moves, sorted(out[: features.of_position(state, scratch, out)])


def test_compiled_features_are_in_range_and_equal_to_interpreted_ones() -> None:
    game, rng = registry.find("boche"), random.Random(4)
    compiled = kernels_over_search(game, features.__name__)
    scratch = np.zeros(features.SCRATCH, np.int32)
    most = max(features.MOST_OF_MOVE, features.MOST_OF_POSITION)
    out = np.zeros(most, np.int32)
    count = 0
    for _ in range(12):
        for position in random_game(rng):
            state = make_state(position, kernels(game).game)
            before = deepcopy(state.board)
            slow = State(position)
            slow_scratch, slow_out = [0] * features.SCRATCH, [0] * most
            compiled.prepare(state, scratch)
            features.prepare(slow, slow_scratch)
            assert all(np.array_equal(a, b) for a, b in zip(before, state.board, strict=True))
            for move in rng.sample(position.legal_moves(), k=min(5, len(position.legal_moves()))):
                number = position.number_of(move)
                found = compiled.of_move(state, number, scratch, out)
                assert 0 < found <= features.MOST_OF_MOVE
                assert 0 <= out[:found].min() <= out[:found].max() < features.MOVE_FEATURES
                features.of_move(slow, number, slow_scratch, slow_out)
                assert out[:found].tolist() == slow_out[:found]
            found = compiled.of_position(state, scratch, out)
            assert 0 < found <= features.MOST_OF_POSITION
            assert 0 <= out[:found].min() <= out[:found].max() < features.POSITION_FEATURES
            features.of_position(slow, slow_scratch, slow_out)
            assert out[:found].tolist() == slow_out[:found]
            count += 1
    assert count > 200


@settings(max_examples=40, deadline=None)
@given(positions(), st.sampled_from(SYMMETRIES))
def test_symmetries_and_the_exchange_of_colours_change_nothing(
    position: Position, symmetry: Symmetry
) -> None:
    image = position.transform(symmetry)
    _, moves, own = described(position)
    _, carried, same = described(image)
    assert own == same
    for move in position.legal_moves():
        to = symmetry.move(move, level_of(position, move), position.size)
        assert moves[position.number_of(move)] == carried[image.number_of(to)]


@settings(max_examples=40, deadline=None)
@given(positions())
def test_groups_are_those_of_the_position(position: Position) -> None:
    scratch, _, _ = described(position)
    found: Counter[tuple[int, int, int, bool]] = Counter()
    for group in range(scratch[features.GROUPS]):
        size, ways = scratch[features.SIZE + group], scratch[features.OUT + group]
        sides = features.bits(ways >> features.SIDES)
        found[scratch[features.COLOUR + group], size, sides, ways == 0] += 1
    for one in position.groups():
        colour = rules.LIGHT if str(one.colour) == "light" else rules.DARK
        key = colour, one.blobs, len(one.sides), one.enclosed
        found[key] -= 1
        assert found[key] >= 0
    # Corners of holes that no cube touches are in no group.
    assert all(key[1] == 1 and not key[3] for key, number in found.items() if number)


@settings(max_examples=40, deadline=None)
@given(positions())
def test_moves_that_win_or_lose_at_once_are_known(position: Position) -> None:
    scratch, moves, _ = described(position)
    for number in moves:
        after = position.play(position.move_of(number))
        if number >> 3 == position.geometry.columns or not position.cubes:
            continue
        slot = features.COLUMN + (number >> 3) * features.SLOTS + features.RESULT + (number & 3)
        if after.outcome is None:
            assert scratch[slot] == features.NOTHING
        elif after.outcome.kind == "enclosure":
            won = after.outcome.winner == position.turn
            assert scratch[slot] == (features.WINS if won else features.LOSES)


@settings(max_examples=40, deadline=None)
@given(positions())
def test_threats_are_what_the_opponent_could_do_in_the_next_move(position: Position) -> None:
    if len(position.cubes) < 2:
        return
    scratch, moves, _ = described(position)
    passed = State(position)
    passed.board.info[rules.TURN] ^= 1
    theirs = [0] * features.SCRATCH
    features.prepare(passed, theirs)
    for column in {number >> 3 for number in moves}:
        at = features.COLUMN + column * features.SLOTS
        results = theirs[at + features.RESULT : at + features.RESULT + 4]
        assert scratch[at + features.THREAT] == int(features.WINS in results)
