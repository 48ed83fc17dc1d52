"""The system's libraries: all that are loaded are in the list; missing ones are named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from boche.viewer.libraries import DRIVERS, packages
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
SOUND = """
import time
from boche.viewer.sound.waves import call
from boche.viewer.hud.widgets.pyglet_setup import play_sound
play_sound(call())
time.sleep(3)
"""
SYSTEM = ("/usr/lib/", "/lib/")
PYTHONS_OWN = ["python3", "libgcc-s1", "libstdc++6"]


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


def test_all_that_is_loaded_is_in_the_list(watched: Desk, tmp_path: Path) -> None:
    watched.start().terminate()
    watched.close()
    assert shot(watched, tmp_path / "picture.png").returncode == 0
    assert run(watched, "-c", SOUND).returncode == 0
    found = [json.loads(path.read_text()) for path in (tmp_path / "found").iterdir()]
    asked = {name: file for each in found for name, file in each["asked"].items() if file}
    assert {name for each in found for name in each["loaded"]} <= set(asked.values())
    listed = packages()
    assert asked.keys() <= listed.keys()
    mapped = {path for each in found for path in each["mapped"] if path.startswith(SYSTEM)}
    for name in listed.keys() - {DRIVERS}:
        paths = [path for path in mapped if Path(path).name.startswith(f"lib{name}.so")]
        assert {owner(path) for path in paths} == {listed[name]}, name
    owners = {owner(path) for path in mapped}
    assert owners <= {"", *closure([*listed.values(), *PYTHONS_OWN])}


def owner(path: str) -> str:
    """Return the package that a file belongs to, or an empty string if none does."""
    # Debian's packages may still list files of /usr/lib under /lib.
    for each in (path, path.removeprefix("/usr")):
        done = subprocess.run(["dpkg-query", "-S", each], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.partition(":")[0]
    return ""


def closure(names: Iterable[str]) -> set[str]:
    """Return these packages and all their dependencies, as installed."""
    fields = "${Package}\t${Depends}, ${Pre-Depends}\t${Provides}\n"
    told = subprocess.run(
        ["dpkg-query", "-W", "-f", fields], capture_output=True, text=True, check=True
    )
    needs: dict[str, list[str]] = {}
    providers: dict[str, set[str]] = {}
    for line in told.stdout.splitlines():
        package, depends, provides = line.split("\t")
        needs[package] = plain(depends.replace("|", ","))
        for name in [package, *plain(provides)]:
            providers.setdefault(name, set()).add(package)
    held: set[str] = set()
    waiting = [*names]
    while waiting:
        for package in providers.get(waiting.pop(), set()) - held:
            held.add(package)
            waiting += needs[package]
    return held


def plain(field: str) -> list[str]:
    """Return the names in a list of packages, without versions and architectures."""
    return [each.split()[0].partition(":")[0] for each in field.split(",") if each.strip()]


@pytest.mark.parametrize("name", packages("window"))
def test_a_library_that_the_window_lacks_is_one_line(watched: Desk, name: str) -> None:
    done = run(watched, "-m", "boche", "play", HIDDEN=name)
    assert done.returncode == 2
    assert done.stderr == (
        f"boche play: the window needs lib{name} of the system; "
        f"on Debian or Ubuntu: sudo apt-get install {packages()[name]}\n"
    )


def test_all_that_are_missing_are_named_at_once(watched: Desk) -> None:
    done = run(watched, "-m", "boche", "play", HIDDEN="freetype Xrender")
    assert "libXrender and libfreetype of" in done.stderr
    assert done.stderr.endswith("sudo apt-get install libxrender1 libfreetype6\n")


@pytest.mark.parametrize("name", ["EGL", "GL"])
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
