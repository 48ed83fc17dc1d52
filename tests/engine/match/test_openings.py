"""The random opening moves of a match: long enough, not over, and fair on request."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest

from boche.engine import new
from boche.engine.game import Position
from boche.engine.games.registry import GAMES
from boche.engine.match import match, openings
from boche.engine.match.openings import find_opening, is_fair
from boche.engine.match.plan import Plan


@pytest.fixture
def judged(monkeypatch) -> Callable[[Iterable[str | None]], list[Position]]:
    """Fixture: a function that sets the winners of the quick games and returns their positions."""

    def judge(winners: Iterable[str | None]) -> list[Position]:
        ends, asked = iter(winners), list[Position]()

        def winner(position: Position, seed: int) -> str | None:
            asked.append(position)
            return next(ends)

        monkeypatch.setattr(openings, "winner_by_judge", winner)
        return asked

    return judge


L, D = "light", "dark"


@pytest.mark.parametrize(
    ("winners", "games", "fair"),
    [
        ([L, D, L, D, L, D], 6, True),
        ([L, L, L, D, D, D], 6, True),
        ([L, L, L, L], 4, False),  # enough to know
        ([D, L, D, D, L, D], 6, False),
        ([L, None, D, None, None, None], 6, True),
        ([None] * 6, 6, True),
    ],
)
def test_an_opening_is_fair_when_neither_colour_wins_more_than_half(
    judged, winners: list[str | None], games: int, fair: bool
) -> None:
    asked = judged(winners)
    start = new("boche", size=3)
    assert is_fair(start, random.Random(1)) is fair
    assert asked == [start] * games


def test_unfair_openings_are_passed_over(judged) -> None:
    asked = judged([L] * 4 + [D] * 4 + [L, D] * 3)
    start = new("boche", size=4)
    moves = find_opening(start, 2, random.Random(3), fair=True)
    tried = list(dict.fromkeys(asked))
    assert [position.ply for position in tried] == [2, 2, 2]
    assert start.play(moves[0]).play(moves[1]) == tried[-1]


def test_where_none_of_that_length_is_fair_a_shorter_one_will_do(judged, monkeypatch) -> None:
    monkeypatch.setattr(openings, "TRIES", 2)
    judged([L] * 8 + [L, D] * 3)
    assert len(find_opening(new("boche", size=4), 2, random.Random(3), fair=True)) == 1
    judged([D] * 16)
    assert find_opening(new("boche", size=4), 2, random.Random(3), fair=True) == []


def test_nobody_is_asked_where_fairness_is_not(judged) -> None:
    asked = judged([])
    assert len(find_opening(new("boche", size=4), 3, random.Random(3), fair=False)) == 3
    assert asked == []


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_fair_openings(game: str, monkeypatch) -> None:
    """Check openings with a fast judge in place of the real one."""
    monkeypatch.setattr(openings, "JUDGE", "random")
    monkeypatch.setattr(openings, "TRIALS", 2)
    monkeypatch.setattr(openings, "LONGEST_TRIAL", 30)
    plan = Plan("random", "random", game, new(game).options, opening=2, fair=True)
    moves = match.opening_of(plan, 0)
    assert len(moves) == 2
    assert moves == match.opening_of(plan, 0)
    at = new(game)
    for move in moves:
        at = at.play(move)
    assert at.outcome is None


def test_a_quick_game_is_played_to_its_end_by_the_judge(monkeypatch) -> None:
    monkeypatch.setattr(openings, "JUDGE", "greedy")
    won = new("boche", size=2).play("c:a1").play("a:a2").play("b:b1")
    ends = {won.play(move).outcome.winner for move in won.legal_moves() if won.play(move).outcome}
    assert openings.winner_by_judge(won, 1) in ends
    monkeypatch.setattr(openings, "LONGEST_TRIAL", 0)
    assert openings.winner_by_judge(won, 1) is None
