"""The command line as a user types it: its output, its files and its failures."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from boche.engine.games.octi.position import Position
from boche.engine.games.registry import GAMES, new
from boche.engine.record import final_position, load, loads
from boche.viewer.cli.commands.records import moves_by_step
from tests.e2e.cli.samples import ENCLOSURE, FIGURE, PATH, RECORDS, png_size


def test_show(boche) -> None:
    code, out, err = boche("show", FIGURE)
    assert (code, err) == (0, "")
    assert out.startswith("      +---oo+\n")
    assert "move 20 of 20, last f:a1/3: dark wins: a path links the three sides" in out


def test_show_can_leave_the_coordinates_out(boche) -> None:
    shown, plain = boche("show", FIGURE), boche("show", FIGURE, "--no-coordinates")
    assert len(shown[1]) > len(plain[1])
    assert plain[1].startswith(final_position(load(FIGURE)).text_board())


def test_legal_moves_of_single_choices_stand_by_their_first_letter(boche) -> None:
    lines = boche("legal", str(RECORDS / "boku-row.sgf"), "--move", "0")[1].splitlines()
    assert lines[0] == "a1 a2 a3 a4 a5"
    assert len(lines) == 11


def test_size_is_the_boards_in_every_command(boche, tmp_path: Path) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("c:a1\n")
    out = tmp_path / "a.png"
    args = ("shot", str(moves), "--size", "4", "--pixels", "64x48", "-o", str(out))
    assert boche(*args) == (0, "", "")
    code, _, err = boche("shot", str(moves), "--size", "64x48", "-o", str(out))
    assert code == 2
    assert "--size" in err


def test_show_json_is_the_position(boche) -> None:
    code, out, _ = boche("show", FIGURE, "--json", "--move", "-1")
    data = json.loads(out)
    assert code == 0
    assert (data["game"], data["options"]["size"], len(data["cubes"])) == ("boche", 4, 20)
    assert data["outcome"]["winner"] == "dark"
    assert data["turn"] is None
    assert {"colour", "blobs", "sides", "enclosed", "corners"} == set(data["groups"][0])


def test_show_of_any_move(boche) -> None:
    for move in (0, 1, 7):
        _, out, _ = boche("show", FIGURE, "--json", "--move", str(move))
        assert len(json.loads(out)["cubes"]) == move


def test_legal(boche) -> None:
    code, out, _ = boche("legal", "-", "--size", "2", stdin=b"d:a1")
    assert code == 0
    assert out == "a:a2 b:a2 c:a2 d:a2\na:b1 b:b1 c:b1 d:b1\nswap\n"
    _, out, _ = boche("legal", "-", "--size", "2", "--json", stdin=b"d:a1 swap")
    assert json.loads(out) == [f"{r}:{c}" for c in ("a2", "b1") for r in "abcd"]
    _, out, _ = boche("legal", PATH)
    assert out.startswith("none: ")


def test_legal_lists_whole_moves_and_says_where_it_stopped(boche) -> None:
    moves = b"octi challenge\n57+e 53+a 57+d 53+b"
    code, out, err = boche("legal", "-", stdin=moves)
    assert (code, err) == (0, "")
    assert "57-56\n" in out or "57-56 " in out
    assert "57+a-e" in out
    assert not any(word.endswith("-") for word in out.split())
    code, out, err = boche("legal", "-", "--limit", "5", stdin=moves)
    assert (code, len(out.split())) == (0, 5)
    assert err == "boche: the first 5 moves; there are more (--limit N shows more)\n"
    assert len(json.loads(boche("legal", "-", "--limit", "5", "--json", stdin=moves)[1])) == 5
    for limit in ("0", "-1", "9" * 20):
        code, out, err = boche("legal", "-", "--limit", limit, stdin=moves)
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_legal_does_not_count_moves_that_nobody_could_count() -> None:
    pods = [("black", 55, "abcdefgh")] * 3
    pods += [("black", square, "") for square in (46, 66, 44, 64)]
    pods += [("white", square, "") for square in (54, 56, 45, 65, 36, 74, 76)]
    position = Position.set_up({}, pods, {"black": (0, 0, 5), "white": (0, 0, 20)})
    begun = time.perf_counter()
    assert len(set(islice(moves_by_step(position), 1500))) == 1500
    assert time.perf_counter() - begun < 60, "it counts them all"


def test_check_says_what_is_wrong_and_where(boche, tmp_path: Path) -> None:
    samples = [str(p) for p in RECORDS.iterdir() if p.name.partition("-")[0] in GAMES]
    assert boche("check", *samples)[:2] == (0, f"{len(samples)} games checked, no problems\n")
    bad = tmp_path / "bad.txt"
    bad.write_text("boche challenge -size=4 anna bert\n1. a:a1 a:a2\n2. e:b1\n")
    code, out, _ = boche("check", str(bad))
    assert code == 1
    assert f"{bad}: line 3, column 4: ply 3: e:b1: level 0 takes rotations a-d" in out
    assert "1 game checked, 1 problem" in out
    code, out, _ = boche("check", str(bad), "--json")
    assert json.loads(out)["problems"][0]["line"] == 3


def test_check_of_many_records_draws_no_bar_into_a_pipe(tmp_path: Path) -> None:
    many = tmp_path / "many.sgf"
    many.write_bytes(Path(PATH).read_bytes() * 200)
    done = subprocess.run(
        [sys.executable, "-m", "boche", "check", str(many)], capture_output=True, timeout=60
    )
    assert done.returncode == 0
    assert b"200 games checked, no problems" in done.stdout
    assert done.stderr == b""


def test_an_unreadable_file_does_not_stop_the_others(boche) -> None:
    code, out, _ = boche("check", "nowhere.sgf", PATH)
    assert code == 2
    assert "nowhere.sgf" in out
    assert "1 game checked, no problems, 1 file not readable" in out


def test_convert_both_ways(boche, tmp_path: Path) -> None:
    moves = tmp_path / "moves.txt"
    assert boche("convert", FIGURE, "-o", str(moves))[0] == 0
    code, out, _ = boche("convert", str(moves), "--to", "sgf")
    assert code == 0
    one, two = load(FIGURE), load(out.encode())
    assert (one.moves(), one.options) == (two.moves(), two.options)


@pytest.mark.parametrize(
    ("command", "line", "named"),
    [
        ("serve run", ("serve", "--prot", "8704"), "--prot"),
        ("serve banner", ("serve", "banner", "--of"), "--of"),
        ("serve log", ("serve", "log", "--port", "8704"), "--port"),
        ("serve user ban", ("serve", "user", "ban", "ann", "--yes"), "--yes"),
        ("show", ("show", FIGURE, "--mov=3"), "--mov=3"),
        ("match", ("match", "1", "2", "--game", "x", "-z"), "-z"),
    ],
)  # fmt: skip
def test_an_option_that_there_is_not_is_named(
    boche, command: str, line: tuple[str, ...], named: str
) -> None:
    code, out, err = boche(*line)
    assert (code, out) == (2, "")
    assert err == (
        f"boche {command}: unrecognized arguments: {named}; see boche {command} --help\n"
    )


@pytest.mark.parametrize(
    "line",
    [("new", "-o"), ("convert", FIGURE, "-o")],
    ids=lambda line: line[0],
)
def test_a_record_replaces_a_file_only_where_that_is_asked_for(
    boche, tmp_path: Path, line: tuple[str, ...]
) -> None:
    kept = tmp_path / "kept.sgf"
    kept.write_text("(;GM[boche]C[mine])", "utf-8")
    code, out, err = boche(*line, str(kept))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{str(kept)!r} already exists; --overwrite replaces it" in err
    assert kept.read_text("utf-8") == "(;GM[boche]C[mine])"
    assert boche(*line, str(kept), "--overwrite")[0] == 0
    assert "mine" not in kept.read_text("utf-8")
    assert boche(*line, "/dev/null")[0] == 0, "what is no file is written to"


@pytest.mark.parametrize("command", ["page", "shot", "figure", "model"])
@pytest.mark.parametrize("name", ["game.sgf", "game"])
def test_what_is_drawn_never_replaces_a_record(
    boche, tmp_path: Path, command: str, name: str
) -> None:
    kept = tmp_path / name
    kept.write_bytes(Path(FIGURE).read_bytes())
    code, out, err = boche(command, str(kept), "-o", str(kept))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert str(kept) in err
    assert kept.read_bytes() == Path(FIGURE).read_bytes()


def test_what_was_drawn_is_drawn_anew(boche, tmp_path: Path) -> None:
    for _ in range(2):
        assert boche("page", FIGURE, "-o", str(tmp_path / "drawn.html"))[0] == 0


def test_convert_takes_one_game_into_a_list_of_moves(boche, tmp_path: Path) -> None:
    both = tmp_path / "both.sgf"
    both.write_bytes(Path(FIGURE).read_bytes() + (RECORDS / "boku-row.sgf").read_bytes())
    code, out, err = boche("convert", str(both), "--to", "moves")
    assert (code, out) == (2, "")
    assert "holds one game, not 2" in err
    code, out, _ = boche("convert", str(both), "--to", "moves", "--number", "2")
    assert (code, load(out.encode()).game_name) == (0, "boku")
    assert boche("convert", str(both), "--number", "3")[0] == 2
    assert boche("convert", str(both))[1].count("GM[") == 2


def test_new_takes_the_game_as_the_library_does(boche) -> None:
    code, out, err = boche("new", "boku", "--date", "2024-05-12")
    assert (code, err) == (0, "")
    assert out == boche("new", "--game", "boku", "--date", "2024-05-12")[1]
    assert loads(out).start == new("boku")


def test_new(boche) -> None:
    code, out, err = boche("new", "--size", "5", "--kill", "0", "--players", "Anna", "Bert")
    record = load(out.encode())
    assert code == 0
    assert (record.options["size"], record.options["kill"]) == (5, 0)
    assert record.players == {"light": "Anna", "dark": "Bert"}
    assert "odd number of cubes" in err


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are bytes")
@pytest.mark.parametrize("locale", [ASCII, {"LC_ALL": "C.UTF-8"}], ids=["ascii", "utf-8"])
def test_names_keep_their_letters_in_any_locale(locale: dict[str, str], tmp_path: Path) -> None:
    def run(*args: str | bytes) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "boche", *args], capture_output=True, timeout=60,
            env={**os.environ, **locale, "PYTHONPATH": str(RECORDS.parents[1])}, cwd=tmp_path,
        )  # fmt: skip

    done = run("new", "--players", "Ünï".encode(), "将棋".encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert load(done.stdout).players == {"light": "Ünï", "dark": "将棋"}
    done = run("new", "--players", b"M\xfcller", "Bert")
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert b"nor in UTF-8" in done.stderr
    folder = "Größe".encode()
    flags = (*("--games", "1", "--size", "2", "--jobs", "1"), b"-o", folder)
    broken = b"gtp:" + shlex.quote(sys.executable).encode() + " -c 'exit() # Ünï'".encode()
    done = run("match", broken, "random", *flags)
    assert done.returncode == 0
    [game] = (tmp_path / "Größe").glob("game-*.sgf")
    assert "Ünï" in load(game).event


def test_perft(boche) -> None:
    assert boche("perft", "--game", "boche", "--size", "2", "--depth", "4")[:2] == (0, "3792\n")
    flags = ("--size", "2", "--immediate-win", "--join-any", "--depth", "3", "--json")
    assert json.loads(boche("perft", *flags)[1])["count"] == 480
    divided = boche("perft", "--size", "2", "--depth", "2", "--divide")[1].splitlines()
    assert divided[0] == "a:a1 9"
    assert divided[-1] == "216"


@pytest.mark.parametrize("command", ["show", "legal", "check", "shot", "convert", "perft", "new"])
def test_help_has_an_example(boche, command: str) -> None:
    code, out, _ = boche(command, "--help")
    assert code == 0
    first = re.search(rf"^examples?:\n  boche {command} ", out, re.MULTILINE)
    assert first or f"| boche {command}" in out


def test_help_says_which_game_an_option_belongs_to(boche) -> None:
    out = " ".join(boche("new", "--help")[1].split())
    for game in GAMES.values():
        for option in game.options:
            assert f"{game.title}, {option.title}: {option.help}" in out


BAD = {
    "missing file": (["show", "nowhere.sgf"], "nowhere.sgf"),
    "directory": (["show", str(RECORDS)], "irectory"),
    "empty file": (["show", os.devnull], "empty"),
    "binary file": (["show", sys.executable], "binary"),
    "move too far": (["show", PATH, "--move", "999"], "--move 999: this line has"),
    "no such line": (["show", PATH, "--line", "99"], "--line 99"),
    "no such game": (["show", PATH, "--number", "2"], "--number 2"),
    "size of zero": (["shot", PATH, "--pixels", "0x0", "-o", "x.png"], "0x0"),
    "size too large": (["shot", PATH, "--pixels", "99999x99999", "-o", "x.png"], "at most"),
    "no size": (["shot", PATH, "--pixels", "big", "-o", "x.png"], "WIDTHxHEIGHT"),
    "no kind of picture": (["shot", PATH, "-o", "x.bmp"], ".png, .jpg or .webp"),
    "no transparency": (["shot", PATH, "--transparent", "-o", "x.jpg"], "no transparency"),
    "bad view": (["shot", PATH, "--view", "10,99", "-o", "x.png"], "elevation"),
    "bad palette": (["shot", PATH, "--palette", "pink", "-o", "x.png"], "pink"),
    "bad samples": (["shot", PATH, "--samples", "-1", "-o", "x.png"], "samples"),
    "no number in the name": (["shot", PATH, "--all", "-o", "x.png"], "%n"),
    "no such folder": (
        ["shot", PATH, "--pixels", "64x64", "-o", "no/where/x.png"],
        "no/where/x.png",
    ),
    "output is a folder": (["shot", PATH, "--pixels", "64x64", "-o", "."], "directory"),
    "board too large": (["perft", "--size", "21", "--depth", "1"], "between 1 and 20"),
    "not a number": (["perft", "--size", "six", "--depth", "1"], "six"),
    "negative depth": (["perft", "--depth", "-1"], "'-1' is not a whole number from 0"),
    "another game": (["perft", "--game", "chess", "--depth", "1"], "chess"),
    "unknown command": (["fly"], "fly"),
    "unknown option": (["new", "--fly"], "boche new: unrecognized arguments: --fly; see boche new"),
    "unknown option of no command": (["--fly"], "boche play: unrecognized arguments: --fly"),
    "option of another game": (["new", "--game", "boku", "--kill", "3"], "(it has: none)"),
    "too many threads": (["analyse", PATH, "--threads", "999"], "1 to 256"),
    "too many candidates": (["analyse", PATH, "--candidates", "11"], "1 to 10"),
    "no candidates": (["analyse", PATH, "--candidates", "0"], "whole number from 1 to 10"),
    "too many games at once": (["match", "1", "1", "--jobs", "999"], "1 to 256"),
    "a player's argument": (["match", "uct:x", "1"], "'x' is neither"),
    "a program that is not there": (["match", "1", "gtp:/no/such"], "program not found"),
    "gtp with such a program": (["gtp", "--player", "gtp:/no/such"], "program not found"),
    "a file as folder": (["match", "1", "1", "-o", PATH], "File exists"),
    "a line break and a terminal's orders": (
        ["new", "boku", "a\nb\x1b[2J"],
        "arguments: a b\\x1b[2J;",
    ),
    "two games": (["new", "boku", "--game", "che"], "two games: boku and --game che"),
    "a choice of two lines": (["show", PATH, "--game", "a\nb"], "invalid choice"),
    "bad date": (["new", "--date", "yesterday"], "YYYY-MM-DD"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_and_exit_code_2(boche, case, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    args, words = BAD[case]
    code, out, err = boche(*args)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert words in err
    assert os.listdir(tmp_path) == []


def test_an_illegal_move_is_named_and_lenient_goes_on(boche, tmp_path: Path) -> None:
    bad = tmp_path / "bad.sgf"
    bad.write_text("(;FF[4]GM[Boche]SZ[4];W[a:a1];B[a:a2];W[e:b1];B[a:c1])")
    picture = tmp_path / "x.png"
    args = ("shot", str(bad), "--pixels", "64x64", "-o", str(picture))
    code, _, err = boche(*args)
    assert code == 2
    assert "line 1, column 39: ply 3: e:b1: level 0 takes rotations a-d" in err
    assert not picture.exists()
    code, _, err = boche(*args, "--lenient")
    assert code == 0
    assert "e:b1: level 0 takes rotations a-d" in err
    assert png_size(picture) == (64, 64)
    data = json.loads(boche("show", str(bad), "--lenient", "--json")[1])
    assert data["moves"] == ["a:a1", "a:a2"]


def test_a_record_of_another_game(boche, tmp_path: Path) -> None:
    other = tmp_path / "go.sgf"
    other.write_text("(;FF[4]GM[1]SZ[19];B[pd])")
    code, _, err = boche("show", str(other))
    assert code == 2
    assert "another game, Go" in err


def test_options_on_the_command_line_do_not_override_a_record(boche) -> None:
    code, _, err = boche("show", FIGURE, "--size", "6")
    assert code == 0
    assert "--size is ignored" in err


def test_variations_are_lines(boche) -> None:
    count = sum(not node.children for node in load(ENCLOSURE).nodes())
    assert count > 1
    main = boche("show", ENCLOSURE, "--json")[1]
    other = boche("show", ENCLOSURE, "--json", "--line", "2")[1]
    assert json.loads(main)["moves"] != json.loads(other)["moves"]


def test_a_page_of_a_folder_leaves_out_what_cannot_be_read(boche, tmp_path: Path) -> None:
    folder, out = tmp_path / "games", tmp_path / "all.html"
    folder.mkdir()
    (folder / "a.sgf").write_text("(;FF[4]GM[Boche]SZ[4]PW[Anna];W[c:a1])")
    (folder / "b.sgf").write_bytes(b"(;FF[4]GM[Boche]\0;)")
    (folder / "c.sgf").write_text("(;FF[4]GM[1]SZ[19];B[dd])")
    (folder / "d.sgf").write_text("(;FF[4]GM[Boku]PW[Bert];B[e4])")
    command = ("page", str(folder), "--collection", "-o", str(out))
    code, _, err = boche(*command)
    assert (code, err.count("\n")) == (2, 1)
    assert "b.sgf" in err
    assert "--lenient leaves the file out" in err
    assert not out.exists()
    code, _, err = boche(*command, "--lenient")
    assert code == 0, err
    first, second = err.splitlines()
    assert "b.sgf: " in first
    assert "c.sgf: " in second
    assert all(line.endswith("; the file is left out") for line in (first, second))
    page = out.read_text(encoding="utf-8")
    assert "Anna" in page
    assert "Bert" in page
    for name in ("a.sgf", "d.sgf"):
        (folder / name).unlink()
    out.unlink()
    code, _, err = boche(*command, "--lenient")
    assert code == 2
    assert "can be read" in err.splitlines()[-1]
    assert not out.exists()
