"""Threats in Boku: rows that one marble would make five, and pairs that it would catch."""

from __future__ import annotations

from collections.abc import Iterator

from boche.engine.games.boku import rules, words
from boche.engine.games.boku.board import cell_at, place_of
from boche.engine.games.boku.geometry import CELLS, COLOURS, DIRECTIONS, Cell, Colour, is_cell
from boche.engine.games.boku.notation import Move, cell_of
from boche.engine.games.boku.position import Position
from boche.engine.message import Message, Phrase
from boche.engine.threats import CAPTURE, Threat, in_danger, named

Aims = tuple[Cell, ...]

OPEN_ROW = 3
"""Marbles of a row from which on it is spoken of while both its ends are open."""


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


def loss_by(position: Position, move: str) -> Message | None:
    """Return which of the opponent's marbles a legal move takes, as its owner is told."""
    taken = position.parse(move).taken
    if taken is None:
        return None
    return words.TAKES_YOURS(colour=position.turn.capitalize(), taken=taken.name)


def deeds_of(position: Position, move: str) -> Iterator[Message]:
    """Yield what a legal move does: what it takes, the rows that it makes, blocks or saves."""
    made, turn = position.parse(move), position.turn
    after, opponent = position.play(made), COLOURS[1 - COLOURS.index(turn)]
    if made.taken is not None:
        yield words.TAKES(taken=made.taken.name)
    if after.outcome is not None:
        return
    loses = bool(after.fives(opponent))
    made_now = (cell for cell in after.fives(turn) if cell not in position.fives(turn))
    fives = [cell.name for cell in made_now if after.left(turn)]
    if fives and not loses:
        yield words.THREATENS_FIVE(cells=named(fives))
    for way in DIRECTIONS:
        if (not fives or loses) and (row := _open_row(after, made.cell, turn, way)):
            yield _row_said(words.MAKES_ROW, row)
    for way in DIRECTIONS:
        for beside in (made.cell.moved(way, -1), made.cell.moved(way, 1)):
            if row := _open_row(position, beside, opponent, way):
                yield _row_said(words.BLOCKS, row)
    before, then = in_danger(position), in_danger(after)
    if saved := before[turn] - then[turn]:
        yield words.SAVES(cells=named(sorted(saved, key=cell_of)))
    if (new := then[opponent] - before[opponent]) and not loses:
        yield words.THREATENS(cells=named(sorted(new, key=cell_of)))


def _open_row(
    position: Position, cell: Cell, colour: str, way: tuple[int, int]
) -> tuple[Cell, ...]:
    """Return a row of three or more through a cell if both cells beyond it are empty, else ()."""
    row = position.row_through(cell, [way]) if position.marble_at(cell) == colour else ()
    if len(row) < OPEN_ROW:
        return ()
    ends = row[0].moved(way, -1), row[-1].moved(way, 1)
    return row if all(is_cell(end) and position.marble_at(end) is None for end in ends) else ()


def _row_said(phrase: Phrase, row: tuple[Cell, ...]) -> Message:
    return phrase(length=len(row), first=row[0].name, last=row[-1].name)


def _places(moves: list[Move]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(move.cell.name for move in moves))
