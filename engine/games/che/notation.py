"""Che moves and their notation: ``fl:0,0``, or ``fr:1,0+bl:0,-1`` for two tiles.

The order of a move's two tiles has no meaning. They are written by place, with the smaller x
first, then the smaller y; either order can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from boche.engine.errors import IllegalMoveError, NotationError, quoted
from boche.engine.games.che import words
from boche.engine.games.che.board import FARTHEST
from boche.engine.games.che.geometry import KINDS, Cell, Tile


class Move(NamedTuple):
    """A move of one or two tiles, sorted; see ``move_of``."""

    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        return "+".join(map(str, self.tiles))


def move_of(tiles: Iterable[Tile]) -> Move:
    """Return the move that lays these tiles, given in any order."""
    return Move(tuple(sorted(tiles)))


_TILE = re.compile(r"([a-z]+):([+-]?[0-9]{1,9}),([+-]?[0-9]{1,9})")
_CELL = re.compile(r"([+-]?[0-9]{1,9}),([+-]?[0-9]{1,9})")


def parse_move(text: str) -> Move:
    """Parse a move; capitals, and blanks around the move and its tiles, are accepted.

    Raises ``NotationError`` if the text is not a move, and ``IllegalMoveError`` if it names a
    place too far out.
    """
    return move_of(parse_tiles(text))


def parse_tiles(text: str) -> list[Tile]:
    """Parse the one or two tiles of a move, in the text's order. Raises like ``parse_move``."""
    folded = text.strip().lower()
    # A plus sign separates two tiles unless a number follows it.
    parts = re.split(r"\s*\+\s*(?![0-9])", folded)
    if len(parts) > 2:
        raise NotationError(words.MORE_THAN_TWO(count=len(parts)), quoted(text))
    return [_parse_tile(part, text) for part in parts]


def parse_cell(text: str) -> Cell:
    """Parse a place such as ``-1,2``. Raises ``NotationError`` or ``IllegalMoveError``."""
    match = _CELL.fullmatch(text.strip())
    if match is None:
        raise NotationError(words.NO_PLACE(), quoted(text))
    return _near(Cell(int(match[1]), int(match[2])), text)


def _parse_tile(part: str, text: str) -> Tile:
    match = _TILE.fullmatch(part)
    if match is None:
        raise NotationError(words.NO_MOVE(), quoted(text))
    if match[1] not in KINDS:
        raise NotationError(words.NO_TILE(tile=quoted(match[1]), kinds=KINDS), quoted(text))
    cell = _near(Cell(int(match[2]), int(match[3])), text.strip().lower())
    return Tile(cell.x, cell.y, KINDS.index(match[1]))


def _near(cell: Cell, text: str) -> Cell:
    if max(abs(cell.x), abs(cell.y)) > FARTHEST:
        raise IllegalMoveError(words.TOO_FAR(cell=cell.name), text)
    return cell
