"""Positions drawn in characters, with columns as rows from the top, as on the play-by-mail server.

Black is ``x``, white ``o``, an empty cell ``.``, and the cell that may not be played next ``!``.
"""

from __future__ import annotations

from collections.abc import Iterable

from boche.engine.games.boku.geometry import CELLS, LETTERS, Cell, Marble, numbers_of
from boche.engine.text_page import Page, Spot, text_of

GLYPHS = {"black": "x", "white": "o"}


def draw(marbles: Iterable[Marble], forbidden: Cell | None, *, coordinates: bool = False) -> str:
    """Return the board as text with one trailing newline and no trailing blanks.

    ``coordinates`` adds the column letters on the left and the numbers at the upper right.
    """
    page: Page = {spot_of(cell): "!" if cell == forbidden else "." for cell in CELLS}
    page.update((spot_of(marble.cell), GLYPHS[marble.colour]) for marble in marbles)
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
