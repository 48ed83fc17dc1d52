"""Text boards of Che, read again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from boche.engine.games.che.geometry import Cell, Tile
from boche.engine.games.che.text_board import HIGH, INSIDE, WIDE
from boche.engine.text_page import BoardText, char_at

_NUMBER = re.compile(r"-?\d+")


def read_board(lines: Sequence[str]) -> BoardText | None:
    """Return the set-up that a text board shows, or None if it is no table of Che.

    Without coordinates, the leftmost tile of the lowest row lies on 0,0.
    """
    spots = _tiles(lines)
    if not spots:
        return None
    line, column = min(spots, key=lambda spot: (-spot[0], spot[1]))
    cells = {Cell((c - column) // WIDE, (line - d) // HIGH): kind for (d, c), kind in spots.items()}
    x, y = _shift(lines, line, min(spots, key=lambda spot: spot[1])[1], cells)
    tiles = [Tile(cell.x + x, cell.y + y, kind) for cell, kind in cells.items()]
    return BoardText({}, {"PUT": tuple(map(str, tiles))}, None)


def _tiles(lines: Sequence[str]) -> Mapping[tuple[int, int], int]:
    """Return the kinds of the tiles by the spots of their upper left corners."""
    kinds = {inside: kind for kind, inside in enumerate(INSIDE)}
    found = {}
    widest = max(map(len, lines))
    for line in range(len(lines) - HIGH):
        for column in range(widest - WIDE + 1):
            block = tuple(
                "".join(char_at(lines, line + 1 + i, column + 1 + j) for j in range(WIDE - 1))
                for i in range(HIGH - 1)
            )
            if block in kinds and char_at(lines, line, column) == "+":
                found[line, column] = kinds[block]
    return found


def _shift(
    lines: Sequence[str], lowest: int, leftmost: int, cells: Mapping[Cell, int]
) -> tuple[int, int]:
    """Return what to add to the cells: the coordinates drawn, or nothing."""
    rows = _NUMBER.match(lines[lowest + 2].strip() if leftmost else "")
    columns = _NUMBER.findall(lines[-1]) if len(lines) > lowest + HIGH + 1 else []
    if rows is None or not columns:
        return 0, 0
    return int(columns[0]) - min(cell.x for cell in cells), int(rows[0])
