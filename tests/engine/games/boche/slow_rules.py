"""The rules of Boche reimplemented slowly and simply, from lattice corners and sets alone.

Nothing is shared with the engine but the option names, so that agreement is meaningful. A cell is
(c, r, k), a corner (x, y, z), a face a frozenset of four corners.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from tests.duels.plain import once, parts_of

Cell = tuple[int, int, int]
Corner = tuple[int, int, int]
OTHER = {"light": "dark", "dark": "light"}
AXES = {"x": 0, "y": 1, "z": 2}
# The only upper face that joins the uppermost colour; None: all three do (the table in the rules).
JOINING = {"a": None, "b": "x", "c": "z", "d": "y", "e": None, "f": "x", "g": "z", "h": "y"}


@cache
def lowest(cell: Cell) -> Corner:
    c, r, k = cell
    return (-c, -r, c + r + k)


@cache
def corners_of(cell: Cell) -> list[Corner]:
    x, y, z = lowest(cell)
    return [(x + a, y + b, z + d) for a, b, d in product((0, 1), repeat=3)]


@cache
def upper_face(cell: Cell, axis: str) -> frozenset[Corner]:
    i = AXES[axis]
    high = lowest(cell)[i] + 1
    return frozenset(p for p in corners_of(cell) if p[i] == high)


@cache
def all_cells(size: int) -> list[Cell]:
    return [(c, r, k) for c in range(size) for r in range(size - c) for k in range(size - c - r)]


@cache
def supports(cell: Cell) -> list[Cell]:
    c, r, k = cell
    return [(c, r, k - 1), (c + 1, r, k - 1), (c, r + 1, k - 1)] if k else []


@cache
def rim(hole: Cell) -> set[Corner]:
    return {p for p in corners_of(hole) if sum(p) in (1, 2)}


@cache
def halves(corners: frozenset[Corner]) -> tuple[frozenset[Corner], frozenset[Corner]]:
    """Return a face's corners whose coordinates have an even sum, and the others."""
    even = frozenset(p for p in corners if sum(p) % 2 == 0)
    return even, corners - even


@cache
def holes_at(size: int, corner: Corner) -> list[Cell]:
    """Return the holes of the board that a corner on its level touches."""
    cells = [cell for cell in all_cells(size) if cell[2] == 0]
    return [cell for cell in cells if corner in corners_of(cell)] if sum(corner) < 3 else []


@cache
def sides_at(size: int, corner: Corner) -> frozenset[str]:
    x, y, z = corner
    if sum(corner) not in (1, 2):
        return frozenset()
    return frozenset(s for s, on in (("x", x == 1), ("y", y == 1), ("z", z == size)) if on)


