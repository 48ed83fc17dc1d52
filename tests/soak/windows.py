"""Real windows under Xvfb, driven by keys and killed; used by ``tests.soak.kills --windows``."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from boche.engine.record import check
from boche.viewer.session import Session
from boche.viewer.storage.autosave import recover, recoverable
from tests import ROOT

GAMES = {"boche": {"size": 6}, "che": {}, "boku": {}, "octi": {}}
CALM = {"hints_seen": True, "animation_speed": 0.0, "window_size": [640, 400], "quality": "low",
        "left_panel": False}  # fmt: skip
KEYS = ["Left", "Right", "Up", "Down", "Tab", "Return", "Return", "Return", "Return", "Return",
        "ctrl+z", "ctrl+y", "Prior", "Next", "s", "space"]  # fmt: skip


def child(seed: int) -> None:
    """Run a window that reports what it is about to store, and what it has shown."""
    from boche.engine.record import dump_sgf
    from boche.viewer.storage.autosave import Autosave
    from boche.viewer.storage.settings import load_settings
    from boche.viewer.window.app import App
    from boche.viewer.window.canvas import Canvas

    def tell(word: str, session: Session) -> None:
        text = dump_sgf(session.record).decode() if session.edits.modified else ""
        os.write(1, (json.dumps([word, text]) + "\n").encode())

    write, clear, draw = Autosave.write, Autosave.clear, Canvas.draw

    def telling_write(self: Autosave, session: Session) -> str:
        tell("keep", session)
        return write(self, session)

    def telling_clear(self: Autosave) -> None:
        os.write(1, b'["keep", ""]\n')
        clear(self)

    def telling_draw(self: Canvas) -> None:
        draw(self)
        tell("shown", self.desk.session)

    Autosave.write, Autosave.clear, Canvas.draw = (  # type: ignore[method-assign]
        telling_write, telling_clear, telling_draw)  # fmt: skip
    game = random.Random(seed).choice(list(GAMES))
    settings, problems = load_settings()
    App(Session.new(game, **GAMES[game]), settings, problems).run()  # type: ignore[arg-type]


def server() -> None:
    """Start a window for each seed that comes in: modules are preloaded, displays are separate."""
    import boche.viewer.hud.widgets.text
    import boche.viewer.window.app

    assert boche.viewer.window.app
    assert boche.viewer.hud.widgets.text
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            try:
                child(int(line))
            finally:
                os._exit(1)
        os.write(1, b'["pid", %d]\n' % pid)
        os.waitpid(pid, 0)
        os.write(1, b'["dead", ""]\n')


@contextlib.contextmanager
def display() -> Iterator[str]:
    """Yield the name of an X display that nobody else uses."""
    program = shutil.which("Xvfb")
    assert program is not None, "Xvfb is needed"
    read, write = os.pipe()
    command = [program, "-displayfd", str(write), "-screen", "0", "800x600x24", "-noreset",
               "-nolisten", "tcp"]  # fmt: skip
    process = subprocess.Popen(
        command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            yield f":{pipe.readline().strip()}"
    finally:
        process.terminate()
        process.wait(10)


class Windows:
    """The process that starts windows, and their keyboard input."""

    def __init__(self, home: Path, name: str) -> None:
        self.env = {**os.environ, "DISPLAY": name, "BOCHE_HOME": str(home)}
        command = [sys.executable, "-c", "from tests.soak.windows import server; server()"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, env=self.env)
        self._lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def told(self, wait: float = 20.0) -> tuple[str, str | int]:
        """Return the next report, or ``("", "")`` after ``wait`` seconds without one."""
        try:
            word, what = json.loads(self._lines.get(timeout=wait))
        except queue.Empty:
            return "", ""
        return word, what

    def killed(self, seed: int) -> tuple[str, list[str]]:
        """Drive a window by keys and kill it. Return what it had shown, and what it stored then."""
        chance = random.Random(seed)
        assert self.process.stdin is not None
        self.process.stdin.write(b"%d\n" % seed)
        self.process.stdin.flush()
        pid, shown, kept = 0, None, []
        changes, wanted = 0, chance.randint(1, 12)
        keys: subprocess.Popen[bytes] | None = None
        ended = time.monotonic() + 12
        while True:
            word, what = self.told(0.1)
            if word == "pid":
                pid = int(what)
            elif word == "dead":
                raise AssertionError(f"the window of seed {seed} ended by itself")
            elif word == "keep":
                kept.append(str(what))
                changes += 1
            elif word == "shown":
                shown, kept = str(what), []
            if shown is not None and pid and keys is None:
                keys = self._press(chance)
            if keys is not None and keys.poll() is not None and changes < wanted:
                keys = self._press(chance)
            if pid and (changes >= wanted or time.monotonic() > ended):
                break
        time.sleep(chance.random() * 0.02)
        os.kill(pid, 9)
        while (told := self.told())[0] not in ("dead", ""):
            if told[0] == "keep":
                kept.append(str(told[1]))
            else:
                shown, kept = str(told[1]), []
        if keys is not None:
            keys.kill()
            keys.wait()
        return shown or "", kept

    def _press(self, chance: random.Random) -> subprocess.Popen[bytes]:
        pressed = chance.choices(KEYS, k=40)
        command = ["xdotool", "key", "--delay", "8", *pressed, "Left"]
        return subprocess.Popen(command, env=self.env, stderr=subprocess.DEVNULL)

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def survive_window_kills(home: Path, count: int, seed: int = 0) -> int:
    """Kill ``count`` windows. Return the total number of moves in their records.

    Raises ``AssertionError`` if something shown is lost.
    """
    path = home / "config" / "settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(CALM))
    folder, moves = home / "state" / "autosave", 0
    with display() as name:
        windows = Windows(home, name)
        try:
            for number in range(seed, seed + count):
                shown, kept = windows.killed(number)
                moves += recovered(folder, number, [shown, *kept])
                if (number + 1 - seed) % 25 == 0:
                    print(f"kills: {number + 1 - seed} windows, {moves} moves", flush=True)
        finally:
            windows.close()
    return moves


def recovered(folder: Path, seed: int, fine: list[str]) -> int:
    """Return the number of moves recovered; the record must be one of the texts ``fine``."""
    from boche.engine.record import dump_sgf

    told: list[str] = []
    found = recoverable(folder, report=told.append)
    assert told == [], f"window {seed}: {told}"
    if not found:
        assert "" in fine, f"window {seed}: nothing is left of {fine[0]}"
        return 0
    (lost,) = found
    session = recover(lost)
    text = dump_sgf(session.record).decode()
    assert text in fine, f"window {seed}: {text} is left of {fine}"
    assert check(session.record) == []
    count = sum(1 for node in session.record.nodes() if node.move is not None)
    while session.edits.undo():
        pass
    session.safety.close(discard=True)
    return count
