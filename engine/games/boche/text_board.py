"""Positions drawn in characters, in the style of the play-by-mail server.

A cube takes 13 columns by 7 lines; board columns are 9 characters apart, rows 6 lines, and each
level is shifted 3 to the right and 3 up. Dark is ``o``, light is blank; edges are drawn where they
are light.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from boche.engine.games.boche.board import hole_corners, holes_of
from boche.engine.games.boche.geometry import LETTER_OF_COLUMN, Axis, Corner, Face
from boche.engine.games.boche.surface import Surface
from boche.engine.text_page import Page, Spot, text_of

# The dark spots inside a face, relative to the cube's uppermost corner: by the kind of face (+x, or
# +z; +y is +z upside down), by the pair of corners that is dark and by whether it is joined.
# "short" is the pair on the face's short diagonal, which includes the uppermost corner.
DARK: Mapping[tuple[str, str, bool], dict[int, tuple[int, ...]]] = {
    ("x", "short", True): {0: (-5, -4, -3, -2, -1), 1: (-4, -3, -2)},
    ("x", "short", False): {0: (-5, -4, -2, -1)},
    ("x", "long", True): {0: (-3, -2), 1: (-4, -3, -2), 2: (-3,)},
    ("x", "long", False): {2: (-3,)},
    ("z", "short", True): {1: (0, 1, 2, 3), 2: (0, 1, 2, 3)},
    ("z", "short", False): {1: (0, 1), 2: (2, 3)},
    ("z", "long", True): {1: (2, 3, 4), 2: (-1, 0, 1, 2)},
    ("z", "long", False): {1: (4,), 2: (-1,)},
}
_HOLE_DOTS = ((0, -4), (0, -2), (0, 0), (-1, 1), (-2, 2), (1, 1), (2, 2))


def draw(surface: Surface, size: int, *, coordinates: bool = False) -> str:
    """Draw a board of ``size`` as text with one trailing newline and no trailing blanks.

    ``coordinates`` adds the row numbers on the left and the column letters below.
    """
    page: Page = {}
    for c, r in holes_of(size):
        _draw_hole(page, c, r)
    for face in sorted(surface.faces, key=lambda face: face.cell.k):
        _draw_face(page, face)
    if coordinates:
        _draw_coordinates(page, size)
    return text_of(page)


def spot_of(corner: Corner) -> Spot:
    """Return a lattice corner's spot: +x is 6 left, +y is 3 right and down, +z 3 right and up."""
    x, y, z = corner
    return 3 * y - 3 * z, 3 * y + 3 * z - 6 * x


def _draw_hole(page: Page, c: int, r: int) -> None:
    line, column = spot_of((-c, -r, c + r))
    rim = {spot_of(corner) for corner in hole_corners(c, r)}
    ring = ((0, -6), (-3, -3), (-3, 3), (0, 6), (3, 3), (3, -3))
    for here, there in zip(ring, (*ring[1:], ring[0]), strict=True):
        one = (line + here[0], column + here[1])
        two = (line + there[0], column + there[1])
        for spot, glyph, _ in _edge(one, two):
            page[spot] = glyph
    for spot in rim:
        page[spot] = "+"
    for down, right in _HOLE_DOTS:
        page[line + down, column + right] = "."


def _edge(one: Spot, two: Spot) -> Iterator[tuple[Spot, str, float]]:
    """Yield the spots strictly between two corners, with their glyph and fraction of the way."""
    (line, column), (line2, column2) = one, two
    count = max(abs(line2 - line), abs(column2 - column))
    glyph = "-" if line == line2 else "/" if (line2 - line) * (column2 - column) < 0 else "\\"
    for i in range(1, count):
        spot = (line + (line2 - line) * i // count, column + (column2 - column) * i // count)
        yield spot, glyph, i / count


def _draw_face(page: Page, face: Face) -> None:
    dark = face.joined if face.colour == "dark" else face.apart
    centre = _uppermost(face)
    line, column = spot_of(centre)
    kind = "short" if centre in dark else "long"
    shape = DARK["x" if face.axis == "x" else "z", kind, face.colour == "dark"]
    for up, right in inside(face.axis):
        filled = right in shape.get(abs(up), ())
        page[line - up, column + right] = "o" if filled else " "
    _draw_outline(page, face, dark)


def _uppermost(face: Face) -> Corner:
    x, y, z = face.cell.corner
    return (x + 1, y + 1, z + 1)


def inside(axis: Axis) -> Iterator[Spot]:
    """Yield the spots inside a face, as lines up and columns right from the uppermost corner."""
    if axis == "x":
        for up, half in ((0, 2), (1, 1), (-1, 1), (2, 0), (-2, 0)):
            yield from ((up, right) for right in range(-3 - half, -2 + half))
        return
    side = 1 if axis == "z" else -1
    yield from ((side, right) for right in range(5))
    yield from ((2 * side, right) for right in range(-1, 4))


def _draw_outline(page: Page, face: Face, dark: tuple[Corner, Corner]) -> None:
    (one, two), (three, four) = face.joined, face.apart
    centre_line = spot_of(_uppermost(face))[0]
    for start, end in ((one, three), (three, two), (two, four), (four, one)):
        left, right = sorted((start, end), key=lambda corner: spot_of(corner)[1])
        line = spot_of(left)[0]
        # The left corner owns three of the five characters of a horizontal edge, but only two if
        # the edge ends in the uppermost corner, as the server drew it.
        share = 0.4 if line == spot_of(right)[0] == centre_line else 0.5
        for spot, glyph, way in _edge(spot_of(left), spot_of(right)):
            owner = left if way <= share else right
            page[spot] = "o" if owner in dark else glyph
    for corner in (one, two, three, four):
        page[spot_of(corner)] = "+"


def _draw_coordinates(page: Page, size: int) -> None:
    for i in range(size):
        line, column = spot_of((0, -i, i))
        for offset, char in enumerate(f"{i + 1:>2}"):
            page[line, column - 9 + offset] = char
        line, column = spot_of((-i, 0, i))
        page[line + 4, column] = LETTER_OF_COLUMN[i]
