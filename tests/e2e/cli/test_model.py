"""3D models from the command line: the files, and refusals in one line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.games.registry import view_of
from boche.viewer.scene.bodies import Part, Printed
from tests.e2e.cli.samples import PATH, RECORDS

BOKU = str(RECORDS / "boku-row.sgf")


@pytest.mark.parametrize("name", ["boche-path.sgf", "che-tiles-out.sgf", "boku-row.sgf"])
def test_a_position_becomes_a_glb(boche, tmp_path: Path, name: str) -> None:
    out = tmp_path / "x.glb"
    assert boche("model", str(RECORDS / name), "--move", "3", "-o", str(out)) == (0, "", "")
    assert out.read_bytes()[:4] == b"glTF"
    assert os.listdir(tmp_path) == ["x.glb"]


def test_every_move_is_another_model(boche, tmp_path: Path) -> None:
    sizes = []
    for move in ("0", "1", "9"):
        out = tmp_path / f"{move}.GLB"
        assert boche("model", PATH, "--move", move, "--no-marks", "-o", str(out))[0] == 0
        sizes.append(out.stat().st_size)
    assert sizes == sorted(set(sizes))


@pytest.mark.parametrize(
    ("flags", "name"),
    [
        (["--part", "cube", "--edge", "25", "--clearance", "0.2"], "cube.stl"),
        (["--part", "cube", "--clearance", "0"], "cube.3mf"),
        (["--part", "board", "--size", "3"], "board.stl"),
        (["--part", "marble", "--game", "boku"], "marble.stl"),
        ([PATH, "--move", "2"], "position.3mf"),
    ],
)
def test_a_set_to_be_printed(boche, tmp_path: Path, flags: list[str], name: str) -> None:
    out = tmp_path / name
    assert boche("model", *flags, "-o", str(out)) == (0, "", "")
    assert zipfile.is_zipfile(out) == name.endswith(".3mf")
    if name.endswith(".stl"):
        count = int.from_bytes(out.read_bytes()[80:84], "little")
        assert out.stat().st_size == 84 + 50 * count > 84


@pytest.mark.parametrize(
    ("flags", "name", "told"),
    [
        ([BOKU], "x.3mf", "write positions of Boku as .glb, or one part with --part"),
        (["--part", "cube", "--game", "octi"], "x.3mf", "parts of Octi are board, pod, prong"),
        (["--part", "pod"], "x.stl", "parts of Boche are cube, board; --game chooses another game"),
        (["--part", "a\nb"], "x.stl", "--part a\\nb: the parts of Boche"),
        (["--part", ""], "x.stl", "the parts of Boche"),
        ([PATH], "x.stl", "write a .3mf, or one part with --part"),
        ([PATH], "x.obj", "written as .glb, .stl or .3mf"),
        ([], "x.glb", "no RECORD"),
        ([PATH, "--part", "cube"], "x.stl", "--part cube and a RECORD: give only one of them"),
        (["--part", "cube", "--move", "3"], "x.stl", "--move 3 is for a RECORD, not for --part"),
        (["--part", "cube"], "x.glb", "with --part write a .stl or .3mf"),
        (["--part", "cube", "--edge", "0.5"], "x.stl", "from 1 to 1,000 (mm)"),
        (["--part", "cube", "--edge", "nan"], "x.stl", "is not a number from 1 to 1,000 (mm)"),
        (["--part", "cube", "--clearance", "2"], "x.stl", "give 0 to 1.5 mm"),
        (
            ["--part", "prong", "--game", "octi", "--clearance", "0.3"],
            "x.stl",
            "give 0 to 0.25 mm where the edge is 25 mm",
        ),
        (["--part", "cube", "--clearance", "0"], "x.stl", "run them together; write a .3mf"),
        (["--part", "tile", "--game", "che", "--clearance", "0"], "x.stl", "write a .3mf"),
        (["--part", "board", "--size", "99"], "x.stl", "size"),
        ([PATH, "--palette", "pink"], "x.glb", "unknown palette 'pink'"),
        ([PATH, "--move", "99"], "x.glb", "--move 99"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    boche, tmp_path: Path, flags: list[str], name: str, told: str
) -> None:
    code, out, err = boche("model", *flags, "-o", str(tmp_path / name))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err
    assert os.listdir(tmp_path) == []


def test_a_missing_package_is_named(boche, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    code, _, err = boche("model", "--part", "cube", "-o", str(tmp_path / "x.stl"))
    assert code == 2
    assert err == (
        "boche model: closed bodies need the package manifold3d: pip install manifold3d\n"
    )
    assert boche("model", PATH, "-o", str(tmp_path / "x.glb"))[0] == 0, "a GLB needs it not"


def test_a_game_without_parts_is_told_in_one_line(boche, tmp_path: Path, monkeypatch) -> None:
    for game in ("boku", "octi"):
        bare = replace(view_of(game), printed=None)
        monkeypatch.setattr("boche.viewer.games.registry.view_of", lambda name, view=bare: view)
        code, _, err = boche(
            "model", "--game", game, "--part", "board", "-o", str(tmp_path / "x.stl")
        )
        assert (code, err.count("\n")) == (2, 1)
        assert f"{game.title()} has no parts to print" in err
    assert boche("model", "--help")[0] == 0


def test_the_help_stands_whatever_a_package_brings(boche, monkeypatch) -> None:
    half = Printed({"peg": Part(lambda position, clearance: (), "50 % longer")})
    views = {"che": lambda: 1 / 0, "octi": lambda: half}
    whole = {game: view_of(game) for game in GAMES}
    changed = {game: replace(whole[game], printed=made) for game, made in views.items()}
    monkeypatch.setattr("boche.viewer.games.registry.view_of", (whole | changed).__getitem__)
    code, out, _ = boche("model", "--help")
    told = " ".join(out.split())
    assert code == 0
    assert "clearance 0.1 mm): peg (50 % longer)" in told
    assert "Boche (edge" in told
    assert "Che (edge" not in told


def test_the_help_lists_the_parts_of_all_games(boche, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "2000")
    _, out, _ = boche("model", "--help")
    for game in GAMES.values():
        printed = view_of(game.name).printed
        assert printed is not None
        told = re.search(rf"{game.title} \(edge [\d.]+ mm, clearance [\d.]+ mm\): ([^;\n]*)", out)
        assert told is not None
        assert re.sub(r" \([^)]*\)", "", told.group(1)).split(", ") == list(printed().parts)


def test_the_views_are_loaded_for_that_help_alone() -> None:
    """Check that no other command loads them, nor the list of all commands."""
    program = "import sys\nfrom boche.viewer.cli import main\n"
    program += "try: main(['--help'])\nexcept SystemExit: pass\n"
    program += "print([name for name in sys.modules if name.startswith('boche.viewer.games.')])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.endswith("[]\n")
