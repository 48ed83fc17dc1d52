"""Text boards of Boku, read again."""

from __future__ import annotations

from collections.abc import Sequence

from boche.engine.games.boku.geometry import CELLS
from boche.engine.games.boku.text_board import GLYPHS, draw, spot_of
from boche.engine.text_page import BoardText, char_at, home_of

MOST_WRONG = 20  # unknown marks, above which a text is no board
_NAMES = {GLYPHS["black"]: "AB", GLYPHS["white"]: "AW", "!": "TAKEN"}


def read_board(lines: Sequence[str]) -> BoardText | None:
    """Return the set-up that a text board shows, or None if it is no board of Boku."""
    for coordinates in (True, False):
        empty = draw((), None, coordinates=coordinates)
        if len(lines) != len(empty.splitlines()):
            continue
        line, column = home_of(empty, ".", spot_of(min(CELLS, key=spot_of)))
        marks = {}
        for cell in CELLS:
            down, right = spot_of(cell)
            marks[cell.name] = char_at(lines, line + down, column + right)
        wrong = [mark for mark in marks.values() if mark not in {".", *_NAMES}]
        if len(wrong) < MOST_WRONG:
            found = {name: tuple(c for c, mark in marks.items() if _NAMES.get(mark) == name)
                     for name in _NAMES.values()}  # fmt: skip
            return BoardText({}, found, _turn(found))
    return None


def _turn(found: dict[str, tuple[str, ...]]) -> str:
    """Return the colour that is usually to move with so many marbles."""
    return "black" if len(found["AB"]) <= len(found["AW"]) else "white"
