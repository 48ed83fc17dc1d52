"""Threats in Boku: rows that one marble would make five, and pairs that it would catch."""

from __future__ import annotations

from boche.engine.games.boku import rules, words
from boche.engine.games.boku.board import cell_at, place_of
from boche.engine.games.boku.geometry import CELLS, COLOURS, Cell, Colour
from boche.engine.games.boku.notation import Move
from boche.engine.games.boku.position import Position
from boche.engine.threats import CAPTURE, Threat, named

Aims = tuple[Cell, ...]


def threats(position: Position) -> list[Threat]:
    """Return the threats of both colours.

    Cells that make five with the same marbles are one threat, so are cells that catch the same
    marbles. ``aims`` are these marbles.
    """
    return [threat for colour in COLOURS for threat in _of(position.with_turn(colour), colour)]


def _of(position: Position, colour: Colour) -> list[Threat]:
    """Return the threats of a colour that is to move."""
    rows, pairs = dict[Aims, list[Move]](), dict[Aims, list[Move]]()
    cells, side = position.board.cells, COLOURS.index(colour)
    for cell in CELLS if position.left(colour) else ():
        place = place_of(cell)
        if cells[place] != rules.EMPTY or cell == position.forbidden:
            continue
        seen = rules.look(cells, place, side)
        if seen == rules.FIVE:
            after = position.play(Move(cell, None))
            through = [row for row in after.winning_rows() if cell in row]
            aims = tuple(sorted({each for row in through for each in row if each != cell}))
            rows.setdefault(aims, []).append(Move(cell, None))
        elif seen:
            codes = [code for code in range(1, len(rules.REACH)) if seen >> code & 1]
            taken = sorted(cell_at(place + rules.REACH[code]) for code in codes)
            pairs.setdefault(tuple(taken), []).extend(Move(cell, each) for each in taken)
    found = [_five(colour, aims, moves) for aims, moves in rows.items()]
    return found + [_capture(colour, aims, moves) for aims, moves in pairs.items()]


def _five(colour: Colour, aims: Aims, moves: list[Move]) -> Threat:
    places = _places(moves)
    return Threat(
        colour=colour,
        kind="row",
        moves=tuple(map(str, moves)),
        places=places,
        aims=tuple(cell.name for cell in aims),
        can=words.CAN_MAKE_FIVE,
        lets=words.LETS_MAKE_FIVE,
        values={"cells": named(places)},
    )


def _capture(colour: Colour, aims: Aims, moves: list[Move]) -> Threat:
    places, taken = _places(moves), tuple(cell.name for cell in aims)
    return Threat(
        colour=colour,
        kind=CAPTURE,
        moves=tuple(map(str, moves)),
        places=places,
        aims=taken,
        can=words.CAN_TAKE,
        lets=words.LETS_TAKE,
        values={"cells": named(places), "taken": named(taken)},
    )


def _places(moves: list[Move]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(move.cell.name for move in moves))
