"""A window that is told to end from outside: it ends in order, whatever it is doing."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import ROOT
from tests.e2e.window.window_help import PATIENCE, Desk, desk, display

__all__ = ["desk", "display"]

both_signals = pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 128 + signal.SIGTERM)]
)
LOSING = """
import os, signal, sys
from boche.viewer.window.canvas import Canvas

draw, drawn = Canvas.draw, []

def drawing(self, *args):
    draw(self, *args)
    drawn.append(1)
    if len(drawn) == {frame}:
        try:  # as a library does that calls Python from C and loses what it raises
            signal.raise_signal({number})
            for _ in range(1000):
                pass
        except BaseException:
            pass

Canvas.draw = drawing
signal.signal(signal.SIGINT, signal.default_int_handler)  # who starts the tests may be deaf to it
from boche.viewer.cli import main
sys.exit(main())
"""


@both_signals
@pytest.mark.parametrize("frame", [1, 3])
def test_it_ends_when_told_where_exceptions_are_lost(
    desk: Desk, number: signal.Signals, code: int, frame: int
) -> None:
    """Send the signal in the first frame too, which is drawn before there is an event loop."""
    text = LOSING.format(number=int(number), frame=frame)
    desk.do("mousemove", 1900, 1190)
    command = [sys.executable, "-c", text, "play", "--size", "2", "--light", "1", "--dark", "1"]
    done = subprocess.run(
        command, cwd=ROOT, env=desk.env, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == code, done.stderr
    assert done.stderr == ("boche play: stopped\n" if number is signal.SIGINT else "")


@both_signals
def test_at_rest_it_ends_at_once_and_keeps_what_was_played(
    desk: Desk, number: signal.Signals, code: int, tmp_path: Path
) -> None:
    desk.do("mousemove", 1900, 1190)
    process = desk.start("--size", 2)
    desk.do("key", "slash", "type", "c:a1")
    desk.keys("Return")
    end = time.monotonic() + PATIENCE
    while not desk.autosaves() and time.monotonic() < end:
        time.sleep(0.02)
    desk.settle()
    for _ in range(2):  # as when a whole process group is ended
        process.send_signal(number)
        time.sleep(0.01)
    assert process.wait(PATIENCE) == code
    assert process.stderr is not None
    assert process.stderr.read() == ("boche play: stopped\n" if number is signal.SIGINT else "")
    assert not list(desk.autosaves()[0].parent.glob("*.lock")), "it did not end in order"
    assert ["c:a1" in path.read_text() for path in desk.autosaves()] == [True]


def test_one_that_hears_nothing_ends_when_it_is_told_again(desk: Desk) -> None:
    """Block it, as a folder on an unresponsive network disk would."""
    deaf = LOSING.replace("for _ in range(1000):", "while True:")
    deaf = deaf.replace("try:", "os.write(2, b'+')\n        try:")
    text = deaf.format(number=int(signal.SIGTERM), frame=3)
    desk.do("mousemove", 1900, 1190)
    process = subprocess.Popen(
        [sys.executable, "-c", text, "play", "--size", "2", "--light", "1", "--dark", "1"],
        cwd=ROOT, env=desk.env, stderr=subprocess.PIPE,
    )  # fmt: skip
    with process:
        assert process.stderr is not None
        assert process.stderr.read(1) == b"+"
        time.sleep(1.5)
        process.terminate()
        try:
            assert process.wait(PATIENCE) == 128 + signal.SIGTERM
        finally:
            process.kill()
