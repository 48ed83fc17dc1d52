"""The wheel's compiled rules, away from the source tree: no compiler, no place to write."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.e2e.project.full.test_wheel import environment, folder

__all__ = ["environment", "folder"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="namespaces of mounts")

GAMES = ("boche", "che", "boku", "octi")

MOVE = """
import sys, time
import boche
position = boche.new(sys.argv[1])
with boche.player("3", seed=1) as player:
    move = player.choose(position)
print(move, round(time.process_time(), 2))
"""

IN_A_CORNER = """
set -e
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"
mount -t tmpfs -o size=64k,mode=700 none "$2"
dd if=/dev/zero of="$2/full" bs=1k 2>/dev/null || :
shift 2
exec "$@"
"""
"""Runs a command where a folder (the first argument) is read-only, and another a full disk."""


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile the rules beside their sources, from where the wheel takes them."""
    command = [sys.executable, "-m", "boche.engine.native"]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "BOCHE_CHECKED": ""}, check=False, timeout=900
    )
    assert done.returncode == 0, "a game's rules cannot be compiled"


@pytest.fixture
def alone(tmp_path: Path) -> dict[str, str]:
    """Fixture: the settings of a user with an empty home, and no program on the path."""
    home = tmp_path / "home"
    home.mkdir()
    return {
        "PATH": "/nowhere", "HOME": str(home), "TMPDIR": str(home), "BOCHE_LANGUAGE": "en",
        "BOCHE_CC": "/nowhere/cc", "BOCHE_CACHE_DIR": str(home / "cache"),
    }  # fmt: skip


def kept(home: Path) -> list[str]:
    """Return the files in a home."""
    return [path.name for path in home.rglob("*") if path.is_file()]


def run(python: Path, game: str, where: Path, env: dict[str, str]) -> tuple[str, float]:
    """Return a level's first move, and the seconds of processor time that it took from scratch."""
    done = subprocess.run(
        [python, "-I", "-c", MOVE, game], cwd=where, env=env, capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    move, seconds = done.stdout.rsplit(maxsplit=1)
    return move, float(seconds)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_move_comes_within_a_second_and_nothing_is_compiled(
    environment: Path, tmp_path: Path, alone: dict[str, str], game: str
) -> None:
    _, seconds = run(environment / "bin" / "python", game, tmp_path, alone)
    assert seconds < 1.0
    assert kept(tmp_path / "home") == []


@pytest.mark.parametrize("game", GAMES)
def test_a_read_only_program_plays_on_a_full_disk(
    environment: Path, tmp_path: Path, alone: dict[str, str], game: str
) -> None:
    """What keeps out the administrator as well: the tests may run as one."""
    if shutil.which("unshare") is None:
        pytest.fail("unshare is missing: it is in util-linux")
    corner = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", IN_A_CORNER, "corner"]
    words = [str(environment), str(tmp_path / "home"), "env", "-i"]
    words += [f"{name}={value}" for name, value in alone.items()]
    command = [*corner, *words, str(environment / "bin" / "python"), "-I", "-c", MOVE, game]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_two_first_starts_at_once(environment: Path, tmp_path: Path, alone: dict[str, str]) -> None:
    command = [environment / "bin" / "python", "-I", "-c", MOVE, "octi"]
    both = [
        subprocess.Popen(
            command, cwd=tmp_path, env=alone, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]  # fmt: skip
    said = [process.communicate(timeout=300) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert [error for _, error in said] == ["", ""]
    assert len({answer.split()[0] for answer, _ in said}) == 1, "one seed, one move"
    assert kept(tmp_path / "home") == []
