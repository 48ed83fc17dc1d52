"""The system's libraries: all that are loaded are in the list; each missing one is named."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from boche.viewer.libraries import DRIVERS, packages
from tests.e2e.window import test_window_libraries as push
from tests.e2e.window.test_window_libraries import run, shot, watched
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display", "watched"]

SOUND = """
import time
from boche.viewer.sound.waves import call
from boche.viewer.hud.widgets.pyglet_setup import play_sound
play_sound(call())
time.sleep(3)
"""
SYSTEM = ("/usr/lib/", "/lib/")
PYTHONS_OWN = ["python3", "libgcc-s1", "libstdc++6"]


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


@pytest.mark.parametrize("name", [*packages("window")][1:])
def test_a_library_that_the_window_lacks_is_one_line(watched: Desk, name: str) -> None:
    push.test_a_library_that_the_window_lacks_is_one_line(watched, name)


@pytest.mark.parametrize("name", ["GL"])
def test_a_library_that_a_picture_lacks_is_one_line(
    watched: Desk, tmp_path: Path, name: str
) -> None:
    push.test_a_library_that_a_picture_lacks_is_one_line(watched, tmp_path, name)
