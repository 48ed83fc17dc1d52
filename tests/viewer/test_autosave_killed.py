"""A playing process is killed a hundred times; what it had shown is always there afterwards."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.record import check
from viewer.autosave import Autosave, Lost, recover, recoverable
from viewer.session import Session

ROOT = Path(__file__).resolve().parents[2]
KILLS = 100
MOST = 16  # changes before a kill; those that a player makes until it is killed come on top


def edits(session: Session, seed: int) -> Iterator[None]:
    """Change the session at random for ever, the same way for the same seed, and yield after."""
    chance = random.Random(seed)
    while True:
        choice = chance.random()
        if choice < 0.75 and session.outcome is None:
            session.play(chance.choice(session.position.legal_moves()))
        elif choice < 0.8:
            session.undo()
        elif choice < 0.83:
            session.redo()
        elif choice < 0.88:
            session.set_comment(f"comment {chance.random()}")
        elif choice < 0.9 and session.index > 2:
            session.promote_to_main(session.node)
        else:
            session.go_index(chance.randrange(len(session.line)))
        yield


def player(seed: int) -> None:
    """Play, and print the number of each change once it has been made: "shown"."""
    session = Session.new(size=10)
    session.keep(Autosave())
    os.write(1, b"0\n")
    for number, _ in enumerate(edits(session, seed), 1):
        os.write(1, b"%d\n" % number)


def server() -> None:
    """Start a player for each seed that comes in; a fork is a fast start."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            player(int(line))
        os.write(1, b"pid %d\n" % child)
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


class Server:
    """The process that starts players."""

    def __init__(self) -> None:
        code = f"import runpy; runpy.run_path({__file__!r})['server']()"
        command = [sys.executable, "-c", code]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe)

    def killed_after(self, seed: int, count: int, part: float) -> int:
        """Let a player show so many changes and kill it in the next one; the last that it showed.

        ``part`` is when in that one, as a part of the time that those before it took.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"%d\n" % seed)
        self.process.stdin.flush()
        shown, pid, began = -1, 0, 0.0
        while not pid or shown < count:
            word, _, rest = self.process.stdout.readline().strip().partition(b" ")
            if word == b"pid":
                pid = int(rest)
            else:
                shown = int(word)
                began = began or time.perf_counter()
        time.sleep(part * (time.perf_counter() - began) / count)
        os.kill(pid, 9)
        while (line := self.process.stdout.readline().strip()) != b"dead":
            shown = int(line)
        return shown


@pytest.fixture
def players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    server = Server()
    yield server
    server.process.communicate()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
def test_what_was_shown_survives_a_hundred_kills(players: Server, tmp_path: Path) -> None:
    chance = random.Random(3)
    for seed in range(KILLS):
        shown = players.killed_after(seed, chance.randint(1, MOST), chance.random())
        told: list[str] = []
        found = recoverable(report=told.append)
        assert told == []
        assert_kept(found, seed, shown)
    assert list((tmp_path / "state" / "autosave").iterdir()) == []


def assert_kept(found: list[Lost], seed: int, shown: int) -> None:
    """What is recovered must be the record after the last change shown, or the one in the works."""
    again = Session.new(size=10)
    steps = edits(again, seed)
    for _ in range(shown):
        next(steps)
    if not found:  # nothing to save, or no more
        if again.modified:
            next(steps)
        assert not again.modified
        return
    (lost,) = found
    session = recover(lost)
    assert session.problems == []
    assert check(session.record) == []
    if session.record != again.record:
        next(steps)
    assert session.record == again.record
    session.play(session.position.legal_moves()[0]) if session.outcome is None else session.back()
    session.close(discard=True)
