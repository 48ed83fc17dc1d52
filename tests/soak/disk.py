"""Disks that become full at each point of writing, and thousands of damaged settings and autosaves.

``python -m tests.soak.disk [--count N] [--full N] [--seed S]``
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import random
import resource
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from boche.engine.errors import BocheError
from boche.viewer.session import Seat, Session
from boche.viewer.session.edits import Edits
from boche.viewer.storage.autosave import Autosave, recover, recoverable
from boche.viewer.storage.paths import HOME
from boche.viewer.storage.settings import Settings, load_settings, save_settings, settings_file

SLOW = 10.0  # seconds for one start; more counts as hanging
VALUES: list[Any] = [
    *(None, True, -1, 0, 3, 0.5, 1e308, float("inf"), float("nan"), 10**400),
    *("", "x", "²", "99", "gtp:", "a\0b", "\ud800", "~nobody", "x" * 300, "/" + "y" * 5000),
    *([], [[]], {}, {"a": 1}, ["a", 3], ["/x\0"], "9" * 5000),
    *("0001-01-01T00:00:00+14:00", "2026-01-01T00:00:00"),
]


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return the bytes with some damage: to the structure of the leading JSON, or to any bytes."""
    kind = chance.random()
    head, newline, body = data.partition(b"\n") if data[:1] == b"{" else (data, b"", b"")
    if kind < 0.5:
        with_json = data if data[:2] == b"{\n" else head
        values = json.loads(with_json)
        damage_values(values, chance)
        text = json.dumps(values).encode("ascii")
        return text if data[:2] == b"{\n" else text + newline + body
    if kind < 0.65:
        return data[: chance.randrange(len(data) + 1)]
    found = bytearray(data)
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(found))
        found[at : at + chance.randint(0, 3)] = chance.randbytes(chance.randint(0, 3))
    return bytes(found)


def damage_values(values: Any, chance: random.Random) -> None:
    """Replace or remove one value, somewhere in lists and objects."""
    here = values
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = chance.choice(keys)
        inner = here[key]
        if not isinstance(inner, list | dict) or not inner or chance.random() < 0.3:
            if chance.random() < 0.2:
                del here[key]
            else:
                here[key] = chance.choice(VALUES)
            return
        here = inner


def good_autosave(home: Path, chance: random.Random) -> bytes:
    """Return an autosave of a game with variations, undone moves, comments, a file and players."""
    game = chance.choice(["boche", "che", "boku", "octi"])
    session = Session.new(game, ["Anna", "Bert"])
    colour = session.record.game.colours[1]
    session.seats.seat(colour, Seat("Bert", chance.choice(["", "5", "uct:50", "gtp:true"])))
    if chance.random() < 0.3:
        session.file.path = home / "game.sgf"
    keeper = Autosave(home / "make")
    session.safety.keep(keeper)
    for _ in range(chance.randint(1, 12)):
        if session.outcome is None and chance.random() < 0.8:
            session.play(chance.choice(list(session.position.legal_moves())[:50]))
        elif chance.random() < 0.5:
            session.edits.undo()
        else:
            session.edits.set_comment("x")
    if not session.edits.modified:
        session.edits.set_comment("y")
    assert keeper.path is not None
    data = keeper.path.read_bytes()
    session.safety.close(discard=True)
    return data


def start(home: Path) -> None:
    """Do what a start does before the window opens, and use the recovered games."""
    settings, lines = load_settings()
    assert all("\n" not in line for line in lines), lines
    assert settings.window_size[0] >= 320
    told: list[str] = []
    found = recoverable(report=told.append)
    assert all("\n" not in line for line in told), told
    for lost in found:
        try:
            session = recover(lost)
        except BocheError:
            continue
        assert all(not seat.player.startswith("gtp:") for seat in session.seats.values())
        for step in (Edits.undo, Edits.redo):
            while step(session.edits):
                assert session.position is not None
        assert session.title
        session.safety.try_again()
        session.safety.close()
    assert save_settings(settings) == ""


