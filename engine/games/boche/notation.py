"""Boche moves and their text: ``c:d3`` (rotation, column letter, row from 1) and ``swap``."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from boche.engine.errors import IllegalMoveError, NotationError, quoted
from boche.engine.games.boche.board import holes_of
from boche.engine.games.boche.geometry import LETTER_OF_COLUMN, LETTERS
from boche.engine.games.boche.words import NO_MOVE, NO_ROTATION, NO_ROW
from boche.engine.words import NO_COLUMN


class Move(NamedTuple):
    """A placement, or the swap, with ``rotation`` ``"swap"`` and ``c`` and ``r`` -1."""

    rotation: str
    c: int
    r: int

    def __str__(self) -> str:
        if self.rotation == "swap":
            return "swap"
        return f"{self.rotation}:{LETTER_OF_COLUMN[self.c]}{self.r + 1}"


SWAP = Move("swap", -1, -1)


@cache
def moves_of(size: int) -> tuple[Move, ...]:
    """Return all moves of a board by their numbers: column * 8 + rotation, the swap last."""
    return (*(Move(letter, *hole) for hole in holes_of(size) for letter in LETTERS), SWAP)


@cache
def numbers_of(size: int) -> dict[Move, int]:
    """Return the number of each move of a board; the inverse of ``moves_of``."""
    return {move: number for number, move in enumerate(moves_of(size))}


@cache
def cells_of(size: int) -> tuple[str, ...]:
    """Return the text of each column's cell, such as ``d3``, by column number; then ``swap``."""
    return (*(f"{LETTER_OF_COLUMN[c]}{r + 1}" for c, r in holes_of(size)), str(SWAP))


_PLACEMENT = re.compile(
    r"(?P<rotation>[a-z]):(?P<column>[a-z])(?P<row>[0-9]{1,9})(?:/(?P<level>[0-9]{1,2}))?"
)


def parse_move(text: str, size: int) -> Move:
    """Parse a move; capitals and surrounding blanks are accepted, and a level: ``c:d3/1``.

    Whether the next cube there lies on that level is not checked: see ``level_of``.

    Raises ``NotationError`` if the text is not a move, ``IllegalMoveError`` if it names a cell
    that a board of ``size`` does not have.
    """
    folded = text.strip().lower()
    if folded == "swap":
        return SWAP
    match = _PLACEMENT.fullmatch(folded)
    if match is None:
        raise NotationError(NO_MOVE(), quoted(text))
    rotation, letter, row = match["rotation"], match["column"], int(match["row"])
    if rotation not in LETTERS:
        raise NotationError(NO_ROTATION(rotation=rotation), quoted(text))
    last = LETTER_OF_COLUMN[size - 1]
    if letter > last:
        raise IllegalMoveError(NO_COLUMN(column=letter, last=last), folded)
    c = LETTER_OF_COLUMN.index(letter)
    if not 1 <= row <= size - c:
        raise IllegalMoveError(NO_ROW(row=row, column=letter, count=size - c), folded)
    return Move(rotation, c, row - 1)


def with_level(text: str, level: int) -> str:
    """Return a move or a cell with its level, if that is not the lowest: ``e:d3/1``."""
    return f"{text}/{level}" if level else text


def level_of(text: str) -> int | None:
    """Return the level that the text of a move names, or None."""
    match = _PLACEMENT.fullmatch(text.strip().lower())
    return int(match["level"]) if match is not None and match["level"] else None