class Slow:
    """A game in progress; ``play`` changes it."""

    def __init__(self, size=6, kill=4, fill_board=False, adjacent=False,
                 immediate_win=False, join_any=False):  # fmt: skip
        self.size, self.kill, self.fill_board = size, kill, fill_board
        self.adjacent, self.immediate_win, self.join_any = adjacent, immediate_win, join_any
        self.cubes: dict[Cell, str] = {}
        self.turn = "light"
        self.swapped = False
        self.winner: str | None = None
        self.kind = ""
        self.even = ""
        self.known: dict = {}

    # -- moves

    def open_cells(self) -> list[Cell]:
        cells = [
            cell
            for cell in all_cells(self.size)
            if cell not in self.cubes and all(s in self.cubes for s in supports(cell))
        ]
        if self.adjacent and self.cubes:
            cells = [cell for cell in cells if cell[2] > 0 or self.has_neighbour(cell)]
        return cells

    def has_neighbour(self, hole: Cell) -> bool:
        """Return whether a hole is next to a laid one: their cells' rims share two corners."""
        return any(cell[2] == 0 and len(rim(hole) & rim(cell)) == 2 for cell in self.cubes)

    def fits(self, cell: Cell, letter: str) -> bool:
        """Return whether the corner colours agree with those laid; one cube fixes all of them."""
        if not self.cubes:
            return True
        known, known_letter = next(iter(self.cubes.items()))
        same = (sum(lowest(cell)) - sum(lowest(known))) % 2 == 0
        return same == ((letter < "e") == (known_letter < "e"))

    @once
    def legal(self) -> list[str]:
        if self.winner:
            return []
        moves = [
            (cell[0], cell[1], letter)
            for cell in self.open_cells()
            for letter in "abcdefgh"
            if self.fits(cell, letter)
        ]
        texts = [f"{letter}:{chr(97 + c)}{r + 1}" for c, r, letter in sorted(moves)]
        return texts + (["swap"] if len(self.cubes) == 1 and not self.swapped else [])

    def play(self, text: str) -> None:
        assert text in self.legal(), text
        cells = {cell[:2]: cell for cell in self.open_cells()}
        self.known = {}
        if text == "swap":
            self.swapped = True
            return
        c, r = ord(text[2]) - 97, int(text[3:]) - 1
        if not self.cubes:  # the first cube tells the colour of corners with an even sum
            dark = (sum(lowest(cells[c, r])) + 3) % 2 == (text[0] >= "e")
            self.even = "dark" if dark else "light"
        self.cubes[cells[c, r]] = text[0]
        mover, self.turn = self.turn, "dark" if self.turn == "light" else "light"
        self.judge(mover)

    # -- the surface

    def colour(self, corner: Corner) -> str:
        return self.even if sum(corner) % 2 == 0 else OTHER[self.even]

    def blobs(self, corners: frozenset[Corner], colour: str) -> frozenset[Corner]:
        """Return the corners of a face that have the colour."""
        return halves(corners)[colour != self.even]

    @once
    def faces(self) -> list[tuple[Cell, str, str, frozenset[Corner]]]:
        """Return the visible faces as (cell, axis, joined colour, corners)."""
        found = []
        for (c, r, k), letter in self.cubes.items():
            over = {"x": (c - 1, r, k + 1), "y": (c, r - 1, k + 1), "z": (c, r, k + 1)}
            uppermost = tuple(v + 1 for v in lowest((c, r, k)))
            own = self.colour(uppermost)
            for axis in AXES:
                if over[axis] not in self.cubes:
                    joins = JOINING[letter] in (None, axis)
                    corners = upper_face((c, r, k), axis)
                    found.append(((c, r, k), axis, own if joins else OTHER[own], corners))
        return found

    @once
    def groups(self) -> list[tuple[str, frozenset[Corner]]]:
        near: dict[Corner, set[Corner]] = {}
        for _, _, joined, corners in self.faces():
            for corner in corners:
                near.setdefault(corner, set())
            one, two = self.blobs(corners, joined)
            near[one].add(two)
            near[two].add(one)
        return [(self.colour(next(iter(g))), g) for g in parts_of(near)]

    def sides(self, corner: Corner) -> frozenset[str]:
        return sides_at(self.size, corner)

    def touches_hole(self, corner: Corner) -> bool:
        return any(hole not in self.cubes for hole in holes_at(self.size, corner))

    def enclosed(self, group: frozenset[Corner]) -> bool:
        return not any(self.sides(p) or self.touches_hole(p) for p in group)

    # -- the end

    def judge(self, mover: str) -> None:
        if self.kill and not self.fill_board:
            lost = {c for c, g in self.groups() if len(g) >= self.kill and self.enclosed(g)}
            if lost:
                loser = mover if len(lost) == 2 else lost.pop()
                self.winner, self.kind = OTHER[loser], "enclosure"
                return
        full = len(self.cubes) == len(all_cells(self.size))
        if full or self.immediate_win:
            owners = [c for c in ("light", "dark") if self.owns_path(c)]
            assert len(owners) <= 1, "two paths"
            assert owners or not full, "no path on a full board"
            if owners:
                self.winner, self.kind = owners[0], "path"

    def owns_path(self, colour: str) -> bool:
        """Return whether bands of the colour link the three sides, from face to face."""
        near: dict = {face: set() for face in self.faces()}
        for face in near:
            for corner in self.blobs(face[3], colour) if face[2] == colour else ():
                near[face] |= self.onward(corner, face)
        for part in parts_of({face: more for face, more in near.items() if face[2] == colour}):
            ends = {p for face in part for p in self.blobs(face[3], colour)}
            if set().union(*(self.sides(p) for p in ends)) == {"x", "y", "z"}:
                return True
        return False

    @once
    def faces_at(self) -> dict[Corner, list]:
        found: dict[Corner, list] = {}
        for face in self.faces():
            for corner in face[3]:
                found.setdefault(corner, []).append(face)
        return found

    def onward(self, corner: Corner, face) -> set:
        """Return the faces to which a path may continue at a blob.

        These are the faces with a band there that are reached around the blob from face to face,
        across edges of cubes that touch; with ``join_any``, all faces with a band there.
        """
        here = self.faces_at()[corner]
        if not self.join_any:
            near = {
                one: {two for two in here if len(one[3] & two[3]) == 2 and touch(one[0], two[0])}
                for one in here
            }
            here = next(part for part in parts_of(near) if face in part)
        return {other for other in here if other[2] == face[2]}


@cache
def touch(one: Cell, two: Cell) -> bool:
    """Return whether two cubes are the same or share a whole face."""
    return sum(abs(a - b) for a, b in zip(lowest(one), lowest(two), strict=True)) <= 1
