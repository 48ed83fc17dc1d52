"""The command ``boche tournament``: played, continued, printed; refusals in one line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

FLAGS = ("--game", "boku", "--jobs", "1")


def test_a_tournament_is_played_and_continued(boche, tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    players = ("random", "random", "greedy")
    code, out, told = boche("tournament", *players, *FLAGS, "--clock", "1+1", "-o", str(folder))
    assert code == 0
    assert out.startswith("cup\n")
    assert "random (2)" in out
    assert told.count("boche: ") == 3
    games = sorted(folder.glob("game-*.sgf"))
    assert len(games) == 3
    assert boche("check", *map(str, games))[0] == 0

    file = folder / "tournament.json"
    values = json.loads(file.read_text())
    before = values["results"].pop()
    file.write_text(json.dumps(values))
    code, out, told = boche("tournament", "--resume", str(folder), "--jobs", "1", "--csv")
    assert (code, told.count("boche: ")) == (0, 1)
    rows = list(csv.reader(io.StringIO(out)))
    assert sum(float(row[-3].replace("½", ".5")) for row in rows[1:]) == 3
    assert json.loads(file.read_text())["results"][-1] == before

    data = json.loads(boche("tournament", "--resume", str(folder), "--json")[1])
    assert len(data["results"]) == 3
    assert data["table"][0][:2] == ["#", "Player"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("random",), "a tournament has 2 to 12 players, not 1"),
        (("random", "nobody"), "unknown player 'nobody'"),
        (("random", "greedy", "--games", "11"), "each pairing has 1 to 10 games, not 11"),
        (("random", "greedy", "--clock", "soon"), "'soon' is not a clock; write 5, 5+3 or 10+3x30"),
        (("--resume", "nowhere"), "cannot read"),
        (("random", "--resume", "nowhere"), "the players are in the tournament"),
    ],
)
def test_refusals(boche, tmp_path: Path, monkeypatch, arguments, words: str) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, told = boche("tournament", *arguments)
    assert (code, out) == (2, "")
    assert words in told
    assert len(told.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_a_tournament_is_not_begun_anew(boche, tmp_path: Path) -> None:
    flags = ("random", "greedy", *FLAGS, "-o", str(tmp_path))
    assert boche("tournament", *flags)[0] == 0
    code, _, told = boche("tournament", *flags)
    assert code == 2
    assert "--resume continues it" in told


@pytest.mark.parametrize("text", ["", "{", "[]", '{"tournament": 2}', "\0", "[" * 9999])
def test_a_damaged_file_is_one_line(boche, tmp_path: Path, text: str) -> None:
    (tmp_path / "tournament.json").write_text(text)
    code, _, told = boche("tournament", "--resume", str(tmp_path))
    assert code == 2
    assert told.startswith("boche tournament: tournament.json is damaged: ")
    assert len(told.strip().splitlines()) == 1
