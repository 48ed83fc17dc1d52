"""A board that plays by the clock: its moves over time, and its requests to be woken."""

from __future__ import annotations

import pytest

from boche.viewer.rules import demonstration as showings
from boche.viewer.rules import picture_name
from boche.viewer.rules.book import Book, Chapter
from boche.viewer.rules.demonstration import END, Showing, named
from boche.viewer.rules.markdown import Play

MOVES = ("f5", "g6", "e5", "f6")
PLAY = Play(MOVES, after=1)


def played(showing: Showing, until: float, step: float = 0.01) -> list[tuple[float, str | None]]:
    """Return each last move at rest, up to a time, with the time at which it was first seen."""
    seen: list[tuple[float, str | None]] = []
    for number in range(round(until / step)):
        showing.tick(number * step)
        moment = showing.moment()
        if moment.change is None and (not seen or seen[-1][1] != moment.last):
            seen.append((number * step, moment.last))
    return seen


def test_moves_are_made_at_the_tables_pace_and_begin_anew_after_a_rest() -> None:
    showing = Showing("boku", PLAY, speed=2.0, drop=0.2)
    first, *others = played(showing, 1.5 + END + 1.0)
    assert first == (0.0, "f5")
    assert [last for _, last in others] == ["g6", "e5", "f6", "f5", "g6"]
    times = [time for time, _ in others]
    assert times == pytest.approx([0.7, 1.2, 1.7, 1.5 + END, 1.5 + END + 0.7], abs=0.02)


def test_it_sleeps_between_moves_and_while_the_end_is_seen() -> None:
    showing = Showing("boku", PLAY, speed=0.5, drop=0.2)
    assert showing.wakeup() == 0.0
    assert showing.tick(10.0)
    assert showing.wakeup() == pytest.approx(12.0)
    assert not showing.tick(11.0)
    assert showing.tick(12.1)
    change = showing.moment().change
    assert change is not None
    assert change.move == "g6"
    assert showing.wakeup() == 0.0
    assert showing.tick(12.3)
    assert showing.wakeup() == pytest.approx(14.0)
    showing.tick(16.3)
    assert showing.wakeup() == pytest.approx(16.0 + END)


def test_without_animation_the_end_is_shown_and_nothing_moves() -> None:
    showing = Showing("boku", PLAY, drop=0.0)
    assert (showing.wakeup(), showing.tick(5.0), showing.tick(7.0)) == (None, False, False)
    assert showing.moment().last == "f6"
    assert showing.moment().position.ply == 4


@pytest.mark.parametrize("faulty", [Play(("f5", "f5")), Play(("f5",), (("size", "4"),)),
                                    Play(("f5",), (("size", "large"),))])  # fmt: skip
def test_a_play_with_faults_is_left_out(monkeypatch, faulty: Play) -> None:
    book = Book("boku", (Chapter("A chapter", (PLAY, faulty)),))
    monkeypatch.setattr(showings, "book_of", lambda game: book)
    good = named(picture_name("boku", 0), 1.0, 0.2)
    assert good is not None
    assert good.play is PLAY
    assert named(picture_name("boku", 1), 1.0, 0.2) is None
