"""Cells and their names, boards for the rules, and text boards."""

import re
from functools import cache
from typing import NamedTuple

from boche.engine.errors import IllegalMoveError, NotationError
from boche.engine.text_page import Page, text_of
from boche_y.rules import EMPTY, INFO_SLOTS, OPEN, OUTSIDE, WIDTH, Board
from boche_y.words import NO_CELL, NO_MOVE

LETTERS = "abcdefghijklmnopqrs"
MAX_SIZE = len(LETTERS)
GLYPHS = {"black": "x", "white": "o", None: "."}
_NAME = re.compile(r"([a-z])([0-9]{1,4})")


class Cell(NamedTuple):
    """A cell, and the move that fills it: its column from the left and its row from below, from 0.

    Each row is one cell shorter than the one below: in a triangle of ``size``, x + y < ``size``.
    """

    x: int
    y: int

    def __str__(self) -> str:
        return f"{LETTERS[self.x]}{self.y + 1}" if self.x >= 0 else "swap"


SWAP = Cell(-1, -1)
"""The second move that takes over the first one: a pseudo-cell with its own place in the rules."""


def parse_move(text: str, size: int) -> Cell:
    """Parse a move; capitals and surrounding blanks are accepted.

    Raises ``NotationError`` for invalid text, ``IllegalMoveError`` for a cell outside the board.
    """
    folded = text.strip().lower()
    if folded == "swap":
        return SWAP
    match = _NAME.fullmatch(folded)
    if match is None:
        raise NotationError(NO_MOVE(), repr(text[:40]))
    cell = Cell(ord(match[1]) - ord("a"), int(match[2]) - 1)
    if cell not in cells_of(size):
        corners = ("a1", f"a{size}", f"{LETTERS[size - 1]}1")
        raise IllegalMoveError(NO_CELL(corners=corners), folded)
    return cell


@cache
def cells_of(size: int) -> dict[Cell, int]:
    """Return all cells of a board by column, then row, each with its place in the rules' arrays."""
    cells = [Cell(x, y) for x in range(size) for y in range(size - x)]
    return {cell: place_of(cell, size) for cell in cells}


def place_of(cell: Cell, size: int) -> int:
    """Return the place of a cell, or of the swap, in the rules' arrays."""
    return (cell.x + 1) * (size + 1) + cell.y + 1


def empty_board(size: int) -> Board:
    """Return a board without stones, as lists."""
    count, width = (size + 2) * (size + 1), size + 1
    zeros = [[0] * count, [], [0] * count, [0] * INFO_SLOTS]
    board = Board([OUTSIDE] * count, list(range(count)), *zeros)
    for (x, y), place in cells_of(size).items():
        board.cells[place] = EMPTY
        board.sides[place] = (x == 0) | (y == 0) << 1 | (x + y == size - 1) << 2
        board.slot[place] = len(board.open)
        board.open.append(place)
    board.info[OPEN], board.info[WIDTH] = len(board.open), width
    return board


def draw(stones: dict[Cell, str], size: int, coordinates: bool) -> str:
    """Return the board as text, black ``x``, white ``o``; a cell is 2 right, a row 1 up, 1 right.

    ``coordinates`` adds the rows' numbers on the left, the columns' letters below.
    """
    page: Page = {(-c.y, 2 * c.x + c.y): GLYPHS[stones.get(c)] for c in cells_of(size)}
    for i in range(size) if coordinates else ():
        page[1, 2 * i - 1] = LETTERS[i]
        for at, digit in enumerate(reversed(str(i + 1))):
            page[-i, i - 2 - at] = digit
    return text_of(page)
