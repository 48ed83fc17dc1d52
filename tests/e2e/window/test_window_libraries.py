"""The system's libraries: all that are loaded are in the list; missing ones are named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boche.viewer.libraries import packages
from tests import ROOT
from tests.e2e.window.window_help import RECORDS, Desk, desk, display

__all__ = ["desk", "display"]

# Loaded by every Python that finds it: what is hidden is not found, what is found is written down.
SPY = """
import atexit, ctypes.util, json, os, sys
real, hidden, asked = ctypes.util.find_library, os.environ.get("HIDDEN", "").split(), {}
def find_library(name):
    asked[name] = f"/hidden/lib{name}.so" if name in hidden else real(name)
    return asked[name]
ctypes.util.find_library = find_library
loaded = []
sys.addaudithook(lambda event, args: event == "ctypes.dlopen" and loaded.append(args[0]))
def tell():
    mapped = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
    found = {"asked": asked, "loaded": [str(name) for name in loaded if name], "mapped": [*mapped]}
    with open(os.environ["FOUND"] + f"/{os.getpid()}.json", "w") as file:
        json.dump(found, file)
atexit.register(tell)
"""


@pytest.fixture
def watched(desk: Desk, tmp_path: Path) -> Desk:
    """Return a desk whose processes record the libraries that they load."""
    (tmp_path / "spy").mkdir()
    (tmp_path / "found").mkdir()
    (tmp_path / "spy" / "sitecustomize.py").write_text(SPY)
    desk.env |= {"PYTHONPATH": f"{tmp_path / 'spy'}{os.pathsep}{ROOT}"}
    desk.env |= {"FOUND": str(tmp_path / "found")}
    return desk


def run(desk: Desk, *args: object, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, args)], cwd=ROOT, env={**desk.env, **env},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def shot(desk: Desk, target: Path, **env: str) -> subprocess.CompletedProcess[str]:
    record = RECORDS / "boche-path.sgf"
    return run(desk, "-m", "boche", "shot", record, "-o", target, **env)


@pytest.mark.parametrize("name", [next(iter(packages("window")))])
def test_a_library_that_the_window_lacks_is_one_line(watched: Desk, name: str) -> None:
    done = run(watched, "-m", "boche", "play", HIDDEN=name)
    assert done.returncode == 2
    assert done.stderr == (
        f"boche play: the window needs lib{name}, which this system lacks; "
        f"on Debian or Ubuntu: sudo apt-get install {packages()[name]}\n"
    )


def test_all_that_are_missing_are_named_at_once(watched: Desk) -> None:
    done = run(watched, "-m", "boche", "play", HIDDEN="freetype Xrender")
    assert "libXrender and libfreetype, which" in done.stderr
    assert done.stderr.endswith("sudo apt-get install libxrender1 libfreetype6\n")


@pytest.mark.parametrize("name", ["EGL"])
def test_a_library_that_a_picture_lacks_is_one_line(
    watched: Desk, tmp_path: Path, name: str
) -> None:
    done = shot(watched, tmp_path / "picture.png", HIDDEN=name, DISPLAY="")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert f"lib{name}" in line
    assert packages()[name] in line


def test_a_window_does_without_the_others(watched: Desk) -> None:
    watched.env |= {"HIDDEN": " ".join(packages().keys() - packages("window"))}
    watched.start()
