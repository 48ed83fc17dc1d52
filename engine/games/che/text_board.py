"""Positions drawn in characters, in the style of the help file.

A tile takes 9 columns by 6 lines and shares its edges with its neighbours. Dark is ``.``, light is
blank. An edge is drawn as a line where no tile lies beyond it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from boche.engine.games.che.geometry import Cell, Tile
from boche.engine.languages.current import tr
from boche.engine.text_page import Page, Spot, text_of

WIDE, HIGH = 8, 5  # distance from one tile to the next

# Lines 1 to 4, columns 1 to 7 of each kind, in the order of ``geometry.KINDS``.
INSIDE = (
    (r"    \..", r"_    \_", r".\     ", r"..\    "),
    (r"../    ", r"_/    _", r"     /.", r"    /.."),
    (r"....\  ", r"_....\_", r" \.....", r"  \...."),
    (r"  /....", r"_/...._", r"...../ ", r"..../  "),
)
# The column (3 or 5) at which the line between the colours meets the upper and the lower edge.
_UPPER, _LOWER = (5, 3, 5, 3), (3, 5, 3, 5)


def draw(laid: Iterable[Tile], *, coordinates: bool = False) -> str:
    """Return the tiles on the table as text with one trailing newline and no trailing blanks.

    ``coordinates`` adds y on the left and x below. A table without tiles is one line of text.
    """
    tiles = {tile.cell: tile for tile in laid}
    if not tiles:
        return tr("(no tiles yet)") + "\n"
    page: Page = {}
    for tile in tiles.values():
        page.update(_inside(tile))
    for tile in tiles.values():
        page.update(_edges(tile, tiles))
    if coordinates:
        page.update(_coordinates(tiles))
    return text_of(page)


def _origin(cell: Cell) -> Spot:
    """Return the spot of a cell's upper left corner; (0, 0) is the lower left of cell 0,0."""
    return -HIGH * (cell.y + 1), WIDE * cell.x


def _inside(tile: Tile) -> Iterator[tuple[Spot, str]]:
    line, column = _origin(tile.cell)
    for down, text in enumerate(INSIDE[tile.kind]):
        for right, char in enumerate(text):
            yield (line + 1 + down, column + 1 + right), char


def _edges(tile: Tile, tiles: Mapping[Cell, Tile]) -> Iterator[tuple[Spot, str]]:
    """Yield all four edges of a tile; an edge shared by two tiles is the same from both."""
    line, column = _origin(tile.cell)
    x, y = tile.cell
    for down in (0, HIGH):
        above, below = tiles.get(Cell(x, y + (down == 0))), tiles.get(Cell(x, y - (down > 0)))
        text = _level(above, below)
        yield from (((line + down, column + i), char) for i, char in enumerate(text))
    for right in (0, WIDE):
        two_tiles = Cell(x + (1 if right else -1), y) in tiles
        text = _upright(tile, right > 0) if two_tiles else "|_||"
        yield from (((line + 1 + i, column + right), char) for i, char in enumerate(text))


def _level(above: Tile | None, below: Tile | None) -> str:
    """Return the nine characters of a horizontal edge."""
    if above is None or below is None:
        return "+---|---+"
    left_dark = _is_dark(below, (below.x, below.y + 1))
    left, right = ("...", "   ") if left_dark else ("   ", "...")
    lean = _UPPER[below.kind] - _LOWER[above.kind]
    middle = "\\" if lean > 0 else "/" if lean < 0 else "|"
    return f"+{left}{middle}{right}+"


def _upright(tile: Tile, right: bool) -> str:
    """Return the four characters inside a vertical edge between two tiles."""
    upper_dark = _is_dark(tile, (tile.x + right, tile.y + 1))
    return "._  " if upper_dark else " _.."


def _is_dark(tile: Tile, corner: tuple[int, int]) -> bool:
    return (tile.colour == "dark") == (corner in tile.joined)


def _coordinates(tiles: Mapping[Cell, Tile]) -> Iterator[tuple[Spot, str]]:
    left, bottom = min(cell.x for cell in tiles), min(cell.y for cell in tiles)
    right, top = max(cell.x for cell in tiles), max(cell.y for cell in tiles)
    wide = max(len(str(y)) for y in range(bottom, top + 1))
    for y in range(bottom, top + 1):
        line, column = _origin(Cell(left, y))
        for i, char in enumerate(str(y).rjust(wide)):
            yield (line + 2, column - 1 - wide + i), char
    for x in range(left, right + 1):
        line, column = _origin(Cell(x, bottom))
        name = str(x)
        for i, char in enumerate(name):
            yield (
                (line + HIGH + 1, column + 4 - (len(name) - 1) // 2 - name.startswith("-") + i),
                char,
            )
