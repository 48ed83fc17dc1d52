"""The commands of the computer players, as a user types them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from boche.engine import new
from boche.engine.games.registry import GAMES, find
from boche.engine.players.levels import LEVELS, level_of
from boche.engine.record import check, load
from tests import ROOT

FIGURE = str(ROOT / "assets" / "records" / "boche-figure-size-4.sgf")


def test_bench_prints_what_programs_read(boche) -> None:
    code, out, _ = boche("bench", "--game", "boche", "--fill-board", "--seconds", "0.1", "--json")
    data = json.loads(out)
    assert code == 0
    assert data["game"] == "boche"
    assert data["options"]["fill_board"] is True
    assert data["playouts_per_s"] > 64 * data["simulations_per_s"] / 100 > 0


def test_analyse_prints_a_row_for_each_position(boche, tmp_path) -> None:
    out_file = tmp_path / "out.sgf"
    code, out, _ = boche("analyse", FIGURE, "--playouts", "300", "--write", str(out_file))
    table, _, missed = out.strip().partition("\n\n")
    rows, told = table.split("\n"), missed.partition("\n\n")[0].split("\n")
    assert code == 0
    assert len(rows) == 1 + 21
    assert rows[-1].split()[:4] == ["20", "f:a1/3", "0.0%", "100.0%"]
    assert "dark wins in 1 move: " in rows[-3], (
        "light moves before the last two, and cannot help it"
    )
    marked = [row.split()[:2] for row in rows if "?" in row]
    mistakes = [line for line in told[1:] if line[:4].strip().isdigit()]
    betters = [line for line in told[1:] if line.lstrip().startswith("better:")]
    assert marked == [line.split()[:2] for line in mistakes]
    assert told[0] == "what was missed"
    played = load(FIGURE).moves()
    for mistake, better in zip(mistakes, betters, strict=True):
        ply, move = mistake.split()[:2]
        assert re.sub(r"/\d+", "", move.rstrip("?")) == played[int(ply) - 1]
        assert better.split()[1] != move.rstrip("?")
    written = load(out_file)
    assert check(written) == []
    comments = [node.comment for node in written.main_line()]
    assert all("[boche] " in comment for comment in comments)
    boche("analyse", str(out_file), "--playouts", "50", "--write", str(out_file), "--overwrite")
    assert all(node.comment.count("[boche] ") == 1 for node in load(out_file).main_line())


def test_a_record_on_standard_output_stands_there_alone(boche) -> None:
    code, out, _ = boche("analyse", FIGURE, "--playouts", "20", "--write", "-")
    written = load(out.encode())
    assert (code, list(written.problems), check(written)) == (0, [], [])
    code, out, err = boche("analyse", FIGURE, "--playouts", "20", "--write", "-", "--json")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_analyse_as_json(boche) -> None:
    code, out, _ = boche("analyse", FIGURE, "--playouts", "200", "--json")
    data = json.loads(out)
    assert code == 0
    assert [e["ply"] for e in data["evaluations"]] == list(range(21))
    assert all(sum(e["win"].values()) == pytest.approx(1) for e in data["evaluations"])
    for each in data["mistakes"]:
        assert each["lost"] == pytest.approx(each["before"] - each["after"])
        assert each["lost"] >= 0.05
        assert each["line"][0] == data["evaluations"][each["ply"] - 1]["best"]
    again = json.loads(boche("analyse", FIGURE, "--playouts", "200", "--json")[1])
    assert [e["win"] for e in again["evaluations"]] == [e["win"] for e in data["evaluations"]]


def test_a_match_and_its_records(boche, tmp_path) -> None:
    folder = tmp_path / "m"
    flags = ("--size", "3", "--games", "4", "--jobs", "1", "-o", str(folder))
    code, out, _ = boche("match", "greedy", "random", *flags)
    assert code == 0
    assert out.startswith("greedy - random: ")
    assert "95 % interval" in out
    assert "Elo " in out
    assert len(list(folder.glob("game-*.sgf"))) == 4
    assert boche("check", *map(str, sorted(folder.glob("*.sgf"))))[0] == 0
    data = json.loads(boche("match", "greedy", "random", *flags, "--json")[1])
    assert (data["games"], data["players"]) == (4, ["greedy", "random"])


@pytest.mark.parametrize("where", ["no/folder/x.sgf", ".", "x\0y", "file/x.sgf"])
def test_where_nothing_can_be_written_nothing_is_searched(
    boche, tmp_path, monkeypatch, where: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "boche.engine.search.analysis.analyse", lambda *_, **__: pytest.fail("searched")
    )
    (tmp_path / "file").write_text("")
    code, out, err = boche("analyse", FIGURE, "--seconds", "2", "--write", where)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"cannot write {where!r}" in err
    assert os.listdir(tmp_path) == ["file"]


def test_what_cannot_be_written_after_all_is_shown(boche, tmp_path, monkeypatch) -> None:
    """Simulate a disk that has become full meanwhile."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    target = str(tmp_path / "x.sgf")
    code, out, err = boche("analyse", FIGURE, "--playouts", "20", "--write", target)
    table = out.partition("\n\n")[0]  # the missed chances come after it
    assert (code, len(table.splitlines())) == (2, 1 + 21)
    assert "No space left" in err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("match", "5"), "expected two players"),
        (("match", "5", "nobody"), "unknown player 'nobody'"),
        (("match", "5", "4", "--games", "0"), "is not a whole number from 1"),
        (("bench", "--seconds", "-1"), "(seconds)"),
        (("gtp", "--player", "nobody"), "unknown player 'nobody'"),
        (("analyse", "/no/such/file"), "/no/such/file"),
    ],
    ids=str,
)
def test_errors_are_one_line(boche, args, message: str) -> None:
    code, out, err = boche(*args)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_the_players_are_listed(boche) -> None:
    code, out, _ = boche("match", "--list")
    assert code == 0
    assert [line.split()[0] for line in out.strip().split("\n")] == [
        "random", "greedy", "uct", "rated", *"123456789", "net", "gtp", "python",
    ]  # fmt: skip


