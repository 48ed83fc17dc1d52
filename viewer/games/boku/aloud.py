"""Boku read aloud: where each colour's marbles lie."""

from __future__ import annotations

from engine.games.boku.geometry import COLOURS
from engine.games.boku.position import Position
from viewer.games.boku import words
from viewer.games.view import Said


def aloud(position: Position) -> tuple[Said, ...]:
    """All marbles, colour by colour."""
    return tuple(
        Said(
            (COLOURS.index(colour), *cell),
            words.MARBLES_OF(colour=colour.capitalize()),
            cell.name,
        )
        for cell, colour in position.marbles
    )