def damaged_starts(home: Path, count: int, seed: int, fail: Callable[[str], None]) -> int:
    """Start ``count`` times with damaged files. Return how many autosaves were lost silently."""
    os.environ[HOME] = str(home)
    folder, lost = home / "state" / "autosave", 0
    sources = [good_autosave(home, random.Random(f"{seed} {i}")) for i in range(40)]
    save_settings(Settings(recent=("/a", "/b"), other={"later": [1, {"x": None}]}))
    settings = settings_file().read_bytes()
    for number in range(count):
        chance = random.Random(f"{seed} damage {number}")
        folder.mkdir(parents=True, exist_ok=True)
        kept = mutated(chance.choice(sources), chance)
        (folder / "00.autosave").write_bytes(kept)
        settings_file().write_bytes(mutated(settings, chance))
        begin = time.perf_counter()
        try:
            start(home)
            left = [path for path in folder.iterdir() if path.suffix != ".lock"]
            if not left:
                lost += 1
                fail(f"start {number}: nothing is left of {kept[:300]!r}")
        except Exception:
            fail(f"start {number}: {traceback.format_exc()}\n{kept[:2000]!r}")
        if time.perf_counter() - begin > SLOW:
            fail(f"start {number}: it hangs")
        for path in [*folder.iterdir(), *settings_file().parent.iterdir()]:
            path.unlink()
    return lost


def full_disks(home: Path, count: int, seed: int, fail: Callable[[str], None]) -> int:
    """Fill the disk after varying numbers of bytes. Return the number of changes made.

    Stored data stays safe, unsafe changes are reported, and a free disk makes everything safe.
    """
    os.environ[HOME] = str(home)
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    changes = 0
    for number in range(count):
        chance = random.Random(f"{seed} full {number}")
        session = Session.new("boche", size=6)
        keeper = Autosave()
        session.safety.keep(keeper)
        safe = ""
        try:
            for _ in range(8):
                resource.setrlimit(resource.RLIMIT_FSIZE, (chance.randrange(0, 2500), hard))
                if session.outcome is None and chance.random() < 0.8:
                    session.play(chance.choice(session.position.legal_moves()))
                elif not session.edits.undo():
                    session.edits.set_comment(str(chance.random()))
                changes += 1
                session.safety.try_again()
                resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
                safe = (
                    session.record.text()
                    if session.edits.modified and not session.safety.problem
                    else safe
                )
                safe = safe if session.edits.modified else ""
                expect(keeper, safe)
            assert session.safety.try_again(), "a free disk and still not safe"
            expect(keeper, session.record.text() if session.edits.modified else "")
        except Exception:
            fail(f"full {number}: {traceback.format_exc()}")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
            session.safety.close(discard=True)
    return changes


STEPS = ("os.open", "os.fsync", "os.replace", "pathlib.Path.mkdir", "shutil.copystat")
"""Functions called for writing, in any order; each fails in turn."""

ONCE = ("pathlib.Path.mkdir",)
"""Functions that may be called only at the first change."""

LATER = ("shutil.copystat",)
"""Functions that are called only if there is already a file."""


def failing_steps(home: Path, fail: Callable[[str], None]) -> None:
    """Make each step of writing fail once, at the first change and at a later one."""

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for number, step in enumerate(STEPS * 2):
        session = Session.new("boche", size=6)
        keeper = Autosave(home / str(number))
        session.safety.keep(keeper)
        try:
            if number >= len(STEPS):
                session.play("c:a1")
            with mock.patch(step, full):
                session.play(session.position.legal_moves()[0])
                told = session.safety.problem
            spared = step in (ONCE if number >= len(STEPS) else LATER)
            assert spared or "No space left" in told, f"not told: {told!r}"
            assert session.safety.try_again()
            expect(keeper, session.record.text())
            names = [path.suffix for path in (home / str(number)).iterdir()]
            assert sorted(names) == [".autosave", ".lock"], names
        except Exception:
            fail(f"{step}: {traceback.format_exc()}")
        session.safety.close(discard=True)


def expect(keeper: Autosave, text: str) -> None:
    """Assert that the autosave on disk holds this record; an empty text skips the check."""
    if not text:
        return
    assert keeper.path is not None
    from boche.viewer.storage.autosave import read_autosave

    assert read_autosave(keeper.path).opened.record.text() == text


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Full disks and damaged files; lose nothing.")
    parser.add_argument("--count", type=int, default=4000, help="damaged starts")
    parser.add_argument("--full", type=int, default=500, help="games on a full disk")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        failing_steps(Path(folder) / "steps", failures.append)
        changes = full_disks(Path(folder) / "full", args.full, args.seed, failures.append)
        lost = damaged_starts(Path(folder) / "home", args.count, args.seed, failures.append)
    for failure in failures[:20]:
        print(failure)
    print(
        f"disk: {changes} changes on full disks, {args.count} damaged starts, "
        f"{len(failures)} failures, {lost} games lost"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
