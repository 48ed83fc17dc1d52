"""Processes and windows killed while they play: all that they had shown can be recovered.

``python -m tests.soak.kills [--count N] [--windows N] [--seed S]``
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from boche.engine.record import check
from boche.viewer.session import Session
from boche.viewer.session.edits import Edits
from boche.viewer.storage.autosave import Autosave, Lost, recover, recoverable
from tests import ROOT

MOST = 16  # changes before a kill; those that a player makes until it is killed come on top


def edits(session: Session, seed: int) -> Iterator[None]:
    """Change the session at random forever, reproducibly by seed, and yield after each change."""
    chance = random.Random(seed)
    while True:
        choice = chance.random()
        if choice < 0.75 and session.outcome is None:
            session.play(chance.choice(session.position.legal_moves()))
        elif choice < 0.8:
            session.edits.undo()
        elif choice < 0.83:
            session.edits.redo()
        elif choice < 0.88:
            session.edits.set_comment(f"comment {chance.random()}")
        elif choice < 0.9 and session.cursor.index > 2:
            session.edits.promote_to_main(session.cursor.node)
        else:
            session.cursor.go_index(chance.randrange(len(session.cursor.line)))
        yield


def player(seed: int) -> None:
    """Play, and print the number of each change once it has been made: "shown"."""
    session = Session.new(size=10)
    session.safety.keep(Autosave())
    os.write(1, b"0\n")
    for number, _ in enumerate(edits(session, seed), 1):
        os.write(1, b"%d\n" % number)


def server() -> None:
    """Start a player for each seed that comes in; forking makes a start fast."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            player(int(line))
        os.write(1, b"pid %d\n" % child)
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


class Server:
    """The process that starts players."""

    def __init__(self, home: Path) -> None:
        command = [sys.executable, "-m", "tests.soak.kills", "--server"]
        pipe = subprocess.PIPE
        env = {**os.environ, "BOCHE_HOME": str(home)}
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, env=env)

    def killed_after(self, seed: int, count: int, part: float) -> int:
        """Let a player show ``count`` changes and kill it in the next; return the last one shown.

        ``part`` is the moment in the next change, as a fraction of the average time of a change.
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

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def survive_kills(home: Path, count: int, seed: int = 0) -> None:
    """Kill ``count`` players. Raises ``AssertionError`` if something shown is lost."""
    chance = random.Random(seed)
    players = Server(home)
    folder = home / "state" / "autosave"
    try:
        for number in range(seed, seed + count):
            shown = players.killed_after(number, chance.randint(1, MOST), chance.random())
            told: list[str] = []
            found = recoverable(folder, report=told.append)
            assert told == [], f"seed {number}: {told}"
            try:
                assert_kept(found, number, shown)
            except AssertionError as error:
                raise AssertionError(f"seed {number}, {shown} changes shown: {error}") from error
        assert not folder.exists() or list(folder.iterdir()) == []
    finally:
        players.close()


def assert_kept(found: list[Lost], seed: int, shown: int) -> None:
    """Assert that the recovered record is that after the last change shown, or the next one."""
    again = Session.new(size=10)
    steps = edits(again, seed)
    for _ in range(shown):
        next(steps)
    if not found:  # nothing to save, or no more
        if again.edits.modified:
            next(steps)
        assert not again.edits.modified
        return
    (lost,) = found
    session = recover(lost)
    assert session.file.problems == []
    assert check(session.record) == []
    if (session.record, session.edits.undo_text) != (again.record, again.edits.undo_text):
        next(steps)
    assert session.record == again.record
    assert_same_edits(session, again)
    session.play(
        session.position.legal_moves()[0]
    ) if session.outcome is None else session.cursor.back()
    session.safety.close(discard=True)


def assert_same_edits(session: Session, again: Session) -> None:
    """Assert that undo and redo give the same results in both sessions."""
    for step, back in ((Edits.redo, Edits.undo), (Edits.undo, Edits.redo)):
        went = 0
        while step(again.edits):
            went += 1
            assert step(session.edits), f"{went} steps of {step.__name__} are known, not all"
            assert session.record == again.record
        assert not step(session.edits)
        for _ in range(went):
            back(again.edits)
            back(session.edits)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Kill processes that play; lose nothing.")
    parser.add_argument("--count", type=int, default=1000, help="kills of processes")
    parser.add_argument("--windows", type=int, default=0, help="kills of windows, under Xvfb")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--server", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.server:
        server()
        return 0
    from tests.soak.windows import survive_window_kills

    try:
        with tempfile.TemporaryDirectory() as folder:
            survive_kills(Path(folder), args.count, args.seed)
            print(f"kills: {args.count} processes killed, 0 moves lost", flush=True)
            if args.windows:
                moves = survive_window_kills(Path(folder), args.windows, args.seed)
                print(f"kills: {args.windows} windows killed, {moves} moves recovered, 0 lost")
    except AssertionError as error:
        print(f"kills: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
