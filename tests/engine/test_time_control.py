"""The counting of clocks: main time, increments, byo-yomi; clocks as text."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from boche.engine.errors import OptionError
from boche.engine.games.registry import GAMES
from boche.engine.record import Record, loads
from boche.engine.record.times import control_of, set_control
from boche.engine.time_control import TENTHS, TimeControl, TimeLeft, clock_face

controls = st.builds(
    TimeControl,
    st.integers(0, 7200).map(float),
    st.integers(0, 60).map(float),
    st.none(),
    st.integers(0, 9),
    st.integers(1, 120).map(float),
).filter(lambda control: control.total > 0)
mains = st.one_of(st.none(), st.integers(0, 7200).map(float))
uneven = st.builds(TimeControl.with_mains, controls, mains, mains)
thoughts = st.lists(st.floats(0.0, 400.0), max_size=12)


@given(controls, thoughts)
def test_a_clock_only_loses_time_while_a_player_thinks(control: TimeControl, spent: list) -> None:
    left = control.full
    for seconds in spent:
        before = control.until_out(left)
        left = control.spent(left, seconds)
        assert control.until_out(left) == pytest.approx(max(before - seconds, 0.0), abs=1e-6)
        assert left.is_out == (control.until_out(left) <= 0.0)


@given(controls, st.floats(0.0, 300.0), st.floats(0.0, 300.0))
def test_time_measured_in_two_parts_is_the_same(control: TimeControl, one: float, two: float):
    at_once = control.spent(control.full, one + two)
    in_parts = control.spent(control.spent(control.full, one), two)
    assert control.until_out(in_parts) == pytest.approx(control.until_out(at_once), abs=1e-6)


@given(controls, thoughts)
def test_a_move_in_time_gives_the_increment_or_the_whole_period(control: TimeControl, spent: list):
    left = control.full
    for seconds in spent:
        left = control.spent(left, seconds)
        assume(not left.is_out)
        after = control.moved(left)
        if left.periods is None:
            assert after == TimeLeft(left.seconds + control.increment)
        else:
            assert after == TimeLeft(control.period, left.periods)
        left = after


@given(controls)
def test_a_program_that_keeps_to_its_share_never_runs_out(control: TimeControl) -> None:
    left = control.full
    for _ in range(300):
        share = control.for_move(left)
        if control.until_out(left) > 2.0:
            assert 0.0 < share < control.until_out(left)
            left = control.moved(control.spent(left, share))
            assert not left.is_out


def test_byo_yomi_counts_its_periods() -> None:
    control = TimeControl.parse("1+0+3x30")
    left = control.spent(control.full, 70.0)
    assert left == TimeLeft(20.0, 3)
    assert control.moved(left) == TimeLeft(30.0, 3)
    assert control.spent(control.moved(left), 31.0) == TimeLeft(29.0, 2)
    assert control.spent(left, 20.0 + 30.0 + 30.0).is_out


@given(uneven)
def test_the_short_form_can_be_read(control: TimeControl) -> None:
    same = TimeControl.parse(control.short)
    assert same.start == pytest.approx(control.start, abs=0.01)
    assert (same.second is None) == (control.second is None)
    assert same.second is None or same.second == pytest.approx(control.second, abs=0.01)
    assert (same.increment, same.periods) == (control.increment, control.periods)


@given(controls, mains, mains)
def test_each_side_has_its_own_main_time(
    control: TimeControl, first: float | None, second: float | None
) -> None:
    both = control.with_mains(first, second)
    for side, own in enumerate((first, second)):
        alone, more = both.of(side), control.periods * control.period
        timed = own is not None and own + more > 0.0
        assert alone.start == (own if timed else control.start)
        assert alone.total > 0.0
        assert both.exchanged.of(1 - side) == alone
        assert (alone.increment, alone.period) == (control.increment, control.period)
    assert both.exchanged.exchanged == both


@given(st.sampled_from([*GAMES]), uneven)
def test_a_handicap_is_in_the_record_and_comes_back(game: str, control: TimeControl) -> None:
    record = Record.new(game)
    set_control(record, control)
    read = control_of(loads(record.text()))
    assert read is not None
    assert (read.start, read.second) == (control.start, control.second)
    assert record.root.text("TM") == f"{control.start:g}"
    set_control(record, control.of(1))
    again = control_of(record)
    assert again is not None
    assert (again.start, again.second) == (control.of(1).start, None)


@given(controls)
def test_a_record_s_properties_can_be_read(control: TimeControl) -> None:
    read = TimeControl.from_sgf(f"{control.start:g}", control.overtime)
    assert read is not None
    assert (read.start, read.increment, read.periods) == (
        control.start, control.increment, control.periods)  # fmt: skip


@given(st.text(max_size=30), st.text(max_size=60))
def test_properties_of_any_content_are_harmless(main: str, overtime: str) -> None:
    control = TimeControl.from_sgf(main, overtime)
    assert control is None or 0.0 < control.total < 1e9


@pytest.mark.parametrize(
    "text",
    ["", "x", "0", "-1", "5+", "1e9", "5+3+2", "nan", "٣", "5/", "/5", "5/0", "0/5", "5/1/1"],
)
def test_what_is_no_clock(text: str) -> None:
    with pytest.raises(OptionError, match="is not a clock"):
        TimeControl.parse(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [("5", "5 minutes for the game"), ("5+3", "5 minutes, 3 seconds more a move"),
     ("10+3x30", "10 minutes, then 3 periods of 30 seconds a move"),
     ("0+1x30", "1 period of 30 seconds a move")],
)  # fmt: skip
def test_clocks_in_words(text: str, words: str) -> None:
    control = TimeControl.parse(text)
    assert control.text == words


@pytest.mark.parametrize(
    ("seconds", "face"),
    [(3723.0, "1:02:03"), (299.2, "5:00"), (10.4, "0:11"), (TENTHS, "0:10.0"), (9.34, "0:09.4"),
     (0.01, "0:00.1"), (0.0, "0:00")],
)  # fmt: skip
def test_the_face_of_a_clock(seconds: float, face: str) -> None:
    assert clock_face(TimeLeft(seconds)) == face
