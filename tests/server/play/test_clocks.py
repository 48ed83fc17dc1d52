"""The clock's formula, and durations in words."""

from __future__ import annotations

import pytest

from boche.engine.durations import DAY, HOUR, MINUTE, in_words
from boche.server.errors import BadRequestError
from boche.server.play.clocks import Clock


@pytest.mark.parametrize(
    ("within", "beyond"),
    [
        (Clock(10.0), Clock(9.9)), (Clock(366 * DAY), Clock(366 * DAY + 1)),
        (Clock(DAY, 0.0), Clock(DAY, -0.1)), (Clock(DAY, 366 * DAY), Clock(DAY, 366 * DAY + 1)),
        (Clock(DAY, 0.0, DAY), Clock(DAY, 0.0, DAY - 1)),
        (Clock(DAY, nag=HOUR), Clock(DAY, nag=HOUR - 1)),
        (Clock(DAY, nag=366 * DAY), Clock(DAY, nag=366 * DAY + 1)),
    ],
)  # fmt: skip
def test_a_clock_is_refused_just_beyond_what_its_refusal_says(within: Clock, beyond: Clock) -> None:
    within.check()
    with pytest.raises(BadRequestError, match=r"^clock: (start|increment|most|nag) must be from"):
        beyond.check()


def test_days_a_move_fill_the_clock_up_again() -> None:
    clock = Clock.days_a_move(21)
    assert clock.after_move(5 * DAY) == 21 * DAY
    assert clock.after_move(0.0) == 21 * DAY
    assert clock.text == "21 days a move"


def test_an_increment_is_added_to_what_is_left() -> None:
    clock = Clock(5 * MINUTE, 10.0)
    assert clock.after_move(100.0) == 110.0
    assert clock.text == "5 minutes, 10 seconds more a move"


def test_no_more_is_saved_than_the_most() -> None:
    assert Clock(DAY, DAY, 2 * DAY).after_move(1.5 * DAY) == 2 * DAY


def test_a_bank_for_the_whole_game_only_shrinks() -> None:
    clock = Clock(30 * DAY, 0.0, 30 * DAY)
    assert clock.after_move(7 * DAY) == 7 * DAY
    assert clock.text == "30 days for the game"


def test_no_clock_counts_nothing() -> None:
    assert Clock(None).after_move(0.0) is None
    assert Clock(None).text == "no clock"
    assert Clock(None, nag=366 * DAY).text == "no clock, a reminder after 366 days"


@pytest.mark.parametrize(
    ("clock", "live", "first"),
    [(Clock(10.0), True, 60.0), (Clock(900.0, 15.0), True, 90.0), (Clock(DAY - 1), True, HOUR),
     (Clock(12.0, 90_000.0), True, 60.0), (Clock(DAY), False, None), (Clock(None), False, None)],
)  # fmt: skip
def test_under_a_day_a_game_is_live_and_a_first_move_has_its_time(
    clock: Clock, live: bool, first: float | None
) -> None:
    assert clock.live == live
    assert first is None or clock.first_move == first


@pytest.mark.parametrize(
    "given",
    [{"start": 1}, {"start": 400 * DAY}, {"start": DAY, "most": HOUR}, {"increment": 5},
     {"start": True}, {"start": float("nan")}, {"start": "1"}, {"days": 3},
     {"start": DAY, "nag": 1}, {"start": DAY, "increment": -1}, {"start": float("inf")}],
)  # fmt: skip
def test_what_is_no_clock_is_refused_in_a_line(given: dict[str, object]) -> None:
    with pytest.raises(BadRequestError) as refused:
        Clock.read(given)
    assert str(refused.value).startswith("clock: ")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 seconds"), (1, "1 second"), (90, "1 minute 30 seconds"), (86400, "1 day"),
     (90061, "1 day 1 hour"), (-5, "0 seconds"), (21 * 86400, "21 days")],
)  # fmt: skip
def test_lengths_of_time_in_words(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


@pytest.mark.parametrize("clock", [Clock(None), Clock(300.0, 5.0), Clock.days_a_move(3.0)])
def test_a_clock_is_read_again_from_its_fields(clock: Clock) -> None:
    assert Clock.read(clock.fields) == clock
