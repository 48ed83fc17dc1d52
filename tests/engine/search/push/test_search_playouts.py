"""Random playouts of the search: by the rules, uniform, and fast on full boards."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

from boche.engine import new
from boche.engine.games.boche import board as tables
from boche.engine.games.boche import encoding as boche_encoding
from boche.engine.games.boche import rules
from boche.engine.games.boche.encoding import ENCODING
from boche.engine.games.boche.geometry import LETTERS
from boche.engine.games.boche.position import Position
from boche.engine.games.registry import find
from boche.engine.native import kernels as native
from boche.engine.search.params import SearchParams
from boche.engine.search.steps import seat_to_move
from boche.engine.search.worker import new_work
from tests.engine.seats import result_of


@pytest.fixture(scope="module")
def kernels() -> native.Kernels:
    return native.kernels(find("boche"))


def after_random_moves(rng: random.Random, moves: int, **options) -> Position:
    """Return a position ``moves`` random moves into a game that has not ended."""
    while True:
        position = new("boche", **options)
        for _ in range(moves):
            if position.outcome is None:
                position = position.play(rng.choice(position.legal_moves()))
        if position.outcome is None:
            return position  # type: ignore[return-value]


def random_work(kernels: native.Kernels, position: Position, seed: int = 1):
    return new_work(kernels, ENCODING, position, SearchParams(), seed, 0)


# -- the rules, taken back and judged


@pytest.mark.parametrize("kill", [1, 2, 3, 4, 6])
def test_what_a_move_encloses_is_what_the_surface_shows(kill: int) -> None:
    """Compare the rules, which look at few groups, with ``groups``, which looks at all of them."""
    rng, ended = random.Random(kill), 0
    for _ in range(40):
        position = new("boche", size=5, kill=kill)
        while position.outcome is None:
            assert position.enclosed_groups() == ()
            position = position.play(rng.choice(position.legal_moves()))
        found = {group.colour for group in position.enclosed_groups()}
        assert (position.outcome.kind == "enclosure") == bool(found)
        ended += bool(found)
    assert ended >= 8


@pytest.mark.parametrize("options", [(4, 0, 0, 0, 0), (2, 0, 1, 1, 0), (0, 1, 0, 1, 1)], ids=str)
def test_a_move_taken_back_leaves_no_trace(options) -> None:
    variant, rng = rules.Variant(*options), random.Random(3)
    geometry, numbers, saved = tables.geometry_of(4), [0] * 81, [0] * 7
    for _ in range(10):
        board, result = tables.empty_board(4), rules.UNDECIDED
        while result == rules.UNDECIDED:
            count = rules.generate(geometry, board, variant, numbers)
            for move in numbers[:count]:
                if move < 80:
                    check_taking_back(geometry, board, variant, move, saved)
            result = rules.play(geometry, board, variant, rng.choice(numbers[:count]))


def check_taking_back(geometry, board, variant, move: int, saved: list[int]) -> None:
    before = tables.copy_board(board)
    rules.remember(geometry, board, move >> 3, saved, 0)
    rules.play(geometry, board, variant, move)
    rules.take_back(geometry, board, move >> 3, saved, 0)
    for name in ("heights", "rotations", "links", "holes", "tops"):
        assert getattr(board, name) == getattr(before, name)
    assert set(board.open[: board.info[rules.OPEN]]) == set(before.open[: before.info[rules.OPEN]])
    assert all(board.open[slot] == c for c, slot in enumerate(board.slot) if slot >= 0)
    for kept in (rules.CUBES, rules.SWAPPED, rules.OPEN):
        assert board.info[kept] == before.info[kept]
    board.info[rules.TURN] = before.info[rules.TURN]


def test_the_search_plays_by_the_rules(kernels) -> None:
    rng = random.Random(11)
    for options in ({}, {"adjacent": True, "kill": 2}, {"immediate_win": True}):
        position = new("boche", size=4, **options)
        state = boche_encoding.make_state(position, kernels.game)
        out = np.zeros(boche_encoding.most_moves(position), np.int64)
        while position.outcome is None:
            count = kernels.game.moves(state, out)
            moves = [ENCODING.move_of(position, int(number)) for number in out[:count]]
            assert tuple(moves) == position.legal_moves()
            assert kernels.game.seat(state) == seat_to_move(position)
            move = rng.choice(moves)
            number = ENCODING.number_of(position, move)
            position = position.play(move)
            assert kernels.game.play(state, number) == result_of(position)


# -- uniform


@pytest.mark.parametrize("options", [{}, {"adjacent": True}], ids=str)
@pytest.mark.parametrize("moves", [3])
def test_every_placement_is_as_likely(kernels, options, moves: int) -> None:
    position = after_random_moves(random.Random(moves), moves, size=4, **options)
    work = random_work(kernels, position)
    root, state = (boche_encoding.make_state(position, kernels.game) for _ in range(2))
    legal = [ENCODING.number_of(position, m) for m in position.legal_moves() if m[0] != "swap"]
    keys = {kernels.game.key(root, number): number for number in legal}
    counts = dict.fromkeys(legal, 0)
    for _ in range(8000):
        kernels.game.copy(state, root)
        kernels.game.playout(state, work.rng, work.trail)
        counts[keys[int(work.trail[1]) >> 1]] += 1
    assert chi_square(list(counts.values())) < bound_of(len(legal) - 1)


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def bound_of(freedom: int) -> float:
    """Return the value that chi-square exceeds about once in 30,000 times.

    Wilson and Hilferty's approximation.
    """
    return freedom * (1 - 2 / (9 * freedom) + 4 * math.sqrt(2 / (9 * freedom))) ** 3


# -- full boards


def full_board(size: int, rotations: list[int]) -> tuple[rules.Geometry, rules.Board]:
    """Return a full board, given the hubs (0 to 3) by cell, with the parity of an ``a``."""
    geometry, board = tables.geometry_of(size), tables.empty_board(size)
    hubs = iter(rotations)
    for level in range(size):
        for column, full in enumerate(geometry.full):
            if level < full:
                first = max(rules.first_rotation(board, level), 0)
                rules.place_cube(geometry, board, column, first + next(hubs))
    return geometry, board


def words_of(boards: list[rules.Board], size: int) -> list[int]:
    """Return for each outer face a word of the boards on which it joins its even corners."""
    columns, words = tables.column_numbers(size), []
    for cell, axis in boche_encoding.outer_faces(size):
        one, two = boche_encoding.even_corners(cell, axis)
        place, other = tables.place_of(one, size), tables.place_of(two, size)
        direction = tables.steps_of(tables.width_of(size)).index(other - place)
        assert boards[0].heights[columns[cell.c, cell.r]] > cell.k
        words.append(sum((b.links[place] >> direction & 1) << i for i, b in enumerate(boards)))
    return words


def owners_agree(kernels, size: int, choices: list[list[int]]) -> None:
    """Assert that the boards of these hubs have the owner given by the words."""
    flanks = boche_encoding.flanks_of(size, kernels.game.Flanks)
    for at in range(0, len(choices), 64):
        pairs = [full_board(size, hubs) for hubs in choices[at : at + 64]]
        boards = [board for _, board in pairs]
        flanks.joins[:] = words_of(boards, size)
        word = int(kernels.game.decide(flanks))
        for i, (geometry, board) in enumerate(pairs):
            even = rules.LIGHT if board.info[rules.BASE] == 0 else rules.DARK
            owner = rules.path_owner(geometry, board, 0)
            assert owner == (even if word >> i & 1 else 1 - even)


@pytest.mark.parametrize("size", [1, 2])
def test_all_full_boards_have_the_owner_that_the_rules_say(kernels, size: int) -> None:
    cells = size * (size + 1) * (size + 2) // 6
    owners_agree(kernels, size, [list(c) for c in itertools.product(range(4), repeat=cells)])


@pytest.mark.parametrize("size", [3, 6])
def test_random_full_boards_too(kernels, size: int) -> None:
    rng, cells = random.Random(size), size * (size + 1) * (size + 2) // 6
    owners_agree(kernels, size, [rng.choices(range(4), k=cells) for _ in range(320)])


@pytest.mark.parametrize("size", [1, 2, 4])
def test_a_cube_s_outer_faces_are_tosses(size: int) -> None:
    """Check a cube's four rotations: patterns are equally frequent, except on the topmost cube."""
    faces: dict = {}
    for cell, axis in boche_encoding.outer_faces(size):
        faces.setdefault(cell, []).append({"x": 1, "z": 2, "y": 3}[axis])
    for cell, hubs in faces.items():
        patterns = [tuple(broker in (0, mine) for mine in hubs) for broker in range(4)]
        if cell.k < size - 1:
            counts = [patterns.count(p) for p in itertools.product((False, True), repeat=len(hubs))]
            assert set(counts) == {4 // 2 ** len(hubs)}
        else:
            assert sorted(patterns) == sorted(
                p for p in itertools.product((False, True), repeat=3) if sum(p) % 2 == 1
            )


@pytest.mark.parametrize(
    ("size", "moves"), [(1, 0), (2, 0), (2, 3), (3, 0), (3, 5), (6, 0), (6, 30), (6, 50)]
)
def test_full_boards_come_out_as_in_plain_play(kernels, size: int, moves: int) -> None:
    """Compare light's share, within four and a half standard errors of the difference."""
    position = after_random_moves(random.Random(size), moves, size=size, fill_board=True)
    work = random_work(kernels, position)
    root, state = (boche_encoding.make_state(position, kernels.game) for _ in range(2))
    words = [int(kernels.game.light_wins(root, work.rng)) for _ in range(2000)]
    quick = sum(word.bit_count() for word in words) / (64 * len(words))
    plain, games = 0, 6000
    for _ in range(games):
        kernels.game.copy(state, root)
        plain += kernels.game.plain(state, work.rng, work.trail) ^ int(position.swapped) == 0
    error = math.sqrt(0.25 / games + 0.25 / (64 * len(words)))
    assert plain / games == pytest.approx(quick, abs=4.5 * error)


def test_the_lanes_of_a_word_are_independent(kernels) -> None:
    """Check that the number of light wins in a word varies like 64 independent tosses."""
    position = new("boche", size=3, fill_board=True).play("a:a1")
    work, root = random_work(kernels, position), boche_encoding.make_state(position, kernels.game)
    counts = [int(kernels.game.light_wins(root, work.rng)).bit_count() for _ in range(20_000)]
    share = np.mean(counts) / 64
    assert np.var(counts) == pytest.approx(64 * share * (1 - share), rel=0.05)


def test_placed_cubes_decide_for_good(kernels) -> None:
    """Check that with only inner cells left to fill, all 64 boards agree if the result is fixed."""
    rng = random.Random(8)
    for _ in range(5):
        position = after_random_moves(rng, 19, size=4, fill_board=True)
        root = boche_encoding.make_state(position, kernels.game)
        work = random_work(kernels, position)
        word = int(kernels.game.light_wins(root, work.rng))
        ends = {position.play(move).outcome.winner for move in position.legal_moves()}
        if len(ends) == 1:
            assert word == (2**64 - 1 if ends == {"light"} else 0)
        else:
            assert 0 < word.bit_count() < 64
    assert LETTERS == "abcdefgh"