def test_the_levels_that_are_listed_are_those_of_the_game(boche) -> None:
    for name in GAMES:
        _, out, _ = boche("match", "--list", "--game", name)
        for number in LEVELS:
            level = level_of(find(name), number)
            assert f"level {number} (rating {level.rating}): {level.text}" in out


def test_gtp_in_a_process_of_its_own() -> None:
    commands = "boardsize 3\n7 genmove W\nfinal_score\nquit\n"
    done = subprocess.run(
        [sys.executable, "-m", "boche", "gtp", "--player", "random"],
        input=commands, capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    one, two, three, four = done.stdout.split("\n\n")[:4]
    assert (one, four) == ("=", "=")
    assert two.startswith("=7 ")
    assert three == "? cannot score: the game is not over"
    assert done.stderr == ""


LOST = "a:a2 c:c1 c:a1 a:b1 f:a1 d:b2 h:b1 d:a3"


def test_where_every_move_loses_analyse_says_how_and_names_the_longest_defence(
    boche, tmp_path
) -> None:
    record, written = tmp_path / "lost.txt", tmp_path / "lost.sgf"
    record.write_text(LOST, "utf-8")
    effort = ["--playouts", "3000", "--write", str(written)]
    code, out, _ = boche("analyse", str(record), "--size", "3", *effort)
    assert code == 0
    last = out.partition("\nwhat was missed")[0].strip().splitlines()[-1]
    head, _, line = last.partition("  dark wins in 1 move: ")
    position = new("boche", size=3)
    for move in LOST.split():
        position = position.play(move)
    defence, answer = line.split()
    assert defence in head, "the best move is the one that the line begins with"
    assert position.play(defence).play(answer).outcome.winner == "dark"
    comment = list(load(written).main_line())[-1].comment
    recorded = re.sub(r"/\d+", "", line)  # comments have moves as records have them
    assert f"dark wins in 1 move; every move loses (longest: {recorded})" in comment


def test_what_a_record_knows_is_not_searched_again(boche, tmp_path) -> None:
    out_file = str(tmp_path / "out.sgf")
    flags = ("--playouts", "200", "--json")
    first = json.loads(boche("analyse", FIGURE, *flags, "--write", out_file, "--no-comments")[1])
    assert not any("[boche] " in node.comment for node in load(out_file).main_line())
    code, out, err = boche("analyse", out_file, *flags)
    again = json.loads(out)
    assert (code, err.count("\n")) == (0, 1)
    assert "20 of 21 positions are known already" in err
    assert again["mistakes"] == [
        {**each, **{key: pytest.approx(each[key], abs=2e-4) for key in ("before", "after", "lost")}}
        for each in first["mistakes"]
    ]
    assert "are known already" not in boche("analyse", out_file, *flags, "--fresh")[2]
    proven = sum(each["proven"] is not None for each in again["evaluations"][:-1])
    err = boche("analyse", out_file, "--playouts", "250", "--json")[2]
    assert err.startswith(f"boche: {proven} of 21 positions are known already")


def test_analyse_tells_how_accurate_the_players_were(boche, tmp_path) -> None:
    out_file = str(tmp_path / "out.sgf")
    out = boche("analyse", FIGURE, "--playouts", "200", "--write", out_file)[1]
    told = out.partition("accuracy\n")[2].splitlines()
    players = json.loads(boche("analyse", out_file, "--playouts", "200", "--json")[1])["players"]
    assert [each["name"] for each in players] == ["Erik", "Frieda"]
    for row, each in zip(told, players, strict=True):
        assert row.split()[0] == each["name"]
        assert f"{each['accuracy']:.1f}%" in row
        assert f"average loss {100 * each['loss']:.1f} points in 10 moves" in row
