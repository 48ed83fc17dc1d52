"""The computer at a table: seats, hints and evaluations, with a thinker driven by the test."""

from __future__ import annotations

import pytest

from boche.viewer.assistant.background import Job, Report
from boche.viewer.assistant.computer_seats import PACE
from boche.viewer.session import Session
from tests.viewer.assistant.desk import Desk, answer, desk, seat


def test_a_computer_seat_plays_in_its_turn() -> None:
    one = desk()
    assert one.thinker.job is None
    one.table.play("c:b2")
    one.pass_time()
    assert (one.job.kind, one.job.player, one.job.node) == ("move", "4", one.session.cursor.node)
    assert one.assistant.analysis().thinking == "dark"
    assert one.assistant.analysis().status == "Dark, level 4, is thinking…"
    one.answer("a:a1")
    assert one.session.cursor.moves == ["c:b2", "a:a1"]
    assert one.thinker.job is None
    assert one.assistant.wakeup() is None


def test_the_computer_may_swap_and_then_has_the_other_colour() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.answer("swap")
    assert one.session.cursor.moves == ["c:b2", "swap"]
    assert one.session.person_of("light").kind == "computer"
    assert one.thinker.job is None, "dark is a person now"


def test_moves_come_at_a_pace_that_can_be_followed() -> None:
    one = desk(light=1, dark=1)
    found = answer(one.job.position, "c:b2")
    one.thinker.waiting.append(Report(one.job, found, found.best, done=True))
    one.assistant.tick()
    one.pass_time(PACE / 2)
    if not one.session.cursor.moves:
        one.pass_time(PACE)
    assert one.session.cursor.moves == ["c:b2"]


def test_nobody_moves_for_a_thinking_computer() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    for text in ("a:a1", "swap"):
        assert not one.controller.submit("move", text)
        assert "Dark, level 4, is thinking" in one.status
    one.controller.command("place")
    one.controller.command("swap")
    assert one.session.cursor.moves == ["c:b2"]


def test_undo_goes_back_to_the_person() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.answer("a:a1")
    one.table.play("b:c1")
    one.pass_time()
    old = one.job
    one.key("Z", "ctrl")
    assert one.session.cursor.moves == ["c:b2", "a:a1"], "while it thinks: one move"
    assert one.thinker.job is None
    one.answer("a:c2", old)
    assert one.session.cursor.moves == ["c:b2", "a:a1"], "a stale answer is dropped"
    one.key("Z", "ctrl")
    assert one.session.cursor.moves == [], "after it has moved: both moves"
    one.key("Y", "ctrl")
    assert one.session.cursor.moves == ["c:b2", "a:a1"]
    assert one.thinker.job is None


def test_another_game_drops_the_answer() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    old = one.job
    one.controller.set_session(Session.new("boche", size=3))
    one.answer("a:a1", old)
    assert one.session.cursor.moves == []
    assert one.thinker.job is None


def test_looking_back_stops_and_does_not_move() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.answer("a:a1")
    one.key("PageUp")
    one.pass_time()
    assert one.thinker.job is None, "the line goes on here: nothing to play"
    one.key("PageDown")
    one.table.play("b:c1")
    one.pass_time()
    old = one.job
    one.key("PageUp")
    one.answer("a:c2", old)
    assert one.session.cursor.moves == ["c:b2", "a:a1", "b:c1"]


def test_a_question_holds_the_move_back() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.key("R")
    assert "Resign for light" in one.controller.view().question.title  # type: ignore[union-attr]
    one.answer("a:a1")
    assert one.session.cursor.moves == ["c:b2"]
    one.key("Escape")
    one.pass_time()
    assert one.session.cursor.moves == ["c:b2", "a:a1"]


def test_the_person_resigns_and_not_the_computer() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.key("R")
    one.key("Y")
    assert one.session.outcome is not None
    assert one.session.outcome.winner == "dark"
    assert one.thinker.job is None


def test_an_error_is_a_line_and_the_computer_waits() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.thinker.waiting.append(Report(one.job, done=True, error="numpy is not here"))
    one.pass_time()
    assert one.status.startswith("numpy is not here")
    assert one.controller.view().tone == "refused"
    one.pass_time()
    assert one.thinker.job is None, "it does not try again by itself"
    one.table.play("a:a1")
    assert one.session.cursor.moves == ["c:b2", "a:a1"], "a person may move for it"
    one.key("W")
    one.table.play("b:c1")
    one.pass_time()
    assert one.job.kind == "move"


def test_what_goes_wrong_in_letting_go_is_said_and_the_game_goes_on() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.thinker.waiting.append(Report(Job("keep", None, None), error="a program stays"))
    one.pass_time()
    assert one.status.startswith("a program stays")
    one.answer("a:a1")
    assert one.session.cursor.moves == ["c:b2", "a:a1"]


def test_a_refused_move_loses_no_game() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    found = answer(one.job.position, "a:a1")
    one.thinker.waiting.append(Report(one.job, found, "a:b2 nonsense", done=True))
    one.pass_time()
    assert "refused" in one.status
    assert one.session.cursor.moves == ["c:b2"]


def test_preparing_is_said() -> None:
    one = desk()
    one.table.play("c:b2")
    one.pass_time()
    one.thinker.preparing_since = 1.0
    one.pass_time()
    assert one.assistant.analysis().status.startswith("preparing the computer player")


def test_only_a_computer_can_wait() -> None:
    one = desk(dark=0)
    one.key("W")
    assert one.controller.view().tone == "refused"
    one.assistant.close()
    assert one.thinker.closed


@pytest.mark.parametrize("level", [0, 3])
def test_the_arrows_of_a_game_that_is_continued_choose_a_place(level: int) -> None:
    """Open a game in which it is one's move: with a computer it goes on; else it is replayed."""
    session = Session.new("boku", seats={"white": seat(level), "black": seat(0)})
    for move in ("e5", "f5"):
        session.play(session.position.parse(move))
    one = Desk(session)
    one.key("Left")
    assert (session.cursor.index == 2) == (level > 0)
    assert (one.controller.view().ghost is not None) == (level > 0)
