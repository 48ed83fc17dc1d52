"""The end of a window: at once, and with nothing left behind."""

from __future__ import annotations

import time
from pathlib import Path

from tests.e2e.window.window_help import PATIENCE, Desk, desk, display, with_system_dialog

__all__ = ["desk", "display"]


def test_an_open_file_dialog_ends_with_the_window(desk: Desk, tmp_path: Path) -> None:
    with_system_dialog(desk, tmp_path, f"echo $$ > {tmp_path}/pid\nexec sleep 60")
    process = desk.start("boche")
    desk.keys("ctrl+o")
    end = time.monotonic() + PATIENCE
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        assert time.monotonic() < end
        time.sleep(0.05)
    dialog = int((tmp_path / "pid").read_text())
    desk.keys("ctrl+q")
    assert process.wait(PATIENCE) == 0
    assert not Path(f"/proc/{dialog}").exists()
