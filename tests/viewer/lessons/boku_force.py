"""Forced wins of Boku by exhaustive search: the rules once more, over sets of cells.

A side *wins within n* if it makes five in at most n of its own moves, whatever the opponent plays.
All legal moves of both sides are searched, except those that a comment shows to be irrelevant.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from boche.engine.games.boku.geometry import CELLS, DIRECTIONS, Cell, is_cell
from boche.engine.games.boku.position import Position

BIT = {cell: 1 << number for number, cell in enumerate(CELLS)}
CELL = {bit: cell for cell, bit in BIT.items()}


def _lines(length: int) -> list[list[Cell]]:
    """Return all straight lines of ``length`` cells, each from both of its ends."""
    ways = [*DIRECTIONS, *((-c, -n) for c, n in DIRECTIONS)]
    found = ([cell.moved(way, by) for by in range(length)] for cell in CELLS for way in ways)
    return [line for line in found if all(map(is_cell, line))]


FIVES = sorted({sum(BIT[cell] for cell in line) for line in _lines(5)})
# Of a cell: the pair that a marble there may hold, and the far end of the sandwich.
SANDWICHES: dict[int, list[tuple[int, int]]] = {bit: [] for bit in BIT.values()}
for near, first, second, far in _lines(4):
    SANDWICHES[BIT[near]].append((BIT[first] | BIT[second], BIT[far]))
ALL = sum(BIT.values())


class Side(NamedTuple):
    """The mover's marbles, the opponent's, and the cell closed to the mover, or 0."""

    own: int
    other: int
    closed: int


class Step(NamedTuple):
    """A move: the cell that it fills and the one that it empties, or 0."""

    cell: int
    taken: int = 0

    def __str__(self) -> str:
        return CELL[self.cell].name + (f"x{CELL[self.taken].name}" if self.taken else "")


def side_of(position: Position) -> Side:
    """Convert a position to this module's representation."""
    own = sum(BIT[m.cell] for m in position.marbles if m.colour == position.turn)
    other = sum(BIT[m.cell] for m in position.marbles) - own
    return Side(own, other, BIT[position.forbidden] if position.forbidden else 0)


def bits(cells: int) -> Iterator[int]:
    """Yield the cells of a set one by one."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


@cache
def fives(own: int, other: int) -> int:
    """Return the empty cells on which a side would make five."""
    found = 0
    for line in FIVES:
        if not line & other and (line & own).bit_count() == 4:
            found |= line & ~own
    return found


def steps(side: Side, cells: int = ALL) -> Iterator[Step]:
    """Yield the legal moves of an unfinished game onto some cells; a five takes nothing."""
    own, other, _ = side
    threats = fives(own, other)
    for cell in bits(cells & ~(own | other | side.closed)):
        taken = 0
        for pair, far in SANDWICHES[cell]:
            if far & own and pair & other == pair:
                taken |= pair
        if not taken or cell & threats:
            yield Step(cell)
        else:
            for each in bits(taken):
                yield Step(cell, each)


def after(side: Side, step: Step) -> Side:
    """Return the state after a step, from the other side's point of view."""
    return Side(side.other & ~step.taken, side.own | step.cell, step.taken)


@cache
def wins(side: Side, moves: int) -> bool:
    """Return whether the side to move wins within so many moves."""
    if fives(side.own, side.other) & ~side.closed:
        return True
    if moves < 2:
        return False
    return any(wins_by(side, step, moves) for step in _worth(side, moves))


def _worth(side: Side, moves: int) -> Iterator[Step]:
    """Return the moves that can win within so many.

    To win within two moves, a move must threaten five, as there is no five after a quiet answer.
    So it adds to a line with three own marbles and at most one of the opponent's, or is any move
    if a line of four already exists.
    """
    cells = ALL if moves > 2 else 0
    for line in FIVES if moves == 2 else ():
        count = (line & side.own).bit_count()
        if count > 2 and (line & side.other).bit_count() < 2:
            cells |= ALL if count == 4 else line
    return steps(side, cells)


def wins_by(side: Side, step: Step, moves: int) -> bool:
    """Return whether a move wins within so many, itself counted."""
    if step.cell & fives(side.own, side.other):
        return True
    return moves > 1 and loses(after(side, step), moves - 1)


@cache
def loses(side: Side, moves: int) -> bool:
    """Return whether the other side wins within so many moves, whatever the side to move plays."""
    if fives(side.own, side.other) & ~side.closed:
        return False
    return all(wins(after(side, step), moves) for step in _answers(side))


def _answers(side: Side) -> Iterator[Step]:
    """Return the answers that can matter.

    Against a threatened five these are the moves that fill its cell or take a marble: after any
    other move the five is still there.
    """
    threats = fives(side.other, side.own)
    return (step for step in steps(side) if not threats or step.cell & threats or step.taken)


def winning(position: Position, moves: int) -> set[str]:
    """Return the moves that win within so many, themselves counted."""
    side = side_of(position)
    return {str(step) for step in steps(side) if wins_by(side, step, moves)}


def holding(position: Position, moves: int) -> set[str]:
    """Return the moves after which the other side does not win within so many."""
    side = side_of(position)
    return {
        str(step)
        for step in steps(side)
        if step.cell & fives(side.own, side.other) or not wins(after(side, step), moves)
    }
