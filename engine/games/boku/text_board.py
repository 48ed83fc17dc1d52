"""Positions drawn in characters, with columns as rows from the top, as on the play-by-mail server.

Black is ``x``, white ``o``, an empty cell ``.``, and the cell that may not be played next ``!``.
"""

from __future__ import annotations

from typing import Protocol

from boche.engine.games.boku.geometry import CELLS, LETTERS, Cell, numbers_of
from boche.engine.text_page import Page, Spot, text_of

GLYPHS = {"black": "x", "white": "o"}


class Drawn(Protocol):
    """The part of a position that is drawn."""

    @property
    def forbidden(self) -> Cell | None: ...
    def marble_at(self, cell: Cell) -> str | None: ...


def draw(position: Drawn, *, coordinates: bool = False) -> str:
    """Return the position as text with one trailing newline and no trailing blanks.

    ``coordinates`` adds the column letters on the left and the numbers at the upper right.
    """
    page: Page = {}
    for cell in CELLS:
        colour = position.marble_at(cell)
        empty = "!" if cell == position.forbidden else "."
        page[spot_of(cell)] = GLYPHS[colour] if colour else empty
    if coordinates:
        _draw_coordinates(page)
    return text_of(page)


def spot_of(cell: Cell) -> Spot:
    """Return a cell's spot on the page: a number is 4 to the right, a column 1 down and 2 left."""
    return cell.c, 4 * cell.n - 2 * cell.c


def _draw_coordinates(page: Page) -> None:
    for c, letter in enumerate(LETTERS):
        line, column = spot_of(Cell(c, numbers_of(c)[0]))
        page[line, column - 4] = letter
    for number in range(1, 11):
        line, column = spot_of(Cell(max(0, number - 5), number))
        page[line - 1, column + 1] = "/"
        for offset, char in enumerate(str(number)):
            page[line - 2, column + 2 + offset] = char
