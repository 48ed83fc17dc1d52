"""Windows on odd screens, without fonts, and of files with odd names."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.e2e.window.window_help import PATIENCE, ROOT, Desk, desk, display

__all__ = ["desk", "display"]

SCREEN = ("-screen", "0", "1280x900x24")


@contextmanager
def server(*options: str) -> Iterator[str]:
    """Yield the name of a display with these options of Xvfb."""
    program = shutil.which("Xvfb")
    assert program is not None, "Xvfb is missing (Debian: apt install xvfb)"
    read, write = os.pipe()
    with subprocess.Popen(
        [program, "-displayfd", str(write), *options, "-noreset", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    ) as process:
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        yield f":{number}"
        process.terminate()


@pytest.mark.parametrize(
    ("options", "screen"),
    [
        ((*SCREEN, "-extension", "RANDR"), ""),
        ((*SCREEN, "-extension", "RANDR", "-extension", "XINERAMA"), ""),
        ((*SCREEN, "-screen", "1", "1000x700x24"), ".1"),
    ],
)
def test_a_window_opens_on_the_screen_there_is(
    tmp_path: Path, options: tuple[str, ...], screen: str
) -> None:
    with server(*options) as name:
        desk = Desk(name + screen, tmp_path)
        assert desk.start("boku").poll() is None
        desk.close()


def test_a_window_is_no_larger_than_a_narrow_screen(tmp_path: Path) -> None:
    with server("-screen", "0", "500x850x24") as name:
        desk = Desk(name, tmp_path)
        desk.settings(hints_seen=True, quality="low", window_size=[1280, 900])
        seen = desk.scenario("laid_out", module="tests.e2e.window.scale_scenarios")
        desk.close()
    assert seen["size"] == [500, 850]
    parts = seen["parts"]
    assert {"board", "panel", "palette", "timeline", "toolbar", "status"} == set(parts)
    assert all(0 <= x < right <= 500 for x, _, right, _ in parts.values())
    assert max(bottom for *_, bottom in parts.values()) <= 850
    assert parts["panel"][1] >= parts["board"][3]


def test_a_display_without_opengl_is_named_in_one_line(tmp_path: Path) -> None:
    with server(*SCREEN, "-extension", "GLX") as name:
        env = Desk(name, tmp_path).env
        command = [sys.executable, "-m", "boche", "play", "boku"]
        said = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True).stderr
    assert re.fullmatch(r"boche play: no window with OpenGL 3\.3: .*GLX.*\n", said), said


def test_a_window_opens_without_any_font(desk: Desk, tmp_path: Path) -> None:
    config = tmp_path / "fonts.conf"
    config.write_text("<?xml version='1.0'?><fontconfig><dir>/nowhere</dir></fontconfig>")
    desk.env |= {"FONTCONFIG_FILE": str(config)}
    assert desk.start("boku").poll() is None


def test_a_file_whose_name_is_not_utf8_opens(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / os.fsdecode(b"caf\xe9.sgf")
    file.write_text("(;FF[4]GM[Boku];B[f5])")
    window = desk.start(file)
    desk.keys("k", "a", "Return", "ctrl+s")
    desk.settle()
    assert "C[a]" in file.read_text()
    window.terminate()
    window.wait(PATIENCE)
