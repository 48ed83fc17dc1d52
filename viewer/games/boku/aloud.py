"""Spoken description of Boku: the cells of each colour's marbles."""

from __future__ import annotations

from boche.engine.games.boku.geometry import COLOURS
from boche.engine.games.boku.position import Position
from boche.viewer.games.boku import words
from boche.viewer.games.view import SpokenPiece


def spoken_pieces(position: Position) -> tuple[SpokenPiece, ...]:
    """Return all marbles, colour by colour."""
    return tuple(
        SpokenPiece(
            (COLOURS.index(colour), *cell),
            words.MARBLES_OF(colour=colour.capitalize()),
            cell.name,
        )
        for cell, colour in position.marbles
    )
