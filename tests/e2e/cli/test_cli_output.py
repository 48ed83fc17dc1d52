"""Targets of ``-o`` in a user's shell: devices, pipes, links, and those refused."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from boche.engine.record import load
from tests import ROOT

RECORD = shlex.quote(str(ROOT / "assets" / "records" / "boche-path.sgf"))
ANALYSE = "echo c:a1 | boche analyse - --size 2 --seconds 0.02"
NEW = "boche new --date 2026-01-01 -o"


def shell(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a script in which ``boche`` is the command."""
    command = f'boche() {{ {shlex.quote(sys.executable)} -m boche "$@"; }}\n{script}'
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=env, capture_output=True, text=True, timeout=60
    )


def test_standard_output_by_its_name_is_written_to_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("before\n")
    script = f"{NEW} /dev/stdout | cat\n{{ {NEW} /dev/stdout; echo between; {NEW} link; }} >> log"
    (tmp_path / "link").symlink_to("/dev/stdout")
    done = shell(script, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    game = done.stdout
    assert game.startswith("(;")
    assert (tmp_path / "log").read_text() == f"before\n{game}between\n{game}"
    assert sorted(os.listdir(tmp_path)) == ["link", "log"]


def test_what_is_printed_stays_whole_beside_what_is_written(tmp_path: Path) -> None:
    done = shell(f"{ANALYSE} --write /dev/stdout", tmp_path)
    assert done.returncode == 0, done.stderr
    record, end, printed = done.stdout.rpartition(")\n")
    assert load((record + end).encode()).moves() == ["c:a1"]
    assert len(printed.splitlines()) > 1


def test_every_command_follows_a_link(tmp_path: Path) -> None:
    for name in ("new", "moves", "analysed", "picture"):
        (tmp_path / name).symlink_to(f"real-{name}")
    done = shell(
        f"{NEW} new && boche convert {RECORD} -o moves --to moves"
        f" && {ANALYSE} --write analysed"
        f" && boche shot {RECORD} --pixels 40x30 -o picture",
        tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert all((tmp_path / name).is_symlink() for name in ("new", "moves", "analysed", "picture"))
    assert load(tmp_path / "real-new").moves() == []
    assert load(tmp_path / "real-moves").moves()
    assert load(tmp_path / "real-analysed").moves()
    assert (tmp_path / "real-picture").read_bytes().startswith(b"\x89PNG")
    assert len(os.listdir(tmp_path)) == 8


def test_a_pipe_with_a_name(tmp_path: Path) -> None:
    done = shell(f"mkfifo pipe; {NEW} pipe & cat pipe; wait $! && test -p pipe", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("(;")


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        ("ln -s /dev/full x", "No space left on device"),
        ("mkdir x", "it is a directory"),
        ("echo before > x; chmod 444 x", "it is read-only"),
        ("ln -s x x", "Too many levels of symbolic links"),
    ],
)
def test_what_cannot_be_written_is_one_line(tmp_path: Path, prepare: str, words: str) -> None:
    done = shell(f"{prepare}\n{NEW} x", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"boche new: cannot write 'x': {words}\n"
    assert os.listdir(tmp_path) == ["x"]
