"""The rules of Boche restated slowly and plainly, from lattice corners and sets alone.

Nothing here is shared with the engine but the option names, so that agreement means something.
A cell is (c, r, k), a corner (x, y, z), a face a frozenset of four corners.
"""

from __future__ import annotations

from itertools import combinations, product

Cell = tuple[int, int, int]
Corner = tuple[int, int, int]
AXES = {"x": 0, "y": 1, "z": 2}
# The only upper face that joins the uppermost colour; None: all three do (the table in the rules).
JOINING = {"a": None, "b": "x", "c": "z", "d": "y", "e": None, "f": "x", "g": "z", "h": "y"}


def lowest(cell: Cell) -> Corner:
    c, r, k = cell
    return (-c, -r, c + r + k)


def corners_of(cell: Cell) -> list[Corner]:
    x, y, z = lowest(cell)
    return [(x + a, y + b, z + d) for a, b, d in product((0, 1), repeat=3)]


def upper_face(cell: Cell, axis: str) -> frozenset[Corner]:
    i = AXES[axis]
    high = lowest(cell)[i] + 1
    return frozenset(p for p in corners_of(cell) if p[i] == high)


def all_cells(size: int) -> list[Cell]:
    return [(c, r, k) for c in range(size) for r in range(size - c) for k in range(size - c - r)]


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

    # -- moves

    def supports(self, cell: Cell) -> list[Cell]:
        c, r, k = cell
        return [(c, r, k - 1), (c + 1, r, k - 1), (c, r + 1, k - 1)] if k else []

    def open_cells(self) -> list[Cell]:
        cells = [
            cell
            for cell in all_cells(self.size)
            if cell not in self.cubes and all(s in self.cubes for s in self.supports(cell))
        ]
        if self.adjacent and self.cubes:
            cells = [cell for cell in cells if cell[2] > 0 or self.has_neighbour(cell)]
        return cells

    def has_neighbour(self, hole: Cell) -> bool:
        """Two holes are next to each other when their cells' rims share two corners."""
        rim = {p for p in corners_of(hole) if sum(p) in (1, 2)}
        return any(
            k == 0 and len(rim & {p for p in corners_of((c, r, k)) if sum(p) in (1, 2)}) == 2
            for c, r, k in self.cubes
        )

    def fits(self, cell: Cell, letter: str) -> bool:
        """Corner colours must agree with those that lie there: one cube fixes all of them."""
        if not self.cubes:
            return True
        known, known_letter = next(iter(self.cubes.items()))
        same = (sum(lowest(cell)) - sum(lowest(known))) % 2 == 0
        return same == ((letter < "e") == (known_letter < "e"))

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
        if text == "swap":
            self.swapped = True
            return
        c, r = ord(text[2]) - 97, int(text[3:]) - 1
        cell = next(cell for cell in self.open_cells() if cell[:2] == (c, r))
        self.cubes[cell] = text[0]
        mover, self.turn = self.turn, "dark" if self.turn == "light" else "light"
        self.judge(mover)

    # -- the surface

    def colour(self, corner: Corner) -> str:
        cell, letter = next(iter(self.cubes.items()))
        uppermost = tuple(v + 1 for v in lowest(cell))
        same = (sum(corner) - sum(uppermost)) % 2 == 0
        dark = same == (letter < "e")
        return "dark" if dark else "light"

    def faces(self) -> list[tuple[Cell, str, str, frozenset[Corner]]]:
        """Visible faces as (cell, axis, joined colour, corners)."""
        found = []
        for (c, r, k), letter in self.cubes.items():
            over = {"x": (c - 1, r, k + 1), "y": (c, r - 1, k + 1), "z": (c, r, k + 1)}
            uppermost = tuple(v + 1 for v in lowest((c, r, k)))
            own = self.colour(uppermost)
            rest = "light" if own == "dark" else "dark"
            for axis in AXES:
                if over[axis] not in self.cubes:
                    joins = JOINING[letter] in (None, axis)
                    corners = upper_face((c, r, k), axis)
                    found.append(((c, r, k), axis, own if joins else rest, corners))
        return found

    def groups(self) -> list[tuple[str, frozenset[Corner]]]:
        sets: list[set[Corner]] = []
        for _, _, joined, corners in self.faces():
            for colour in ("light", "dark"):
                pair = {p for p in corners if self.colour(p) == colour}
                sets += [pair] if colour == joined else [{p} for p in pair]
        merged: list[set[Corner]] = []
        for part in sets:
            touching = [m for m in merged if m & part]
            merged = [m for m in merged if not m & part] + [part.union(*touching)]
        return [(self.colour(next(iter(m))), frozenset(m)) for m in merged]

    def sides(self, corner: Corner) -> set[str]:
        x, y, z = corner
        if sum(corner) not in (1, 2):
            return set()
        return {s for s, on in (("x", x == 1), ("y", y == 1), ("z", z == self.size)) if on}

    def touches_hole(self, corner: Corner) -> bool:
        return any(
            corner in corners_of(cell) and sum(corner) < 3 and cell not in self.cubes
            for cell in all_cells(self.size)
            if cell[2] == 0
        )

    def enclosed(self, group: frozenset[Corner]) -> bool:
        return not any(self.sides(p) or self.touches_hole(p) for p in group)

    # -- the end

    def judge(self, mover: str) -> None:
        other = {"light": "dark", "dark": "light"}
        if self.kill and not self.fill_board:
            lost = {c for c, g in self.groups() if len(g) >= self.kill and self.enclosed(g)}
            if lost:
                loser = mover if len(lost) == 2 else lost.pop()
                self.winner, self.kind = other[loser], "enclosure"
                return
        full = len(self.cubes) == len(all_cells(self.size))
        if full or self.immediate_win:
            owners = [c for c in ("light", "dark") if self.owns_path(c)]
            assert len(owners) <= 1, "two paths"
            assert owners or not full, "no path on a full board"
            if owners:
                self.winner, self.kind = owners[0], "path"

    def owns_path(self, colour: str) -> bool:
        """Whether bands of the colour link the three sides, from face to face."""
        faces = [f for f in self.faces() if f[2] == colour]
        nodes = range(len(faces))
        links = [(i, j) for i, j in combinations(nodes, 2) if self.passes(faces[i], faces[j])]
        parts = [{i} for i in nodes]
        for i, j in links:
            one = next(p for p in parts if i in p)
            two = next(p for p in parts if j in p)
            if one is not two:
                parts.remove(two)
                one |= two
        for part in parts:
            ends = {p for i in part for p in faces[i][3] if self.colour(p) == colour}
            if set().union(*(self.sides(p) for p in ends)) == {"x", "y", "z"}:
                return True
        return False

    def passes(self, one, two) -> bool:
        """Whether a path may go from one face to the other at a blob they share."""
        shared = [p for p in one[3] & two[3] if self.colour(p) == one[2]]
        if self.join_any:
            return bool(shared)
        return any(self.around(p, one, two) for p in shared)

    def around(self, corner: Corner, one, two) -> bool:
        """Whether faces at the corner lead from one to two across edges of cubes that touch."""
        here = [f for f in self.faces() if corner in f[3]]
        seen, waiting = {one[:2]}, [one]
        while waiting:
            at = waiting.pop()
            for face in here:
                edge = len(face[3] & at[3]) == 2 and corner in face[3] & at[3]
                if face[:2] not in seen and edge and touch(face[0], at[0]):
                    seen.add(face[:2])
                    waiting.append(face)
        return two[:2] in seen


def touch(one: Cell, two: Cell) -> bool:
    """Whether two cubes are the same or share a whole face."""
    return sum(abs(a - b) for a, b in zip(lowest(one), lowest(two), strict=True)) <= 1
