"""Positions of Boku under its symmetries; see ``engine.orbit``."""

from __future__ import annotations

from collections.abc import Iterable

from boche.engine.games.boku.geometry import COLOURS, Cell, Marble
from boche.engine.games.boku.notation import Move, parse_move
from boche.engine.games.boku.symmetry import SYMMETRIES, Symmetry
from boche.engine.orbit import Orbit

_LEADING = [[s for s in SYMMETRIES if s.exchange == flip] for flip in (False, True)]

_SIDES: dict[str, int] = {colour: side for side, colour in enumerate(COLOURS)}


def orbit_of(options: str, marbles: Iterable[Marble], forbidden: Cell | None, turn: str) -> Orbit:
    """Return the orbit of a position; the forbidden cell counts as a piece without a colour."""
    flip = turn != COLOURS[0]
    pieces: list[tuple[Cell, str]] = [*marbles]
    if forbidden is not None:
        pieces.append((forbidden, ""))
    return Orbit(options, flip, _LEADING[flip], pieces, _piece, image_of, _back)


def _piece(symmetry: Symmetry, piece: tuple[Cell, str]) -> object:
    cell, colour = piece
    side = _SIDES[colour] ^ symmetry.exchange if colour else -1
    return *symmetry.cell(cell), side


def image_of(symmetry: Symmetry, move: Move) -> str:
    """Return the text of a move's image."""
    taken = symmetry.cell(move.taken) if move.taken is not None else None
    return str(Move(symmetry.cell(move.cell), taken))


def _back(symmetry: Symmetry, text: str) -> str:
    return image_of(symmetry, parse_move(text))  # each symmetry is its own inverse
