"""Boku in the tree search: legal random games, and searches that find the right moves."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from boche.engine.games.boku import GAME
from boche.engine.games.boku import encoding as boku_encoding
from boche.engine.games.boku import search as boku
from boche.engine.games.boku.position import Position
from boche.engine.games.registry import find
from boche.engine.native import kernels as native
from boche.engine.search import interface as contract
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher
from boche.engine.search.steps import seat_to_move
from tests.positions import played

SMALL = SearchParams(nodes=200_000)
ROW = "f5 f6 g6 e4 g5 h7xg6 e5 h5 c5 d5 h6 f4 g4 i7xh6 g7 g6 i8xg6 h6 g6 g8 g3"


@pytest.fixture(scope="module")
def kernels() -> native.Kernels:
    return native.kernels(find("boku"))


class Random:
    """Random games from a position, each with its moves."""

    def __init__(self, kernels: native.Kernels, position: Position, seed: int = 1) -> None:
        self.kernels, self.position = kernels, position
        self.root, self.state = (boku_encoding.make_state(position, kernels.game) for _ in range(2))
        self.rng = np.array([seed * 2 + 1], np.uint64)
        self.trail = np.zeros(boku_encoding.longest(position) + 2, np.int64)

    def game(self) -> tuple[list[int], float]:
        """Return the entries of the trail, and Black's result."""
        self.kernels.game.copy(self.state, self.root)
        share = self.kernels.game.playout(self.state, self.rng, self.trail)
        count = int(self.trail[0])
        return self.trail[1 : 1 + count].tolist(), share


@pytest.mark.parametrize("moves", ["", ROW[:23], ROW[:65]], ids=len)
def test_random_games_are_games_by_the_rules(kernels: native.Kernels, moves: str) -> None:
    start = played("boku", moves)
    random = Random(kernels, start)
    for _ in range(25):
        entries, share = random.game()
        position = start
        for entry in entries:
            assert position.outcome is None
            assert entry & 1 == seat_to_move(position)
            move = boku_encoding.ENCODING.move_of(position, entry >> 1)
            assert move in position.legal_moves()
            position = position.play(move)
        assert position.outcome is not None
        worth = {"black": 1.0, "white": 0.0, None: 0.5}
        assert share == worth[position.outcome.winner]


def test_first_moves_are_equally_likely(kernels: native.Kernels) -> None:
    position = played("boku", "e4 e5 a1 e6")
    random = Random(kernels, position)
    count = Counter(random.game()[0][0] >> 1 for _ in range(15_200))
    cells = Counter()
    for number, times in count.items():
        cells[number >> 4] += times
    assert len(cells) == 76
    assert all(200 - 75 < times < 200 + 75 for times in cells.values())
    takes = [count[boku_encoding.ENCODING.number_of(position, m)] for m in ("e7xe5", "e7xe6")]
    assert min(takes) > 60
    assert sum(takes) == cells[takes_cell(position)]


def takes_cell(position: Position) -> int:
    return boku_encoding.ENCODING.number_of(position, "e7xe5") >> 4


@pytest.mark.parametrize("codes", [(1, 2), (3, 12), (1, 2, 7, 8), tuple(range(1, 13))])
def test_each_marble_is_equally_likely_to_be_taken(codes: tuple[int, ...]) -> None:
    mask = sum(1 << code for code in codes)
    count = Counter(boku.choose(mask, word) for word in range(0, 1 << 16, 3))
    assert sorted(count) == list(codes)
    assert max(count.values()) - min(count.values()) <= 2


def test_a_game_that_never_ends_is_cut_off(kernels: native.Kernels) -> None:
    random = Random(kernels, GAME.new())
    random.root.plies[0] = boku.MOST_PLIES
    assert random.game() == ([], 0.5)
    random.root.plies[0] = boku.MOST_PLIES - 3
    assert [len(random.game()[0]), random.game()[1]] == [3, 0.5]
    kernels.game.copy(random.state, random.root)
    results = [kernels.game.play(random.state, (13 + i) << 4) for i in range(3)]
    assert results == [contract.UNDECIDED, contract.UNDECIDED, contract.DRAW]


