"""Text boards of Boche, read again.

The faces that can be seen are found by the spots inside them. Their places in space follow from
those of the board's rim: faces that share an edge on the page share it in space.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from boche.engine.games.boche.board import hole_corners, holes_of, outline
from boche.engine.games.boche.geometry import (
    AXES,
    LETTERS,
    MAX_SIZE,
    Axis,
    Cell,
    Corner,
    Cube,
    column_height,
)
from boche.engine.games.boche.notation import Move
from boche.engine.games.boche.position import Position
from boche.engine.games.boche.surface import FACE_CORNERS
from boche.engine.games.boche.text_board import DARK, inside, spot_of
from boche.engine.text_page import BoardText, Spot, char_at

Pattern = tuple[str, bool]
"""The look of a face: the kind of the pair of dark corners, and whether they are joined."""
_TOP: Corner = (1, 1, 1)


def read_board(lines: Sequence[str]) -> BoardText | None:
    """Return the set-up that a text board shows, or None if it is no board of Boche.

    Cubes that cannot be seen, or of which too little can be seen, are turned in any way that fits.
    """
    for size in range(1, MAX_SIZE + 1):
        page = _Page(lines, size)
        if page.fits:
            return BoardText({"size": size}, page.setup(), None)
    return None


class _Page:
    """The lines of a text board, as one of a board of some size."""

    def __init__(self, lines: Sequence[str], size: int) -> None:
        self.lines, self.size = lines, size
        spots = [spot_of(corner) for c, r in holes_of(size) for corner in hole_corners(c, r)]
        top, bottom = min(spots)[0], max(spots)[0]
        self.right = max(column for _, column in spots)
        widest = max(map(len, lines))
        self.down = -top
        self.across = widest - 1 - self.right
        left = min(column for _, column in spots) + self.across
        labelled = len(lines) == bottom - top + 2 and left > 0
        self.fits = (labelled or (len(lines) == bottom - top + 1 and left == 0)) and all(
            self.at(spot_of(corner)) == "+" for corner in outline(size)
        )

    def at(self, spot: Spot) -> str:
        """Return the character on a spot of the drawing."""
        return char_at(self.lines, spot[0] + self.down, spot[1] + self.across)

    def setup(self) -> Mapping[str, tuple[str, ...]]:
        """Return the cubes, lowest first."""
        seen = self._cubes()
        cells = _with_supports(seen)
        first = {level: self._first(level, seen) for level in range(self.size)}
        put = []
        for cell in sorted(cells, key=lambda cell: (cell.k, cell)):
            letters = LETTERS[first[cell.k] : first[cell.k] + 4]
            looks = seen.get(cell, {})
            letter = next((x for x in letters if _looks(x).items() >= looks.items()), letters[0])
            put.append(str(Move(letter, cell.c, cell.r)))
        return {"PUT": tuple(put)}

    def _first(self, level: int, seen: Mapping[Cell, Mapping[Axis, Pattern]]) -> int:
        """Return the first of the rotations of a level, by the cubes that can be seen."""
        for cell, looks in seen.items():
            fitting = {x for x in LETTERS if _looks(x).items() >= looks.items()}
            for first in (0, 4):
                if fitting and fitting <= set(LETTERS[first : first + 4]):
                    return first if (level - cell.k) % 2 == 0 else 4 - first
        return 0 if level % 2 == 0 else 4

    def _cubes(self) -> dict[Cell, dict[Axis, Pattern]]:
        """Return the cells of the cubes that can be seen, with the looks of their faces."""
        places = self._places()
        looks = {place: look for place in places if (look := dict(self._faces(place)))}
        known = {spot_of(c): c for c in self._level()}
        found: dict[Cell, dict[Axis, Pattern]] = {}
        waiting = {(place, axis) for place, faces in looks.items() for axis in faces}
        while waiting:
            reached = {(p, a) for p, a in waiting if (top := _top(p, a, known)) is not None}
            if not reached:
                break
            for place, axis in reached:
                top = _top(place, axis, known)
                assert top is not None
                x, y, z = (top[i] - 1 for i in range(3))
                found.setdefault(Cell(-x, -y, x + y + z), {})[axis] = looks[place][axis]
                known |= {spot_of(corner): corner for corner in _corners((x, y, z), axis)}
            waiting -= reached
        return found

    def _level(self) -> Iterator[Corner]:
        """Yield the corners whose place in space is known: the rim, and those of empty holes."""
        yield from outline(self.size)
        for c, r in holes_of(self.size):
            if self.at(spot_of(Cell(c, r, 0).corner)) == ".":
                yield from hole_corners(c, r)

    def _places(self) -> set[Spot]:
        """Return the spots where an uppermost corner of a cube can lie."""
        spots = set()
        for c, r in holes_of(self.size):
            for level in range(column_height(self.size, c, r)):
                x, y, z = Cell(c, r, level).corner
                spots.add(spot_of((x + 1, y + 1, z + 1)))
        return spots

    def _faces(self, place: Spot) -> Iterator[tuple[Axis, Pattern]]:
        """Yield the faces that meet in a spot as their uppermost corner, with their looks."""
        for axis in AXES:
            spots = list(inside(axis))
            chars = [self.at((place[0] - up, place[1] + right)) for up, right in spots]
            if set(chars) <= {"o", " "}:
                drawn = {spot for spot, char in zip(spots, chars, strict=True) if char == "o"}
                for (letter, kind, joined), shape in DARK.items():
                    own = letter == ("x" if axis == "x" else "z")
                    if own and drawn == {s for s in spots if s[1] in shape.get(abs(s[0]), ())}:
                        yield axis, (kind, joined)


def _corners(low: Corner, axis: Axis) -> list[Corner]:
    """Return the corners of a face of the cube with this lowest corner."""
    x, y, z = low
    return [(x + a, y + b, z + c) for a, b, c in (_TOP, *FACE_CORNERS[axis])]


def _top(place: Spot, axis: Axis, known: Mapping[Spot, Corner]) -> Corner | None:
    """Return the uppermost corner of a face in space, from any corner that is known."""
    if place in known:
        return known[place]
    for a, b, c in FACE_CORNERS[axis]:
        down, right = spot_of((a - 1, b - 1, c - 1))
        corner = known.get((place[0] + down, place[1] + right))
        if corner is not None:
            return (corner[0] + 1 - a, corner[1] + 1 - b, corner[2] + 1 - c)
    return None


def _with_supports(cells: Iterable[Cell]) -> set[Cell]:
    """Return cells and all below them that they need."""
    found, waiting = set(), list(cells)
    while waiting:
        cell = waiting.pop()
        if cell not in found:
            found.add(cell)
            waiting += cell.supports if cell.k else ()
    return found


def _looks(letter: str) -> dict[Axis, Pattern]:
    """Return the looks of the faces of a cube by its rotation."""
    if letter not in _LOOKS:
        _LOOKS[letter] = dict(_looks_of(letter))
    return _LOOKS[letter]


_LOOKS: dict[str, dict[Axis, Pattern]] = {}


def _looks_of(letter: str) -> Iterator[tuple[Axis, Pattern]]:
    position = Position({**{o.name: o.default for o in Position.game.options}, "size": 1})
    after = position.play(f"{letter}:a1")
    cube: Cube = after.cubes[0]
    top = tuple(at + 1 for at in cube.cell.corner)
    for face in after.surface().faces:
        dark = face.joined if face.colour == "dark" else face.apart
        yield face.axis, ("short" if top in dark else "long", face.colour == "dark")
