"""Octi in the tree search: legal random games, and searches that find the right moves."""

from __future__ import annotations

import random

import numpy as np
import pytest

from boche.engine.games.octi import GAME, rules
from boche.engine.games.octi import encoding as octi_encoding
from boche.engine.games.octi import search as octi
from boche.engine.games.octi.encoding import StepPosition, searchable
from boche.engine.games.octi.position import Position
from boche.engine.games.octi.symmetry import Symmetry
from boche.engine.games.registry import find
from boche.engine.native import kernels as native
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher
from boche.engine.search.steps import seat_to_move
from tests.engine.games.octi.slow_rules import crowded
from tests.engine.seats import result_of

SMALL = SearchParams(nodes=100_000, symmetry=False)


@pytest.fixture(scope="module")
def kernels() -> native.Kernels:
    return native.kernels(find("octi"))


class Random:
    """Random games from a position, each with its steps."""

    def __init__(self, kernels: native.Kernels, position, horizon: int, seed: int = 1) -> None:
        self.kernels = kernels
        self.root, self.state = (
            octi_encoding.make_state(position, kernels.game)._replace(horizon=horizon)
            for _ in range(2)
        )
        self.rng = np.array([seed * 2 + 1], np.uint64)
        self.trail = np.zeros(octi_encoding.longest(position) + 2, np.int64)

    def game(self) -> tuple[list[int], float]:
        """Return the entries of the trail, and Black's result."""
        self.kernels.game.copy(self.state, self.root)
        share = self.kernels.game.playout(self.state, self.rng, self.trail)
        count = int(self.trail[0])
        return self.trail[1 : 1 + count].tolist(), share


def follow(position: StepPosition, entries: list[int]) -> StepPosition:
    """Return the position that the entries of a trail lead to, using the positions' own steps."""
    kernels = octi  # interpreted
    for entry in entries:
        assert position.outcome is None
        assert entry & 1 == seat_to_move(position)
        turn = position.whole.turn_at(position.taken)
        board = turn.board
        state = octi.State(turn.geometry, board, turn.variant, [], 0, 0)
        fitting = [n for n in turn.steps() if kernels.key(state, n) == entry >> 1]
        assert fitting, entry
        # The key does not say which pod of a square moves, or which of a stack is captured.
        if len(fitting) > 1:
            return position
        position = position.play(octi_encoding.move_of(position, fitting[0]))
    return position


@pytest.mark.parametrize("options", [{}, {"bases": 1}, {"wrap": True}], ids=str)
def test_random_games_are_games_by_the_rules(kernels, options: dict) -> None:
    start = searchable(GAME.new(**options))
    games = Random(kernels, start, horizon=30)
    for _ in range(8):
        entries, share = games.game()
        assert 0.0 <= share <= 1.0
        follow(start, entries)
        assert games.state.board.info[rules.PLY] <= 30


def test_states_play_as_positions_do(kernels) -> None:
    for seed in range(25):
        rng, here = random.Random(seed), searchable(Position.set_up(*crowded(seed)))
        state = octi_encoding.make_state(here, kernels.game)
        out = np.zeros(octi_encoding.most_moves(here), np.int64)
        for _ in range(25):
            if here.outcome is not None:
                break
            count = kernels.game.moves(state, out)
            steps = [octi_encoding.move_of(here, int(n)) for n in out[:count]]
            assert tuple(steps) == here.legal_moves()
            assert kernels.game.seat(state) == seat_to_move(here)
            keys = [kernels.game.key(state, int(n)) for n in out[:count]]
            assert all(0 <= key < octi.KEYS for key in keys)
            step = rng.choice(steps)
            number = octi_encoding.number_of(here, step)
            here = here.play(step)
            assert kernels.game.play(state, number) == result_of(here)


def test_copies_share_nothing(kernels) -> None:
    position = searchable(Position.set_up(*crowded(5)))
    one, two = (octi_encoding.make_state(position, kernels.game) for _ in range(2))
    games = Random(kernels, position, 20)
    for seed in range(20):
        games.rng[0] = 2 * seed + 1
        kernels.game.copy(two, one)
        kernels.game.playout(two, games.rng, games.trail)
        dirty, trail = two, games.trail[: games.trail[0] + 1].tolist()
        kernels.game.copy(dirty, one)
        games.rng[0] = 2 * seed + 1
        kernels.game.playout(dirty, games.rng, games.trail)
        assert games.trail[: games.trail[0] + 1].tolist() == trail, "what was there matters not"


def test_first_steps_are_equally_likely(kernels) -> None:
    position = searchable(GAME.new())
    games, count = Random(kernels, position, 1), 6000
    seen = np.zeros(octi.KEYS)
    for _ in range(count):
        seen[games.game()[0][0] >> 1] += 1
    share = seen[seen > 0] / count
    assert len(share) == len(position.legal_moves()) == 6
    # Four standard errors of 6,000 games.
    assert np.abs(share - 1 / 6).max() < 0.02


def test_long_games_end_in_a_draw(kernels) -> None:
    games = Random(kernels, searchable(GAME.new()), horizon=10**6)
    shares = [games.game()[1] for _ in range(10)]
    assert shares.count(0.5) >= 5
    assert games.state.board.info[rules.PLY] <= octi.MOST_TURNS


def test_a_judgement_is_the_same_for_both_sides() -> None:
    for seed in range(30):
        position = Position.set_up(*crowded(seed))
        shares = []
        for each in (position, position.transform(Symmetry(True, True))):
            state = octi.State(each.geometry, each.board, each.variant, [], 0, 0)
            shares.append(octi.judged(state))
        assert shares[0] + shares[1] == pytest.approx(1.0)


def think(position: Position, simulations: int = 1500, seed: int = 0) -> str:
    """Return the move that a search finds."""
    return str(Searcher(position, SMALL, seed=seed).search(Budget(simulations=simulations)).best)


@pytest.mark.parametrize("colour", ["black", "white"])
def test_a_search_takes_the_last_home(kernels, colour: str) -> None:
    pods = [("black", 33, ""), ("black", 53, ""), ("black", 75, "ae"), ("black", 26, "bc"),
            ("white", 74, "bd"), ("white", 66, "ab"), ("white", 77, "")]  # fmt: skip
    stores = {"black": (3, 0, 9), "white": (4, 0, 9)}
    position = Position.set_up({}, pods, stores)
    if colour == "white":
        position = position.transform(Symmetry(False, True))
    after = position.play(think(position))
    assert after.outcome is not None
    assert after.outcome.winner == colour


def test_a_search_proves_a_win_of_several_steps(kernels) -> None:
    pods = [("black", 55, "ce"), ("white", 54, ""), ("white", 63, ""), ("white", 99, "a")]
    position = Position.set_up({"bases": 1}, pods, {"black": (6, 0, 9), "white": (4, 0, 9)})
    answer = Searcher(position, SMALL).search(Budget(simulations=20000))
    assert answer.proven == "black"
    assert str(answer.moves[0].move) == "55-"
    after = position.play(answer.best)
    assert after.outcome is not None
    assert after.outcome.winner == "black"
    assert answer.line == (str(answer.best),)


def test_a_stage_knows_its_turn() -> None:
    begun = searchable(GAME.new()).play("57+")
    assert (begun.taken, begun.turn, begun.ply) == ("57+", "black", 0)
    assert searchable(begun) is begun
    assert begun.play("57+c").whole == GAME.new().play("57+c")
    with pytest.raises(ValueError, match="57-58: no step from here"):
        begun.play("57-58")
