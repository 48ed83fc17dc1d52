"""External programs as players: they play, hang, crash or send nonsense; the table survives."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boche.engine.players import external as gtp_player
from boche.engine.record import dump_sgf, loads
from boche.viewer.assistant.assistant import Assistant
from boche.viewer.assistant.background import BackgroundThinker
from boche.viewer.assistant.computer_seats import PACE
from boche.viewer.assistant.search_backend import SearchBackend
from boche.viewer.session import Seat, Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller

LISTENING = """
import os, sys, time
log = open(sys.argv[1], "a", buffering=1)
log.write(f"pid {os.getpid()}\\n")
"""

PLAYS = """
moves = []
for line in sys.stdin:
    log.write(line)
    word, *rest = line.split()
    answer = ""
    if word == "clear_board": moves = []
    if word == "play": moves.append(rest[1])
    if word == "genmove":
        free = [t for t in ("a:a1", "a:b1", "a:c1", "a:a2") if t not in moves]
        answer = free[0]; moves.append(answer)
    print("= " + answer, end="\\n\\n", flush=True)
    if word == "quit": break
"""

ANSWERS = """
for line in sys.stdin:
    log.write(line)
    {when_asked}
    print("=", end="\\n\\n", flush=True)
"""


def at_genmove(code: str) -> str:
    return ANSWERS.format(when_asked=f"if 'genmove' in line: {code}")


class Table:
    """A game against a program, with the real thread, at a table without a window."""

    def __init__(self, code: str, folder: Path, size: int = 4, **seats: Seat) -> None:
        self.log = folder / "log"
        self.log.touch()
        script = folder / "program.py"
        script.write_text(LISTENING + code)
        self.command = shlex.join([sys.executable, str(script), str(self.log)])
        seats = seats or {"dark": Seat("Deep", f"gtp:{self.command}")}
        self.session = Session.new("boche", seats=seats, size=size, kill=0)
        settings = Settings(animation_speed=0.0)
        self.controller = Controller(self.session, (800, 600), settings)
        self.table = self.controller.table
        self.assistant = Assistant(self.table, BackgroundThinker(SearchBackend))
        self.controller.join(self.assistant)

    def play(self, *moves: str) -> None:
        for move in moves:
            self.table.play(move)
            self.serve(lambda: self.assistant.waiting_for() == "")

    def serve(self, until: Callable[[], object], limit: float = 120.0) -> None:
        """Let time pass until a condition holds; a hundredth of a second counts as a second."""
        end = time.monotonic() + limit
        while True:
            self.controller.tick(self.table.now + PACE)
            self.assistant.tick()
            if until():
                return
            assert time.monotonic() < end, f"it never happens; {self.status}"
            time.sleep(0.01)

    @property
    def status(self) -> str:
        return self.controller.view().status

    def heard(self, word: str) -> list[str]:
        return [line for line in self.log.read_text().splitlines() if line.startswith(word)]

    def pids(self) -> list[int]:
        return [int(line.split()[1]) for line in self.heard("pid")]


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def table(tmp_path: Path, monkeypatch: Any) -> Iterator[Callable[..., Table]]:
    """Yield a function that makes tables; check at the end that none of their programs is left."""
    monkeypatch.setattr(gtp_player, "START_SECONDS", 0.6)
    monkeypatch.setattr(gtp_player, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(
        "boche.viewer.assistant.search_request.SECONDS", {"move": 0.1, "hint": 1.0, "live": 1.0}
    )
    made: list[Table] = []

    def make(code: str, **seats: Seat) -> Table:
        made.append(Table(code, tmp_path, **seats))
        return made[-1]

    yield make
    for one in made:
        one.assistant.close()
        assert [pid for pid in one.pids() if runs(pid)] == []


def test_a_program_plays_and_follows_undo_and_jumps(table: Callable[..., Table]) -> None:
    one = table(PLAYS)
    one.play("c:b2")
    assert one.session.cursor.moves == ["c:b2", "a:a1"]
    one.play("a:c2")
    assert one.session.cursor.moves[-1] == "a:b1"
    assert len(one.heard("clear_board")) == 1, "it plays on where it was"
    assert one.heard("play") == ["play W c:b2", "play W a:c2"]
    one.controller.command("undo")
    assert one.session.cursor.moves == ["c:b2", "a:a1"]
    one.play("b:c1")
    assert len(one.heard("clear_board")) == 2
    assert one.heard("play")[2:] == ["play W c:b2", "play B a:a1", "play W b:c1"]
    assert one.session.cursor.moves == ["c:b2", "a:a1", "b:c1", "a:b1"]
    one.session.cursor.go_index(0)
    one.play("b:b2")
    assert one.session.cursor.moves == ["b:b2", "a:a1"], "in another variation"
    assert len(one.pids()) == 1, "one process for all of it"


def test_a_program_that_is_not_waited_for_plays_later(table: Callable[..., Table]) -> None:
    one = table(PLAYS.replace("answer = free", "time.sleep(0.12); answer = free"))
    one.table.play("c:b2")
    one.serve(lambda: one.heard("genmove"))
    one.controller.command("undo")
    assert one.session.cursor.moves == []
    one.play("d:b2")
    assert one.session.cursor.moves == ["d:b2", "a:a1"]
    assert one.session.outcome is None
    assert len(one.pids()) == 1


BAD = {
    "hangs": (at_genmove("time.sleep(600)"), "no answer to 'genmove B' in time"),
    "hangs at once": ("time.sleep(600)", "no answer to 'protocol_version' in time"),
    "dies": (at_genmove("sys.exit(4)"), "exited (exit code 4) at 'genmove B'"),
    "talks nonsense": (at_genmove("print('hello\\n', flush=True)"), "invalid answer"),
    "plays what is no move": (PLAYS.replace('"a:a1"', '"a:c3"'), "chose an invalid move"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_program_loses_with_the_reason(table: Callable[..., Table], kind: str) -> None:
    code, reason = BAD[kind]
    one = table(code)
    one.table.play("c:b2")
    one.serve(lambda: one.session.outcome)
    outcome = one.session.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.kind) == ("light", "forfeit")
    assert one.status.startswith("Dark, program ")
    assert reason in one.status
    assert one.controller.view().tone == "over"
    record = loads(dump_sgf(one.session.record).decode())
    assert record.result == "W+Forfeit"
    assert reason in record.main_line()[-1].comment
    one.serve(lambda: not any(map(runs, one.pids())))
    go_on_with_another(one)


def go_on_with_another(one: Table) -> None:
    """Undo and seat another opponent."""
    one.controller.command("undo")
    assert one.session.outcome is None
    assert one.session.cursor.moves == ["c:b2"], "only the loss is taken back"
    assert "W resumes it" in one.status
    one.serve(lambda: not one.assistant.wakeup())
    one.assistant.set_seats({"light": Seat(), "dark": Seat("", "greedy")})
    one.serve(lambda: one.assistant.waiting_for() == "")
    assert len(one.session.cursor.moves) == 2
    assert one.session.outcome is None


def test_a_program_may_resign(table: Callable[..., Table]) -> None:
    one = table(PLAYS.replace("answer = free[0]", "answer = 'resign'"))
    one.table.play("c:b2")
    one.serve(lambda: one.session.outcome)
    assert one.session.record.result == "W+R"
    assert one.status == "Dark, program python3, resigns".replace(
        "python3", Path(sys.executable).name
    )


def test_a_program_may_take_long_to_get_ready(table: Callable[..., Table]) -> None:
    """Allow a slow start, as of a program that compiles, longer than any other answer may take."""
    slow = 'if word == "clear_board": moves = []; time.sleep(1.5)'
    one = table(PLAYS.replace('if word == "clear_board": moves = []', slow))
    one.play("c:b2")
    assert one.session.cursor.moves == ["c:b2", "a:a1"]
    assert one.session.outcome is None


def test_two_programs_play_each_other_and_undo_stops_them(table: Callable[..., Table]) -> None:
    one = table(PLAYS, light=Seat("", "random"), dark=Seat("", "greedy"))
    one.serve(lambda: len(one.session.cursor.moves) >= 3)
    one.controller.command("undo")
    before = one.session.cursor.moves
    one.serve(lambda: not one.assistant.wakeup())
    assert one.session.cursor.moves == before
    assert "the computer is paused" in one.status
    one.assistant.pause()
    one.serve(lambda: len(one.session.cursor.moves) > len(before))


def test_a_program_ends_with_its_seat(table: Callable[..., Table]) -> None:
    one = table(PLAYS)
    one.play("c:b2")
    one.serve(lambda: bool(one.pids()))
    assert runs(one.pids()[0])
    one.assistant.set_seats({"light": Seat(), "dark": Seat()})
    one.serve(lambda: not runs(one.pids()[0]))


def test_closing_does_not_wait_for_a_program(table: Callable[..., Table]) -> None:
    one = table(at_genmove("time.sleep(600)"))
    one.table.play("c:b2")
    one.serve(lambda: one.heard("genmove"))
    start = time.monotonic()
    one.assistant.close()
    assert time.monotonic() - start < 60
    assert not any(map(runs, one.pids()))
