"""A clock typed into the start screen: digits, signs, and what is no clock."""

from __future__ import annotations

import pytest

from boche.engine.time_control import TimeControl
from boche.viewer.hud.dialogs.clock_fields import USUAL
from tests.viewer.hud.test_start_model import Screen


def typed(text: str) -> Screen:
    """Return the start screen after a clock was typed letter by letter."""
    screen = Screen("boku")
    screen.form.focus_on(screen.names().index("clock"))
    for letter in text:
        screen.form.key("Space" if letter == " " else letter.upper())
        screen.form.type(letter)
    screen.keys("Enter", "Enter")
    return screen


@pytest.mark.parametrize(
    ("text", "short"),
    [("12", "12"), ("1+2", "1+2"), ("1 + 2", "1+2"), ("1.5+1", "1.5+1"), ("20+10+5x30",) * 2],
)
def test_any_clock_can_be_typed_as_it_is_written(text: str, short: str) -> None:
    screen = typed(text)
    assert screen.form.problem == ""
    assert screen.control == TimeControl.parse(short)
    field = screen.form.fields[screen.names().index("clock")]
    assert field.value_text[0].isdigit()
    assert field.value == short


@pytest.mark.parametrize(
    ("text", "short", "shown"),
    [
        ("5 min 3 sec", "5.05", "5 min 3 s"),
        ("5m", "5", "5 min"),
        ("5:01", "5.0167", "5 min 1 s"),
        ("0:30", "0.5", "0.5 min"),
        ("1 h", "60", "60 min"),
        ("1h 30m", "90", "90 min"),
        ("10 min + 3 x 30 s", "10+3x30", "10 min + 3 x 30 s"),
        ("5 min + 3 s", "5+3", "5 min + 3 s"),
    ],
)
def test_a_time_may_be_typed_with_its_units(text: str, short: str, shown: str) -> None:
    screen = typed(text)
    assert screen.form.problem == ""
    field = screen.form.fields[screen.names().index("clock")]
    assert (field.value, field.value_text) == (short, shown)
    assert screen.control == TimeControl.parse(text)


def test_seconds_are_whole_on_the_clock() -> None:
    assert TimeControl.parse("5:01").start == 301.0
    assert TimeControl.parse(TimeControl.parse("5:01").short).start == 301.0


@pytest.mark.parametrize("text", ["0+5", "5+", "1+2+3+4", "5x", "abc", "5 min 3", "5 3", "5:77"])
def test_what_is_no_clock_is_refused_in_one_line(text: str) -> None:
    screen = typed(text)
    assert "write 5, 5+3 or 10+3x30" in screen.form.problem or "some time" in screen.form.problem


def test_0_is_no_clock() -> None:
    screen = typed("0")
    assert screen.form.problem == ""
    assert screen.control is None


def test_a_button_waits_for_a_clock_that_is_none() -> None:
    """Tab on, or click: the game must not begin with the clock of before."""
    screen = typed("5x")
    screen.form.focus_on(len(screen.form.fields))
    assert screen.form.focused is not None
    assert screen.form.focused.name == "clock"
    assert "5x" in screen.form.problem


def test_the_usual_clocks_are_those_that_players_know() -> None:
    assert {"1", "1+2", "2+1", "3+2", "5", "10+5", "15+10"} <= set(USUAL)
    totals = [TimeControl.parse(short).start for short in USUAL[:-2]]
    assert totals == sorted(totals)
