"""What other programs hand over: dropped things and the clipboard, also from those that hang."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.window.window_help import PATIENCE, ROOT, Desk, desk, display

__all__ = ["desk", "display"]

TEXTS = "text/plain text/plain;charset=utf-8 UTF8_STRING STRING TEXT"
GAME = "(;FF[4]GM[Boku]PB[Zoë];B[e4];W[f5])"


@contextmanager
def other_program(desk: Desk, *args: object) -> Iterator[subprocess.Popen[str]]:
    """Run another program at the display, once it holds what it has to give."""
    command = [sys.executable, "-m", "tests.e2e.window.x_client", *map(str, args)]
    with subprocess.Popen(
        command, cwd=ROOT, env=desk.env, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        yield program
        program.kill()


def dropped(desk: Desk, types: str, text: str) -> str:
    """Drop something on the window; return what the window answers."""
    window = desk.do("search", "--onlyvisible", "--name", "Boku").split()[0]
    with other_program(desk, "drag", window, types, text) as program:
        assert program.stdout is not None
        said = program.stdout.readline().strip()
    desk.settle()
    return said


def saved(desk: Desk) -> str:
    """Return the unsaved work on the disk."""
    desk.settle()
    return "".join(path.read_text() for path in desk.autosaves())


def test_a_clipboard_that_does_not_answer(desk: Desk, tmp_path: Path) -> None:
    text, window = tmp_path / "text", desk.start("boku")
    text.write_text("handed over")
    desk.keys("k")
    for manner in ("silent", "stall"):
        with other_program(desk, "own", manner, text):
            desk.keys("a", "ctrl+v", "b")
            desk.settle()
    with other_program(desk, "own", "refuse", text):
        desk.keys("ctrl+v", "c", "Return")
    assert "C[ababc]" in saved(desk)
    with other_program(desk, "own", "silent", text):
        desk.keys("ctrl+v")
        window.terminate()
        window.wait(PATIENCE)
    assert "C[ababc]" in saved(desk)
