"""The visible surface of a position as data: faces, groups, the winning path.

Everything is derived from the arrays of the rules (``engine.games.boche.rules``), so that the
viewer, the text board and the rules cannot disagree.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from boche.engine.games.boche import rules
from boche.engine.games.boche.board import place_of
from boche.engine.games.boche.geometry import AXES, COLOURS, Axis, Colour, Corner, Cube, Face, Group

# The direction of each upper face's short diagonal, from the centre (see bands_of in board.py).
OUT: Mapping[Axis, int] = {"x": 6, "y": 10, "z": 2}

# The corners of each upper face as offsets from the cube's lowest corner: its lowest corner, at the
# other end of the short diagonal from the uppermost (1, 1, 1), and the two of the long diagonal.
FACE_CORNERS: Mapping[Axis, tuple[Corner, Corner, Corner]] = {
    "x": ((1, 0, 0), (1, 0, 1), (1, 1, 0)),
    "y": ((0, 1, 0), (1, 1, 0), (0, 1, 1)),
    "z": ((0, 0, 1), (0, 1, 1), (1, 0, 1)),
}

# A place and a part of the corner there: a node of a path.
Spot = tuple[int, int]


@dataclass(frozen=True)
class Surface:
    """The surface of a position as seen from above.

    ``faces`` are the visible upper faces, by cell, then axis. ``groups`` are sorted: light first,
    then by size, largest first. ``geometry``, ``board`` and ``join_any`` are the rules' data from
    which it was derived.
    """

    faces: tuple[Face, ...]
    groups: tuple[Group, ...]
    geometry: rules.Geometry
    board: rules.Board
    join_any: int

    @cached_property
    def path(self) -> tuple[Face, ...]:
        """Shortest list of faces whose bands link the three sides of the board, or ``()``."""
        for colour in COLOURS:
            # A path lies within one group, and almost always no group qualifies.
            if not any(g.colour == colour and len(g.sides) == len(AXES) for g in self.groups):
                continue
            path = _shortest(_bands(self, colour), self.geometry)
            if path:
                return tuple(sorted(path))
        return ()

    @cached_property
    def group_of(self) -> Mapping[Corner, Group]:
        """Groups of all blobs by their lattice corners."""
        return {corner: group for group in self.groups for corner in group.corners}


def read_surface(
    geometry: rules.Geometry, board: rules.Board, cubes: tuple[Cube, ...], join_any: int
) -> Surface:
    """Derive the surface from the rules' arrays."""
    faces = tuple(face for cube in cubes for face in _visible(geometry, board, cube))
    return Surface(faces, tuple(_groups(geometry, board, faces)), geometry, board, join_any)


def _visible(geometry: rules.Geometry, board: rules.Board, cube: Cube) -> Iterator[Face]:
    x, y, z = corner = cube.cell.corner
    total = x + y + z + 3
    centre = place_of(corner, geometry.size)
    if board.tops[centre] != total:
        return
    own = COLOURS[rules.colour_at(board, centre)]
    opposite: Colour = "light" if own == "dark" else "dark"
    for axis in AXES:
        out = OUT[axis]
        # A face is visible exactly if its lowest corner, two below the uppermost, still is.
        if board.tops[centre + geometry.step[out]] != total - 2:
            continue
        low, one, two = [(x + a, y + b, z + c) for a, b, c in FACE_CORNERS[axis]]
        short, long = ((x + 1, y + 1, z + 1), low), (one, two)
        if board.links[centre] >> out & 1:
            yield Face(cube.cell, axis, own, short, long)
        else:
            yield Face(cube.cell, axis, opposite, long, short)


def _groups(geometry: rules.Geometry, board: rules.Board, faces: Iterable[Face]) -> list[Group]:
    neighbours: dict[Corner, list[Corner]] = {}
    for face in faces:
        one, two = face.joined
        neighbours.setdefault(one, []).append(two)
        neighbours.setdefault(two, []).append(one)
        for corner in face.apart:
            neighbours.setdefault(corner, [])
    groups, seen = [], set[Corner]()
    for start in neighbours:
        if start not in seen:
            corners = _reach(start, neighbours)
            seen |= corners
            groups.append(_group(geometry, board, sorted(corners)))
    return sorted(groups, key=lambda g: (g.colour == "dark", -g.blobs, g.corners))


def _reach(start: Corner, neighbours: Mapping[Corner, list[Corner]]) -> set[Corner]:
    seen, waiting = {start}, [start]
    while waiting:
        for corner in neighbours[waiting.pop()]:
            if corner not in seen:
                seen.add(corner)
                waiting.append(corner)
    return seen


def _group(geometry: rules.Geometry, board: rules.Board, corners: list[Corner]) -> Group:
    places = [place_of(corner, geometry.size) for corner in corners]
    mask = 0
    for place in places:
        mask |= geometry.sides[place]
    return Group(
        colour=COLOURS[rules.colour_at(board, places[0])],
        blobs=len(corners),
        sides=tuple(axis for i, axis in enumerate(AXES) if mask >> i & 1),
        enclosed=mask == 0 and not any(board.holes[place] for place in places),
        corners=tuple(corners),
    )


Bands = dict[Spot, list[tuple[Spot, Face]]]


def _bands(surface: Surface, colour: Colour) -> Bands:
    """Return the bands of one colour as a graph between the spots where they end."""
    graph: Bands = {}
    for face in surface.faces:
        if face.colour == colour:
            one, two = _ends(surface, face)
            graph.setdefault(one, []).append((two, face))
            graph.setdefault(two, []).append((one, face))
    return graph


def _ends(surface: Surface, face: Face) -> tuple[Spot, Spot]:
    geometry, board = surface.geometry, surface.board
    one, two = (place_of(corner, geometry.size) for corner in face.joined)
    direction = geometry.step.index(two - one)
    return (
        (one, rules.part_of(geometry, board, one, direction, surface.join_any)),
        (two, rules.part_of(geometry, board, two, (direction + 6) % 12, surface.join_any)),
    )


def _shortest(graph: Bands, geometry: rules.Geometry) -> set[Face]:
    """Return the fewest faces that link the three sides: shortest ways from a common spot."""
    floods = [_flood(graph, geometry, side) for side in (1, 2, 4)]
    meeting = [spot for spot in graph if all(spot in flood for flood in floods)]
    if not meeting:
        return set()
    best = min(meeting, key=lambda spot: (sum(flood[spot][0] for flood in floods), spot))
    return {face for flood in floods for face in _trace(flood, best)}


# A spot's distance from a side in faces, and the next face and spot on the way there.
Flood = dict[Spot, tuple[int, Face | None, Spot | None]]


def _flood(graph: Bands, geometry: rules.Geometry, side: int) -> Flood:
    reached: Flood = {s: (0, None, None) for s in graph if geometry.sides[s[0]] & side}
    waiting = deque(reached)
    while waiting:
        at = waiting.popleft()
        for to, face in graph[at]:
            if to not in reached:
                reached[to] = (reached[at][0] + 1, face, at)
                waiting.append(to)
    return reached


def _trace(flood: Flood, spot: Spot | None) -> Iterator[Face]:
    while spot is not None:
        _, face, spot = flood[spot]
        if face is not None:
            yield face
