"""A private display for window tests, and windows on it in processes of their own."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from tests import ROOT
from tests.e2e.window.scenario_server import Server

RECORDS = ROOT / "assets" / "records"
SCREEN = "1920x1200x24"
LISTENING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from boche.viewer.cli import main
sys.exit(main())
"""
"""The program as a terminal starts it, with Ctrl+C enabled even if the tests ignore it."""
PATIENCE = 60
"""Seconds that something may take on a busy machine."""
QUIET = 3
"""Number of checks in a row that must find a window at rest."""


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """Yield the name of a private X display."""
    with screen(SCREEN) as name:
        yield name


@contextmanager
def screen(size: str) -> Iterator[str]:
    """Yield the name of a new X display, of a size such as ``1920x1200x24``."""
    program = shutil.which("Xvfb")
    if program is None:
        pytest.fail("the window tests need Xvfb (Debian: apt install xvfb)", pytrace=False)
    read, write = os.pipe()
    server = subprocess.Popen(
        [program, "-displayfd", str(write), "-screen", "0", size, "-noreset", "-nolisten", "tcp"],
        pass_fds=[write],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    if not number:
        server.wait(PATIENCE)
        pytest.fail("Xvfb does not start", pytrace=False)
    yield f":{number}"
    server.terminate()
    server.wait(PATIENCE)


@pytest.fixture
def desk(display: str, tmp_path: Path) -> Iterator[Desk]:
    """Yield a user with empty folders at the display."""
    made = Desk(display, tmp_path)
    yield made
    made.close()


@cache
def _servers() -> list[Server]:
    """Return the list with the current server, if any; it ends with the tests."""
    servers: list[Server] = []
    atexit.register(lambda: [server.close() for server in servers])
    return servers


def run_scenario(
    env: dict[str, str], module: str, name: str, *args: object, timeout: float = 2 * PATIENCE
) -> Any:
    """Run a function of a module in its own process with that environment; return its result.

    Third-party packages are found at import, so another path needs another server.
    """
    servers = _servers()
    if servers and servers[0].path != env.get("PYTHONPATH"):
        servers.pop().close()
    if not servers:
        servers.append(Server(env))
    return servers[0].run(module, name, [str(arg) for arg in args], env, timeout)


def at_work(process: subprocess.Popen[str]) -> str:
    """Return each thread's state (R: running) and the time that it has used."""
    found = []
    for task in sorted(Path(f"/proc/{process.pid}/task").glob("*/stat")):
        try:
            fields = task.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        found.append(f"{fields[0]} {fields[11]} {fields[12]};")
    return "".join(found)


def _ended(process: subprocess.Popen[str]) -> str:
    """End a window; return its threads' traces if it did not end when told to."""
    said = ""
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)  # Python's fault handler writes a traceback
        said = process.communicate(timeout=10)[1] or "(no word)"
    if process.stderr is not None:
        process.stderr.close()
    return said


class Desk:
    """A user's folders and display, on which windows are opened."""

    def __init__(self, display: str, folder: Path) -> None:
        self.folder, self.home = folder, folder / "home"
        self.env = {
            **os.environ,
            "DISPLAY": display,
            "BOCHE_HOME": str(self.home),
            "BOCHE_PLAIN_DIALOGS": "1",
            "PYTHONFAULTHANDLER": "1",
        }
        self.titles = [game.title for game in GAMES.values()]
        self._opened: list[subprocess.Popen[str]] = []
        self.settings(hints_seen=True)

    def settings(self, **values: object) -> None:
        """Write the settings file."""
        path = self.home / "config" / "settings.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))

    def scenario(
        self,
        name: str,
        *args: object,
        timeout: float = 2 * PATIENCE,
        module: str = "tests.e2e.window.window_scenarios",
    ) -> Any:
        """Run a function of a module in its own process at this desk, and return its result."""
        return run_scenario(self.env, module, name, *args, timeout=timeout)

    def start(self, *args: object) -> subprocess.Popen[str]:
        """Start ``boche play`` in a process, and wait until its window is ready."""
        before = self._windows()
        command = [sys.executable, "-c", LISTENING, "play", *map(str, args)]
        process = subprocess.Popen(
            command, cwd=ROOT, env=self.env, stderr=subprocess.PIPE, text=True
        )
        self._opened.append(process)
        end = time.monotonic() + PATIENCE
        while not self._windows() - before:
            assert process.poll() is None, process.stderr and process.stderr.read()
            assert time.monotonic() < end, f"no window after {PATIENCE} seconds"
            time.sleep(0.05)
        self.settle()
        return process

    def watch(self, process: subprocess.Popen[str]) -> None:
        """Count a process's window among those that have been opened."""
        self._opened.append(process)
        self.settle()

    def settle(self, limit: float = 10.0) -> None:
        """Wait until all windows sleep and have used no CPU time for a while.

        A window that never rests, as with a computer that thinks, is awaited for at most ``limit``
        seconds.
        """
        end, quiet, before = time.monotonic() + limit, 0, ""
        while quiet < QUIET and time.monotonic() < end:
            time.sleep(0.03)
            now = "".join(map(at_work, self._opened))
            quiet = quiet + 1 if now == before and "R" not in now else 0
            before = now

    def _windows(self) -> set[str]:
        titles = f" ({'|'.join(self.titles)})$"
        found = self.do("search", "--onlyvisible", "--name", titles, check=False)
        return set(found.split())

    def do(self, *args: object, check: bool = True) -> str:
        """Run xdotool; return its output. A ``sleep`` waits for the windows too, however slow."""
        steps = list(args)
        if "sleep" in steps and "keydown" not in steps:
            at = steps.index("sleep")
            printed = self.do(*steps[:at], check=check) if at else ""
            time.sleep(float(str(steps[at + 1])))
            self.settle()
            return printed + (self.do(*steps[at + 2 :], check=check) if steps[at + 2 :] else "")
        program = shutil.which("xdotool")
        if program is None:
            pytest.fail("the window tests need xdotool (apt install xdotool)", pytrace=False)
        done = subprocess.run(
            [program, *map(str, args)],
            env=self.env,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert not check or done.returncode == 0, done.stderr
        return done.stdout

    def keys(self, *names: str, pause: int = 30) -> None:
        """Press keys, with a pause in milliseconds between them."""
        self.do("key", "--delay", pause, *names)

    def autosaves(self) -> list[Path]:
        """Return the files of unsaved work."""
        return sorted((self.home / "state" / "autosave").glob("*.autosave"))

    def close(self) -> None:
        """End all windows."""
        hung = [said for process in self._opened if (said := _ended(process))]
        assert not hung, f"a window that was told to end did not:\n{hung[0]}"


def with_system_dialog(desk: Desk, folder: Path, script: str) -> None:
    """Install a shell script as the system's file dialog."""
    program = folder / "bin" / "zenity"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    desk.env |= {"PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    del desk.env["BOCHE_PLAIN_DIALOGS"]
