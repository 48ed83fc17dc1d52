"""3D models from the command line: what is written, and what is refused in one line."""

from __future__ import annotations

import os
import sys
import zipfile
from pathlib import Path

import pytest

from tests.e2e.cli.samples import PATH, RECORDS


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
        (["--cube", "--edge", "25", "--clearance", "0.2"], "cube.stl"),
        (["--cube"], "cube.3mf"),
        (["--board", "--size", "3"], "board.stl"),
        ([PATH, "--board"], "board.3mf"),
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
        ([str(RECORDS / "boku-row.sgf")], "x.3mf", "Boku has no closed bodies to print"),
        (["--cube", "--game", "octi"], "x.3mf", "Octi has no closed bodies to print"),
        ([PATH], "x.stl", "with --board the board alone"),
        ([PATH], "x.obj", "written as .glb, .stl or .3mf"),
        ([], "x.glb", "no RECORD"),
        ([PATH, "--cube"], "x.stl", "give one of them"),
        (["--cube"], "x.glb", "with --cube write a .stl or .3mf"),
        (["--cube", "--edge", "0.5"], "x.stl", "give 1 to 1000 mm"),
        (["--cube", "--edge", "nan"], "x.stl", "no length in mm"),
        (["--cube", "--clearance", "2"], "x.stl", "give 0 to 1.5 mm"),
        (["--board", "--size", "99"], "x.stl", "size"),
        ([PATH, "--palette", "pink"], "x.glb", "no palette 'pink'"),
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
    code, _, err = boche("model", "--cube", "-o", str(tmp_path / "x.stl"))
    assert code == 2
    assert err == (
        "boche model: closed bodies need the package manifold3d: pip install 'boche[model]'\n"
    )
    assert boche("model", PATH, "-o", str(tmp_path / "x.glb"))[0] == 0, "a GLB needs it not"
