"""Opponents of one's own strength: simulated persons meet them, through the real file."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from boche.engine import new
from boche.engine.games.registry import find
from boche.engine.players.levels import level_of, rated_level
from boche.engine.players.registry import make_player
from boche.engine.players.spec import PlayerSpec
from boche.viewer.storage.own_ratings import FILE, OwnRating, own_player, own_rating, record_game

GAME = find("boche")
GAMES, SETTLED = 30, 14
"""Games that a person plays, and how many of the last ones should be even."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))


def score_of_game(person: str, opponent: str, number: int) -> float:
    """Return the person's score in a game on a small board, as first or second by turns."""
    position, history, seats = new("boche", size=4), list[tuple[str, str]](), [person, opponent]
    own = number % 2
    players = [
        make_player(name, position, seed=2 * number + seat)
        for seat, name in enumerate(seats[:: 1 - 2 * own])
    ]
    move = position.random_move(random.Random(number // 2))
    while True:
        history.append((position.turn, str(move)))
        position = position.play(move)
        if position.outcome is not None:
            break
        move = players[position.player].choose(position, history)
    return {None: 0.5, own: 1.0}.get(position.winning_player, 0.0)


def meet(person: str) -> tuple[OwnRating, float]:
    """Let a level play many games; return its rating, and its share of the last points."""
    scores = []
    for number in range(GAMES):
        opponent = own_player(GAME)
        scores.append(score_of_game(person, opponent, number))
        record_game(GAME, PlayerSpec.parse(opponent).rating or 0, scores[-1])
    return own_rating(GAME), sum(scores[-SETTLED:]) / SETTLED


def test_the_opponent_becomes_as_strong_as_the_person() -> None:
    weak, weak_share = meet("1")
    FILE.path.unlink()
    strong, strong_share = meet("5")
    assert strong.opponent > weak.opponent + 400
    assert 0.25 <= weak_share <= 0.75
    assert 0.25 <= strong_share <= 0.75
    assert strong.margin < own_rating(find("boku")).margin / 2
    assert strong.count == GAMES


def test_a_rating_gets_less_certain_in_time() -> None:
    now = datetime(2026, 11, 1, tzinfo=UTC)
    own, _ = record_game(GAME, 1000, 1.0, now)
    soon, _ = record_game(GAME, 1000, 1.0, now + timedelta(minutes=1))
    FILE.path.unlink()
    record_game(GAME, 1000, 1.0, now)
    late, _ = record_game(GAME, 1000, 1.0, now + timedelta(days=1500))
    assert soon.margin < late.margin
    assert soon.value > own.value


def test_the_strength_between_two_levels_is_between_them() -> None:
    lower, upper = level_of(GAME, 2), level_of(GAME, 3)
    between = rated_level(GAME, (lower.rating + upper.rating) / 2)
    assert lower.playouts is not None
    assert upper.playouts is not None
    assert between.playouts is not None
    assert lower.playouts < between.playouts < upper.playouts
    assert upper.oversight < between.oversight < lower.oversight
    assert upper.temperature < between.temperature < lower.temperature


@pytest.mark.parametrize("number", range(1, 9))
def test_at_a_level_s_rating_the_strength_is_that_level(number: int) -> None:
    level = level_of(GAME, number)
    assert rated_level(GAME, level.rating) == level


def test_beyond_the_ladder_its_ends_play() -> None:
    assert rated_level(GAME, 9999) == level_of(GAME, len(GAME.levels))
    weakest = rated_level(GAME, 0)
    first = level_of(GAME, 1)
    assert weakest.oversight > first.oversight
    assert (weakest.playouts or 0) < (first.playouts or 0)
