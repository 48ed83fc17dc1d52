"""The shipped records replay to the results that they declare."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.boche.position import Position
from engine.games.registry import GAMES
from engine.record import check, dump_moves, dump_sgf, final_position, load, write_result
from engine.record.dialect import read_result
from tests import ROOT

FOLDER = ROOT / "assets" / "records"
SAMPLES = sorted(FOLDER.glob("boche-*"))
ALL = sorted(path for path in FOLDER.iterdir() if path.suffix in (".sgf", ".txt"))

ENDS = {
    "boche-enclosure.sgf": ("B+Enclosure", 28, 6),
    "boche-figure-size-4.sgf": ("B+Path", 20, 4),
    "boche-path.sgf": ("W+Path", 56, 6),
    "boche-resignation.txt": ("W+R", 27, 6),
    "boche-swap.sgf": ("W+Enclosure", 34, 6),
}

FIGURE = """
      +---oo+
     / \\   ooo
    ooooooo   \\
   +ooooo+ooo--+---oo+
    ooooooooooo \\   ooo
     \\ /   \\  oooooo   \\
      +     +---oo+ooo--+---oo+
     / \\   / \\   ooooooo \\ ooooo
    ooooooooooooo   \\  ooooooo  \\
   +ooooo+ooooo+ooo--+---oo+ooo--+---oo+
    ooooooooooooooooo \\ ooooooooo \\   ooo
     \\ /ooo\\ /   \\  ooooooo  \\  oooooo   \\
      +  oo +     +--ooo+oo---+--ooo+oo---+
     / \\ooo/ \\   /  oooooo   /    ooooo  /
    o   ooo   ooooooo /   oooo    / ooooo
   +oo oo+oo oo+ooo--+---oo+ooo--+---oo+
    o   ooo   oooo  /  oooooooo /
     \\ /ooo\\ / ooooooooo / ooooo
      +  oo +---oo+ooo--+---oo+
     / \\ooo/  oooooo   /
    o   ooooooo /   ooo
   +oo oo+ooo--+---oo+
    o   oooo  /
     \\ / ooooo
      +---oo+
""".strip("\n").split("\n")
"""The help file's full board of size 4."""

PLACES = {"x": (3, 3), "y": (5, 6), "z": (1, 6)}
"""Line and column, in the drawing of one cube, that is dark where the face joins dark."""


def test_every_game_has_samples_and_every_sample_a_game() -> None:
    assert {path.name.partition("-")[0] for path in ALL} == set(GAMES)


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name)
def test_a_sample_of_any_game_is_true_and_survives_both_formats(path: Path) -> None:
    record = load(path, strict=True)
    assert record.game == path.name.partition("-")[0]
    assert check(record) == []
    end = final_position(record)
    assert end.outcome is not None
    declared = read_result(record.form, record.result)
    reached = read_result(record.form, write_result(record.form, end.outcome))
    assert declared is not None
    assert reached is not None
    if record.result:
        assert (declared.winner, declared.kind or reached.kind) == (reached.winner, reached.kind)
    else:
        assert path.suffix == ".txt", "a list of moves declares no result but a resignation"
    assert load(dump_sgf(record), strict=True) == record
    listed = load(dump_moves(record).encode(), strict=True)
    assert (listed.game, listed.moves()) == (record.game, record.moves())
    assert listed.options == record.options


def test_every_sample_is_known_here() -> None:
    assert [path.name for path in SAMPLES] == sorted(ENDS)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_sample_replays_to_its_result(path: Path) -> None:
    result, plies, size = ENDS[path.name]
    record = load(path, strict=True)
    assert check(record) == []
    end = final_position(record)
    assert end.outcome is not None
    assert record.result == result == write_result(record.form, end.outcome)
    assert (len(record.moves()), record.options["size"]) == (plies, size)
    assert all(record.players.values())
    assert any(node.comment for node in record.nodes())


@pytest.mark.parametrize("path", [p for p in SAMPLES if p.suffix == ".sgf"], ids=lambda p: p.name)
def test_a_sample_is_written_as_it_lies(path: Path) -> None:
    assert dump_sgf(load(path)) == path.read_bytes()


def test_the_swap_sample_swaps() -> None:
    record = load(FOLDER / "boche-swap.sgf")
    assert final_position(record).swapped
    assert len(record.root.children[0].children) == 2


def test_the_figure_sample_ends_on_the_surface_of_the_help_files_figure() -> None:
    end = final_position(load(FOLDER / "boche-figure-size-4.sgf"))
    assert isinstance(end, Position)
    faces = list(end.surface().faces)
    assert len(faces) == 30
    for face in faces:
        c, r, k = face.cell
        line, column = PLACES[face.axis]
        line += len(FIGURE) - 7 - 6 * r - 3 * c - 3 * k
        column += 3 + 9 * c + 3 * k
        drawn = FIGURE[line][column] if column < len(FIGURE[line]) else " "
        assert (drawn == "o") == (face.colour == "dark"), face
