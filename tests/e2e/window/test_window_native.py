"""The system's file dialogs, as used by a real window."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from boche.engine.record import load
from tests.e2e.window.window_help import Desk, desk, display, with_system_dialog

__all__ = ["desk", "display"]


@pytest.mark.parametrize(("chosen", "replaced"), [("game.sgf", True)])
def test_what_a_system_dialog_asked_is_not_asked_again(
    desk: Desk, tmp_path: Path, chosen: str, replaced: bool
) -> None:
    """Let the dialog ask before it replaces a file, but ask for names that we complete."""
    file = tmp_path / "game.sgf"
    file.write_text("before")
    with_system_dialog(desk, tmp_path, f"echo {tmp_path / chosen}")
    desk.do("mousemove", 1900, 1190)
    desk.start("--size", 2)
    desk.do("key", "slash", "type", "c:a1")
    desk.keys("Return", "ctrl+s")
    end = time.monotonic() + (10 if replaced else 1)
    while file.read_text() == "before" and time.monotonic() < end:
        time.sleep(0.05)
    assert (file.read_text() != "before") == replaced
    if replaced:
        assert load(file).moves() == ["c:a1"]
