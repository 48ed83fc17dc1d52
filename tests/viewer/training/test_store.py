"""What is kept of training: damaged files, several windows at once, and no place to write."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine.glicko2 import Rating
from boche.engine.puzzles.standing import Score, Standing
from boche.viewer.session import Session
from boche.viewer.training.courses import (
    change_results,
    days_until,
    load_results,
    reviewed,
    training_file,
)
from boche.viewer.training.mistakes import Known, MistakeExercise
from boche.viewer.training.results import Card, Results, as_data, from_data
from tests.viewer.training.trainee import Trainee

NOW = datetime(2026, 11, 25, 18, 0, tzinfo=UTC)
EXERCISE = MistakeExercise("(;GM[Boku];B[a1])", "b1", 0.7, 0.4, 0.02, (Known(("c1",), 0.7, 900),))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    return tmp_path


def full() -> Results:
    """Return results with one of everything."""
    card = reviewed(Card(EXERCISE, NOW), Score(0, False), NOW)
    return Results({EXERCISE.key: card}, {"boku": Standing(Rating(1612.0, 80.0), NOW, 3, 5)},
                   {"boku-0001": NOW.date()}, frozenset({NOW.date()}))  # fmt: skip


def test_all_comes_back_from_the_file() -> None:
    change_results(lambda results: full())
    assert load_results() == (full(), [])


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3)
                    | st.dictionaries(st.text(max_size=5), inner, max_size=3), max_leaves=5),
       st.data())  # fmt: skip
def test_any_value_in_any_place_is_refused_or_read(value: Any, data: st.DataObject) -> None:
    values = json.loads(json.dumps(as_data(full())))
    place: Any = values
    while isinstance(place, dict) and place:
        key = data.draw(st.sampled_from(sorted(place)))
        if not isinstance(place[key], dict) or data.draw(st.booleans()):
            place[key] = value
            break
        place = place[key]
    try:
        results = from_data(values)
    except (ValueError, TypeError, KeyError, OverflowError):
        return
    assert from_data(json.loads(json.dumps(as_data(results)))) == results


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"version": 9}', "\xff", "[" * 9000,
                                  '{"version": 1, "cards": {"a": 5}}'])  # fmt: skip
def test_a_damaged_file_is_set_aside_with_one_line(text: str) -> None:
    change_results(lambda results: full())
    training_file().write_bytes(text.encode("latin-1"))
    trainee = Trainee(Session.new("boku"))
    assert trainee.user.training.due() == 0
    assert "damaged" in trainee.status
    assert "training.json.damaged-1" in trainee.status
    assert "\n" not in trainee.status
    assert not training_file().exists()
    assert change_results(lambda results: full()) == (full(), [])


def test_a_mistake_that_cannot_be_shown_is_passed_over() -> None:
    broken = replace(EXERCISE, text="(;GM[Boku];B[z99])")
    due = NOW - timedelta(days=900)
    change_results(
        lambda results: Results(
            {"1": Card(broken, due), "2": Card(EXERCISE, NOW - timedelta(days=1))}
        )
    )
    trainee = Trainee(Session.new("boku"))
    trainee.user.training.review()
    assert trainee.state.exercise == EXERCISE
    assert "cannot be shown" in trainee.status


def test_no_place_to_write_costs_no_exercise(home: Path) -> None:
    (home / "data").write_text("in the way")
    results, problems = change_results(lambda results: full())
    assert results == full()
    (problem,) = problems
    assert "are not being saved" in problem


def test_what_is_known_comes_back_later_and_later() -> None:
    card, now, gaps = Card(EXERCISE, NOW), NOW, []
    for _ in range(5):
        card = reviewed(card, Score(0, False), now)
        gaps.append(days_until(card.due, now))
        now = card.due
    assert gaps == sorted(gaps)
    assert gaps[0] >= 1
    assert gaps[-1] > 30
    failed = reviewed(card, Score(0, True), now)
    helped = reviewed(card, Score(1, False), now)
    known = reviewed(card, Score(0, False), now)
    assert failed.due < helped.due < known.due
