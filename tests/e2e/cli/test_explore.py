"""The command ``explore``, as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boche.engine import new
from boche.engine.record import Record, book_files, load
from boche.engine.record.evaluation import evaluation_of
from tests import ROOT

RECORDS = ROOT / "assets" / "records"


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "BOCHE_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)}


def explore(env: dict[str, str], *words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "boche", "explore", *map(str, words)],
        env=env, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def data(env: dict[str, str], *words: object) -> Any:
    done = explore(env, *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("game", ["che"])
def test_the_samples_are_counted_up_to_symmetry(env: dict[str, str], game: str) -> None:
    sample = sorted(RECORDS.glob(f"{game}-*.sgf"))[0]
    found = data(env, sample, "--move", 1, "--folder", RECORDS)
    assert found["games"] >= 1
    assert sum(move["games"] for move in found["moves"]) >= 1
    assert all(move["won"] + move["drawn"] + move["lost"] <= move["games"]
               for move in found["moves"])  # fmt: skip
    assert str(sample) in [game["file"] for game in found["latest"]]


def test_a_table_is_printed(env: dict[str, str]) -> None:
    done = explore(env, RECORDS / "boche-path.sgf", "--move", 0, "--folder", RECORDS)
    book, rest = done.stdout.split("\n\n", 1)
    assert book.splitlines()[0].split() == ["opening", "book", "chance", "visits"]
    lines = rest.splitlines()
    assert lines[0].endswith("games reached this position")
    assert lines[2].split() == ["move", "games", "won", "drawn", "lost", "score"]
    assert "latest games" in lines


def test_a_position_may_be_given_as_text(env: dict[str, str]) -> None:
    by_text = data(env, new("boche").to_text(), "--folder", RECORDS)
    by_record = data(env, RECORDS / "boche-path.sgf", "--move", 0, "--folder", RECORDS)
    assert by_text["moves"] == by_record["moves"] != []


@pytest.mark.parametrize("game", ["octi"])
def test_the_opening_book_is_listed(env: dict[str, str], tmp_path: Path, game: str) -> None:
    found = data(env, new(game).to_text(), "--folder", tmp_path)
    assert (found["games"], found["moves"]) == (0, [])
    record = load(book_files(game)[f"{game}-book.sgf"])
    best = evaluation_of(record.root)
    assert best is not None
    assert [move["chance"] for move in found["book"]] == [line.win for line in best.lines]
    lines = explore(env, new(game).to_text(), "--folder", tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in lines[1 : 1 + len(best.lines)]] == [
        move["move"] for move in found["book"]
    ]


def test_what_is_proven_is_said(env: dict[str, str], tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    record = Record.new("boche", size=2)
    record.root.add("c:a1").add("swap")
    record.save(records / "a.sgf")
    text = new("boche", size=2).play("c:a1").to_text()
    (swap,) = data(env, text, "--folder", records)["moves"]
    assert (swap["move"], swap["proven"]) == ("swap", "wins")
    done = explore(env, new("boche", size=2).to_text(), "--folder", records)
    assert "loses (proven)" in done.stdout


def test_damaged_files_are_counted_and_named(env: dict[str, str], tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    (records / "bad.sgf").write_text("(;GM[")
    found = data(env, "--folder", records)
    assert [Path(entry["file"]).name for entry in found["damaged"]] == ["bad.sgf"]
    done = explore(env, "--folder", records)
    assert done.returncode == 0
    assert "bad.sgf: " in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--folder", "nowhere"], "nowhere"),
        (["missing.sgf"], "missing.sgf"),
        (["boche - 1/2 light - -"], "not a position"),
    ],
)
def test_bad_input_gets_one_line(env: dict[str, str], words: list[str], said: str) -> None:
    done = explore(env, *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_home_that_cannot_be_written_is_named_and_the_answer_given(
    env: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    env["BOCHE_HOME"] = str(file / "home")
    words = [RECORDS / "boche-path.sgf", "--move", 0, "--folder", RECORDS]
    done = explore(env, *words)
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert f"cannot use the index '{file}" in done.stderr
    assert "games reached this position" in done.stdout
    done = explore(env, *words, "--no-update")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"cannot use the index '{file}" in done.stderr


def test_the_start_of_a_game_needs_no_record(env: dict[str, str]) -> None:
    assert "opening book" in explore(env, "--game", "che").stdout
    solved = explore(env, "--size", 4).stdout.splitlines()
    assert solved == ["solved: the side to move loses", "0 games reached this position"]


def test_several_processes_share_an_index(env: dict[str, str]) -> None:
    words = [sys.executable, "-m", "boche", "explore", "--folder", str(RECORDS), "--json"]
    running = [subprocess.Popen(words, env=env, stdout=subprocess.PIPE) for _ in range(3)]
    answers = [json.loads(process.communicate(timeout=90)[0]) for process in running]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]["games"] > 0
