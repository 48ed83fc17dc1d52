"""Boku moves and their notation: ``e5``, or ``e5xf6`` if the marble on f6 is taken."""

from __future__ import annotations

import re
from typing import NamedTuple

from boche.engine.arguments import check_cell
from boche.engine.errors import IllegalMoveError, NotationError, quoted
from boche.engine.games.boku.geometry import LETTERS, Cell, is_cell, numbers_of
from boche.engine.games.boku.words import NO_CELL, NO_MOVE
from boche.engine.words import NO_COLUMN


class Move(NamedTuple):
    """A marble placed on ``cell``; ``taken`` is the cell of the marble it takes, or None."""

    cell: Cell
    taken: Cell | None = None

    def __str__(self) -> str:
        return self.cell.name + (f"x{self.taken.name}" if self.taken is not None else "")


_CELL = r"([a-z])([0-9]{1,9})"
_MOVE = re.compile(rf"{_CELL}(?:x{_CELL})?")


def parse_move(text: str) -> Move:
    """Parse a move; capitals and surrounding blanks are accepted.

    Raises ``NotationError`` if the text is not a move, and ``IllegalMoveError`` if it names a
    cell outside the board.
    """
    folded = text.strip().lower()
    match = _MOVE.fullmatch(folded)
    if match is None:
        raise NotationError(NO_MOVE(), quoted(text))
    cell = _cell(folded, match[1], match[2])
    return Move(cell, _cell(folded, match[3], match[4]) if match[3] else None)


def cell_of(cell: Cell | str) -> Cell:
    """Return a cell, which may be given by its name. Raises like ``parse_move``."""
    cell = parse_move(cell).cell if isinstance(cell, str) else cell
    check_cell(cell, Cell)
    return cell


def _cell(text: str, letter: str, number: str) -> Cell:
    if letter not in LETTERS:
        raise IllegalMoveError(NO_COLUMN(column=letter, last=LETTERS[-1]), text)
    cell = Cell(LETTERS.index(letter), int(number))
    if not is_cell(cell):
        numbers = numbers_of(cell.c)
        name, first, last = f"{letter}{cell.n}", numbers[0], numbers[-1]
        raise IllegalMoveError(NO_CELL(cell=name, column=letter, first=first, last=last), text)
    return cell
