"""The system's libraries: all that a window loads is set up, and a missing one is named."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.e2e.window.window_help import Desk, desk, display
from viewer.cli.libraries import PACKAGES

__all__ = ["desk", "display"]

ASKED_FOR = re.compile(r"""load_library\(\s*['"]([A-Za-z0-9_-]+)['"]""")
WITHOUT = """
import sys
import pyglet.lib
load = pyglet.lib.load_library
def load_library(*names, **others):
    if {name!r} in names:
        raise ImportError('Library "{name}" not found.')
    return load(*names, **others)
pyglet.lib.load_library = load_library
from viewer.cli import main
sys.exit(main())
"""


def set_up() -> set[str]:
    """The packages that "make play" installs, from a set-up that finds none of them."""
    script = (ROOT / "scripts" / "setup.sh").read_text()
    return set(re.findall(r"\blib[a-z0-9.-]+\b", "".join(re.findall(r'window="(.*?)"', script))))


def asked_for_by_pyglet() -> set[str]:
    import pyglet

    sources = Path(pyglet.__file__).parent.rglob("*.py")
    return {name for path in sources for name in ASKED_FOR.findall(path.read_text("utf-8"))}


def test_all_that_a_window_loads_is_set_up(desk: Desk) -> None:
    desk.settings(hints_seen=True)
    process = desk.start("boche", "--size", "2")
    mapped = Path(f"/proc/{process.pid}/maps").read_text()
    loaded = {name for name in asked_for_by_pyglet() if re.search(rf"/lib{name}\.so", mapped)}
    optional = {"c", "harfbuzz"}  # of Python itself; a finer shaping of text, used where it is
    assert {"X11", "GL", "freetype"} <= loaded
    assert loaded - optional <= set(PACKAGES)
    assert set(PACKAGES.values()) <= set_up()


@pytest.mark.parametrize("name", ["X11", "fontconfig", "freetype"])
def test_a_missing_library_is_named_in_one_line(desk: Desk, name: str) -> None:
    command = [sys.executable, "-c", WITHOUT.format(name=name), "play", "boche"]
    done = subprocess.run(
        command, env=desk.env, cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"lib{name}" in done.stderr
    assert PACKAGES[name] in done.stderr
