"""The end of a window: at once, and with nothing left behind."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.e2e.window.window_help import PATIENCE, Desk, desk, display

__all__ = ["desk", "display"]


def test_an_open_file_dialog_ends_with_the_window(desk: Desk, tmp_path: Path) -> None:
    program = tmp_path / "bin" / "zenity"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nexec sleep 60\n")
    program.chmod(0o755)
    desk.env |= {"PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    del desk.env["BOCHE_PLAIN_DIALOGS"]
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