def test_numbers_stand_for_moves_and_keys_are_small() -> None:
    position = played("boku", "e4 e5 a1 e6")
    for move in position.legal_moves():
        number = boku_encoding.ENCODING.number_of(position, move)
        assert boku_encoding.ENCODING.move_of(position, number) == move
        assert 0 < boku.key(None, number) < boku_encoding.key_count(position)


def test_symmetric_moves_are_searched_once() -> None:
    start = GAME.new()
    classes = boku_encoding.classes(start)
    assert len(classes) == 80
    images = {start.play(move).canonical()[0] for move in start.legal_moves()}
    assert len(set(classes.values())) == len(images)
    plain = boku_encoding.classes(played("boku", "e4 e5 a1 e6"))
    assert all(number == first for number, first in plain.items())


def test_the_way_between_positions() -> None:
    start = played("boku", "e4 e5 a1")
    one, two = start.play("e6"), start.play("e6").play("e7xe5")
    assert [str(m) for m in boku_encoding.moves_between(start, one)] == ["e6"]
    assert [str(m) for m in boku_encoding.moves_between(start, two)] == ["e6", "e7xe5"]
    assert [str(m) for m in boku_encoding.moves_between(start, start.play("k6").play("k7"))] == [
        "k6",
        "k7",
    ]
    assert boku_encoding.moves_between(start, played("boku", "e4 e5 a2 e6")) == []


def test_five_is_found() -> None:
    position = played("boku", ROW.rsplit(" ", 1)[0])
    answer = Searcher(position, SMALL).search(Budget(simulations=2000))
    assert str(answer.best) == "g3"
    assert answer.proven == "black"


def test_the_only_block_is_found() -> None:
    position = played("boku", "f4 g9 f5 f3 f6 b2 f7")
    answer = Searcher(position, SMALL).search(Budget(simulations=4000))
    assert str(answer.best) == "f8"


def test_taking_the_block_away_is_found() -> None:
    """Check the sample record: the marble in the gap is taken and cannot return in time."""
    position = played("boku", "f5 e5 e4 g6 f6 d3xf5 f4 f5 h7xf5 g4 f5 d4xf4 f7 f8 f3 f4")
    answer = Searcher(position, SMALL).search(Budget(simulations=30_000))
    assert str(answer.best) == "h4xf4"
    assert answer.win["black"] > 0.9


def test_the_same_seed_gives_the_same_answer() -> None:
    position = played("boku", ROW[:29])
    answers = [Searcher(position, SMALL, seed=5).search(Budget(simulations=800)) for _ in "ab"]
    assert [m.visits for m in answers[0].moves] == [m.visits for m in answers[1].moves]


def test_a_search_goes_on_with_the_game() -> None:
    position = played("boku", ROW[:29])
    searcher = Searcher(position, SMALL)
    searcher.search(Budget(simulations=5000))
    best = searcher.result().best
    searcher.go_to(position.play(best))
    assert searcher.result().simulations > 0
    assert searcher.position == position.play(best)


@pytest.mark.parametrize(
    ("moves", "kept"),
    [
        ("f4 a1 f5 b1 f6 c1", None),  # nobody can make five: all moves
        ("f4 a1 f5 b1 f6 f3 f7 a3", {"f8"}),  # black can
        ("f4 a1 f5 b1 f6 f3 f7", {"f8"}),  # white must stand in the way
        ("f4 h6 f5 b1 f6 f3 f7 g8 g6", {"f8", "e6xf6", "e6xg6"}),  # or take from the row
    ],
)
def test_an_eye_for_fives(kernels: native.Kernels, moves: str, kept: set[str] | None) -> None:
    position = played("boku", moves)
    state = boku_encoding.make_state(position, kernels.game)._replace(tactics=1)
    out = np.zeros(boku_encoding.ENCODING.most_moves(position), np.int64)
    count = kernels.game.moves(state, out)
    found = {str(boku_encoding.ENCODING.move_of(position, int(number))) for number in out[:count]}
    assert found == (kept or {str(move) for move in position.legal_moves()})


def test_plain_search_has_no_eye_for_fives(kernels: native.Kernels) -> None:
    position = played("boku", "f4 a1 f5 b1 f6 f3 f7")
    state = boku_encoding.make_state(position, kernels.game)
    out = np.zeros(boku_encoding.ENCODING.most_moves(position), np.int64)
    assert kernels.game.moves(state, out) == len(position.legal_moves())
