"""Boche-specific parts of records: sizes, the swap, and the game of the help file's figure."""

from __future__ import annotations

import pytest

from boche.engine.games.boche.position import Position
from boche.engine.record import final_position, load
from tests import ROOT

FOLDER = ROOT / "assets" / "records"
SIZES = {
    "boche-enclosure.sgf": 6,
    "boche-figure-size-4.sgf": 4,
    "boche-path.sgf": 6,
    "boche-resignation.txt": 6,
    "boche-swap.sgf": 6,
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
"""Line and column, in the drawing of one cube, that is dark if the face joins dark."""


@pytest.mark.parametrize("name", SIZES)
def test_a_sample_has_its_size(name: str) -> None:
    assert load(FOLDER / name).options["size"] == SIZES[name]


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
