"""Opponents of one's own strength: simulated persons meet them, through the real file."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from boche.engine.games.registry import find
from boche.engine.players.levels import level_of, rated_level
from boche.viewer.storage.own_ratings import FILE, record_game

GAME = find("boche")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))


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
