"""``python -m training.book`` as a user starts it: whole, in parts, stopped, and given nonsense."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from boche.engine.record import Record
from tests import ROOT

QUICK = ("--playouts", "500")


def command(path: Path, *arguments: str, game: str = "boku") -> list[str]:
    words = [sys.executable, "-m", "training.book", "--game", game, "-o", str(path)]
    return [*words, *QUICK, *arguments]


def build(path: Path, *arguments: str, game: str = "boku") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(path, *arguments, game=game),
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def test_another_seed_makes_another_book(tmp_path: Path) -> None:
    for seed in ("0", "1"):
        assert build(tmp_path / seed, "--positions", "3", "--seed", seed).returncode == 0
    assert (tmp_path / "0").read_bytes() != (tmp_path / "1").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--positions", "0"], "--positions: '0' is not a whole number from 1"),
        (["--playouts", "many"], "--playouts: 'many' is not a whole number from 1"),
        (["--game", "chess"], "--game: invalid choice: 'chess'"),
    ],
)
def test_bad_arguments_get_one_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = build(tmp_path / "book.sgf", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not any(tmp_path.iterdir())


def test_a_file_that_is_no_book_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    Record.new("boku").save(path)
    for data in (path.read_bytes(), b"(;GM[", b"\x00\xff"):
        path.write_bytes(data)
        done = build(path)
        assert done.returncode == 2
        assert "game.sgf" in done.stderr
        assert done.stderr.count("\n") == 1
        assert path.read_bytes() == data
    done = build(tmp_path / "none" / "book.sgf")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    book = tmp_path / "book.sgf"
    assert build(book, "--positions", "1").returncode == 0
    assert build(book, game="che").returncode == 2
