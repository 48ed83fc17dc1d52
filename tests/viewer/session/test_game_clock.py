"""The clocks of a game at the table: what they measure, and what the record keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.record import loads
from boche.engine.record.times import control_of, left_at
from boche.engine.time_control import TimeControl, TimeLeft
from boche.viewer.session import Session
from boche.viewer.storage.autosave import Autosave, recover, recoverable
from tests.viewer.storage.unsaved import folder

__all__ = ["folder"]

FIVE = TimeControl.parse("5+3")


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def timed(game: str = "boku", control: TimeControl = FIVE) -> tuple[Session, Time]:
    session, time = Session.new(game, control=control), Time()
    session.clock.now = time
    return session, time


def play(session: Session, time: Time, seconds: float) -> None:
    """Think, then play the first legal move that is not a swap."""
    session.clock.run(True)
    time.now += seconds
    moves = (move for move in session.position.legal_moves() if str(move) != "swap")
    session.play(next(iter(moves)))


@pytest.mark.parametrize("game", GAMES)
def test_first_moves_are_free_and_later_ones_are_in_the_record(game: str) -> None:
    session, time = timed(game)
    first, second = session.record.game.colours
    for seconds in (60.0, 40.0, 10.0, 20.0):
        play(session, time, seconds)
    assert session.clock.left() == {first: TimeLeft(293.0), second: TimeLeft(283.0)}
    read = loads(session.record.text())
    assert control_of(read) == FIVE
    assert left_at(read, read.main_line()[-1], FIVE) == session.clock.left()


def test_a_held_clock_takes_no_time() -> None:
    session, time = timed()
    for _ in range(2):
        play(session, time, 0.0)
    session.clock.run(True)
    time.now += 5.0
    session.clock.run(False)
    time.now += 1000.0
    session.clock.run(True)
    time.now += 2.0
    assert session.clock.left()[session.turn] == TimeLeft(293.0)


def test_no_clock_runs_at_another_position_and_the_time_stays() -> None:
    session, time = timed()
    for _ in range(3):
        play(session, time, 10.0)
    session.clock.run(True)
    time.now += 5.0
    session.cursor.back()
    session.clock.run(True)
    assert not session.clock.running
    first, second = session.clock.left()
    assert session.clock.left() == {first: TimeLeft(300.0), second: TimeLeft(300.0)}
    time.now += 50.0
    session.cursor.last()
    assert session.clock.left()[session.turn] == TimeLeft(295.0)


def test_undo_brings_the_times_back_and_redo_too() -> None:
    session, time = timed()
    for _ in range(4):
        play(session, time, 10.0)
    later = session.clock.left()
    session.edits.undo()
    session.clock.run(True)
    assert list(session.clock.left().values()) == [TimeLeft(293.0), TimeLeft(300.0)]
    session.edits.redo()
    assert session.clock.left() == later


def test_a_swap_takes_the_times_with_the_players() -> None:
    session, time = timed("boche")
    moves = ["c:a1", "swap"]
    for move in moves:
        session.play(move)
    play(session, time, 30.0)
    assert sorted(left.seconds for left in session.clock.left().values()) == [273.0, 300.0]


@pytest.mark.parametrize("game", GAMES)
def test_a_handicap_gives_each_side_its_own_time(game: str, tmp_path: Path) -> None:
    odds = TimeControl.parse("5/1+3")
    session, time = timed(game, odds)
    first, second = session.record.game.colours
    assert session.clock.left() == {first: TimeLeft(300.0), second: TimeLeft(60.0)}
    for _ in range(4):
        play(session, time, 10.0)
    assert session.clock.left() == {first: TimeLeft(293.0), second: TimeLeft(53.0)}
    session.file.save_as(tmp_path / "game.sgf")
    again = Session.open(tmp_path / "game.sgf")
    assert (again.clock.control, again.clock.left()) == (odds, session.clock.left())
    again.cursor.first()
    assert again.clock.left() == {first: TimeLeft(300.0), second: TimeLeft(60.0)}


def test_a_swap_takes_the_handicap_with_the_players() -> None:
    session, time = timed("boche", TimeControl.parse("5/1"))
    session.play("c:a1")
    session.play("swap")
    assert session.clock.left() == {"light": TimeLeft(60.0), "dark": TimeLeft(300.0)}
    play(session, time, 30.0)
    assert session.clock.left() == {"light": TimeLeft(60.0), "dark": TimeLeft(270.0)}
    session.cursor.first()
    assert session.clock.left() == {"light": TimeLeft(300.0), "dark": TimeLeft(60.0)}
    read = loads(session.record.text())
    assert left_at(read, read.main_line()[2], TimeControl.parse("5/1")) == {
        "light": TimeLeft(60.0), "dark": TimeLeft(300.0)}  # fmt: skip


def test_a_turn_begun_again_after_a_warning_has_no_more_time() -> None:
    session, time = timed()
    for _ in range(2):
        play(session, time, 0.0)
    for begun in (300.0, 265.0):
        mover = session.turn
        assert session.clock.left()[mover] == TimeLeft(begun)
        play(session, time, 35.0)
        node = session.cursor.node
        play(session, time, 10.0)
        session.edits.undo()
        session.edits.undo()
        session.clock.resume_turn(node)
        assert session.clock.left()[mover] == TimeLeft(begun - 35.0), "nor the increment"
    read = loads(session.record.text())
    assert left_at(read, read.main_line()[-1], FIVE)[mover] == TimeLeft(230.0)
    play(session, time, 10.0)
    assert session.clock.left()[mover] == TimeLeft(223.0)


def test_running_out_ends_the_game_and_can_be_undone() -> None:
    session, time = timed()
    for _ in range(2):
        play(session, time, 0.0)
    loser = session.turn
    session.clock.run(True)
    time.now += 400.0
    assert session.clock.left()[loser].is_out
    session.run_out(loser)
    assert session.record.result.endswith("+T")
    assert str(session.outcome.reason) == f"{loser} lost on time"
    assert session.clock.left()[loser].is_out
    session.edits.undo()
    assert session.outcome is None
    assert session.clock.left()[loser] == TimeLeft(300.0)


def test_a_game_opened_again_shows_its_times_and_waits(tmp_path: Path) -> None:
    session, time = timed()
    for _ in range(4):
        play(session, time, 10.0)
    session.file.save_as(tmp_path / "game.sgf")
    again = Session.open(tmp_path / "game.sgf")
    assert again.clock.left() == session.clock.left()
    assert again.clock.paused
    again.cursor.first()
    assert set(again.clock.left().values()) == {TimeLeft(300.0)}


def test_a_recovered_game_has_the_time_that_was_noted(folder: Path) -> None:
    session, time = timed()
    keeper = Autosave()
    session.safety.keep(keeper)
    for _ in range(4):
        play(session, time, 10.0)
    session.clock.run(True)
    time.now += 20.0
    assert session.clock.note()
    session.edits.touch()
    left = session.clock.left()
    keeper.release()
    (lost,) = recoverable()
    again = recover(lost)
    assert again.clock.left() == left
    assert again.clock.paused


@pytest.mark.parametrize("value", ["-5", "1e999", "nan", "", "12:30", "9" * 40, "\\]"])
def test_hostile_times_are_ignored(value: str) -> None:
    times = f";B[a1]BL[{value}]OB[{value}];W[a2]WL[{value}];B[a3]"
    text = f"(;FF[4]GM[Boku]TM[300]TMB[{value}]TMW[{value}]{times})"
    session = Session(loads(text))
    session.cursor.last()
    assert set(session.clock.left().values()) == {TimeLeft(300.0)}
    assert Session(loads(f"(;FF[4]GM[Boku]TM[{value}]OT[{value}];B[a1])")).clock.left() == {}


def test_a_game_without_a_clock_has_none() -> None:
    session = Session.new("boku")
    session.clock.run(True)
    assert (session.clock.left(), session.clock.running, session.clock.note()) == ({}, False, False)
    assert "TM" not in session.record.text()
