"""Whole opening books: of each game, in parts, and stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from boche.engine import GAMES
from boche.engine.explorer.book import searched
from boche.engine.explorer.keys import place_of
from boche.engine.record import check, load
from tests import ROOT
from tests.training.test_book import build, command


def positions(path: Path) -> int:
    return sum(1 for _ in searched(load(path)))


@pytest.mark.parametrize("game", GAMES)
def test_a_book_has_the_positions_asked_for_each_once(game: str, tmp_path: Path) -> None:
    path = tmp_path / "book.sgf"
    done = build(path, "--positions", "12", game=game)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    record = load(path, strict=True)
    assert (record.game_name, record.event) == (game, "Opening book")
    assert check(record) == []
    keys = [place_of(position).key for _, position, _ in searched(record)]
    assert len(keys) == len(set(keys)) == 12


def test_a_book_made_in_parts_is_the_same(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.sgf", tmp_path / "parts.sgf"
    assert build(whole, "--positions", "40").returncode == 0
    for count in ("1", "7", "40", "40"):
        assert build(parts, "--positions", count).returncode == 0
        assert positions(parts) == int(count)
    assert parts.read_bytes() == whole.read_bytes()


def test_a_move_has_the_chance_of_the_position_behind_it_also_after_a_swap(tmp_path: Path) -> None:
    path = tmp_path / "book.sgf"
    assert build(path, "--positions", "100", "--playouts", "1000", game="boche").returncode == 0
    known = {place_of(at).key: kept.lines[0].win for _, at, kept in searched(load(path))}
    swaps = 0
    for _, position, kept in searched(load(path)):
        for line in kept.lines:
            key = place_of(position.play(line.moves[0])).key
            if key in known:
                assert line.win == pytest.approx(1.0 - known[key], abs=1e-6)
                swaps += str(line.moves[0]) == "swap"
    assert swaps > 0


def test_a_stopped_book_is_kept_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "book.sgf"
    running = subprocess.Popen(
        command(path, "--positions", "100000"),
        cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    until = time.monotonic() + 240
    while not path.exists() and time.monotonic() < until and running.poll() is None:
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)
    said = running.communicate(timeout=300)[1]
    assert running.returncode == 130
    assert said == "stopped; the same command goes on from here\n"
    count = positions(path)
    assert count >= 10
    assert build(path, "--positions", str(count + 1)).returncode == 0
    assert positions(path) == count + 1
