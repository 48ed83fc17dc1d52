"""Positions drawn in characters: columns as rows from the top, as the play-by-mail server did.

Black is ``x``, white ``o``, an empty cell ``.``, the cell that may not be played next ``!``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.boku.geometry import CELLS, LETTERS, Cell, numbers_of

if TYPE_CHECKING:
    from engine.boku.position import Position

GLYPHS = {"black": "x", "white": "o"}

# A spot on the page: (line, column), lines counted downwards.
Spot = tuple[int, int]


def draw(position: Position, *, coordinates: bool = False) -> str:
    """The position as text, one trailing newline, no blanks at the ends of lines.

    ``coordinates`` adds the column letters on the left and the numbers at the upper right.
    """
    page: dict[Spot, str] = {}
    for cell in CELLS:
        colour = position.marble_at(cell)
        empty = "!" if cell == position.forbidden else "."
        page[spot_of(cell)] = GLYPHS[colour] if colour else empty
    if coordinates:
        _draw_coordinates(page)
    return _text(page)


def spot_of(cell: Cell) -> Spot:
    """Where a cell falls on the page: numbers go 4 to the right, a column 1 down and 2 left."""
    return cell.c, 4 * cell.n - 2 * cell.c


def _draw_coordinates(page: dict[Spot, str]) -> None:
    for c, letter in enumerate(LETTERS):
        line, column = spot_of(Cell(c, numbers_of(c)[0]))
        page[line, column - 4] = letter
    for number in range(1, 11):
        line, column = spot_of(Cell(max(0, number - 5), number))
        page[line - 1, column + 1] = "/"
        for offset, char in enumerate(str(number)):
            page[line - 2, column + 2 + offset] = char


def _text(page: dict[Spot, str]) -> str:
    top, left = min(line for line, _ in page), min(column for _, column in page)
    bottom = max(line for line, _ in page)
    lines = []
    for line in range(top, bottom + 1):
        right = max((column for at, column in page if at == line), default=left - 1)
        lines.append("".join(page.get((line, i), " ") for i in range(left, right + 1)).rstrip())
    return "\n".join(lines) + "\n"
