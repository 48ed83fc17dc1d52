"""The schedule: what is to be called when."""

from __future__ import annotations

from boche.viewer.window.desk import Schedule


def one() -> None: ...
def two() -> None: ...


def test_the_earliest_time_is_due_and_what_is_taken_is_gone() -> None:
    schedule = Schedule()
    schedule.at(3.0, one)
    schedule.at(2.0, two)
    assert schedule.due == 2.0
    assert schedule.take(1.9) == []
    assert schedule.take(3.0) == [two, one]
    assert (schedule.due, schedule.take(9.0)) == (None, [])


def test_a_later_entry_replaces_an_earlier_one_and_none_cancels_it() -> None:
    schedule = Schedule()
    schedule.at(1.0, one)
    schedule.at(4.0, one)
    assert (schedule.take(3.0), schedule.due) == ([], 4.0)
    schedule.at(None, one)
    schedule.at(None, two)
    assert schedule.due is None
