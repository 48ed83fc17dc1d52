"""The rules of Che restated slowly and plainly, from the help file's drawings and sets alone.

Nothing here is shared with the engine but the option names, so that agreement means something. A
tile is (x, y, kind), the kind as it is written; a corner is (x, y) of the grid.
"""

from __future__ import annotations

# For each tile: the colours at top left, top right, bottom left, bottom right, and which two
# corners its band links, as the drawings show them.
DRAWN = {
    "fl": ("light", "dark", "dark", "light", ("tl", "br")),
    "fr": ("dark", "light", "light", "dark", ("tr", "bl")),
    "bl": ("dark", "light", "light", "dark", ("tl", "br")),
    "br": ("light", "dark", "dark", "light", ("tr", "bl")),
}
OFFSETS = {"tl": (0, 1), "tr": (1, 1), "bl": (0, 0), "br": (1, 0)}
OTHER = {"light": "dark", "dark": "light"}

Cell = tuple[int, int]


def around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


class Slow:
    """A game in progress; ``play`` changes it."""

    def __init__(self, num_tiles=48, group_area=0, group_extent=0):
        self.num_tiles = None if num_tiles in (-1, 0, 999) else num_tiles
        self.group_area, self.group_extent = group_area, group_extent
        self.tiles: dict[Cell, str] = {}
        self.turn = "light"
        self.ply = 0
        self.winner: str | None = None
        self.kind = ""

    # -- moves

    def colours(self, cell: Cell, kind: str) -> dict[Cell, str]:
        """The colours that a tile would have at its corners."""
        names = ("tl", "tr", "bl", "br")
        return {
            (cell[0] + OFFSETS[name][0], cell[1] + OFFSETS[name][1]): colour
            for name, colour in zip(names, DRAWN[kind][:4], strict=True)
        }

    def fits(self, cell: Cell, kind: str, tiles: dict[Cell, str]) -> bool:
        """An edge matches when both of its ends do."""
        own = self.colours(cell, kind)
        for near in around(cell):
            if near in tiles:
                theirs = self.colours(near, tiles[near])
                if any(theirs[corner] != own[corner] for corner in own if corner in theirs):
                    return False
        return True

    def single(self, tiles: dict[Cell, str]) -> list[tuple[int, int, str]]:
        """All tiles that may be laid beside those given."""
        if not tiles:
            return [(0, 0, kind) for kind in DRAWN]
        cells = {near for cell in tiles for near in around(cell)} - set(tiles)
        return [(*c, kind) for c in cells for kind in DRAWN if self.fits(c, kind, tiles)]

    def wanted(self) -> int:
        left = None if self.num_tiles is None else self.num_tiles - len(self.tiles)
        return 1 if not self.tiles or left == 1 else 2

    def moves(self) -> set[frozenset[tuple[int, int, str]]]:
        """All moves as sets of tiles."""
        if self.kind:
            return set()
        if self.wanted() == 1:
            return {frozenset([tile]) for tile in self.single(self.tiles)}
        found = set()
        for x, y, kind in self.single(self.tiles):
            for tile in self.single(self.tiles | {(x, y): kind}):
                found.add(frozenset([(x, y, kind), tile]))
        return found

    def legal(self) -> list[str]:
        """The texts of all moves."""
        ordered = (
            sorted(move, key=lambda t: (t[0], t[1], list(DRAWN).index(t[2])))
            for move in self.moves()
        )
        return sorted("+".join(f"{k}:{x},{y}" for x, y, k in move) for move in ordered)

    def play(self, text: str) -> None:
        assert text in self.legal(), text
        for part in text.split("+"):
            kind, _, place = part.partition(":")
            x, _, y = place.partition(",")
            self.tiles[int(x), int(y)] = kind
        mover, self.turn = self.turn, OTHER[self.turn]
        self.ply += 1
        self.judge(mover)

    # -- regions

    def colour(self, corner: Cell) -> str:
        for (x, y), kind in self.tiles.items():
            found = self.colours((x, y), kind)
            if corner in found:
                return found[corner]
        raise AssertionError(corner)

    def regions(self) -> list[tuple[str, frozenset[Cell], frozenset[Cell]]]:
        """Regions as (colour, corners, dominant cells)."""
        parts: list[tuple[set[Cell], set[Cell]]] = []
        for cell, kind in self.tiles.items():
            for corner in self.colours(cell, kind):
                parts.append(({corner}, set()))
            one, two = (OFFSETS[name] for name in DRAWN[kind][4])
            x, y = cell
            parts.append(({(x + one[0], y + one[1]), (x + two[0], y + two[1])}, {cell}))
        merged: list[tuple[set[Cell], set[Cell]]] = []
        for corners, cells in parts:
            touching = [m for m in merged if m[0] & corners]
            merged = [m for m in merged if not m[0] & corners]
            merged.append(
                (corners.union(*(m[0] for m in touching)), cells.union(*(m[1] for m in touching)))
            )
        return [(self.colour(min(c)), frozenset(c), frozenset(d)) for c, d in merged]

    def empty(self, corners: frozenset[Cell]) -> set[Cell]:
        """The empty cells around corners."""
        near = {(x - a, y - b) for x, y in corners for a in (0, 1) for b in (0, 1)}
        return near - set(self.tiles)

    def largest(self, colour: str) -> int:
        return max((len(cells) for c, _, cells in self.regions() if c == colour), default=0)

    # -- the end

    def too_large(self, cells: frozenset[Cell]) -> bool:
        if not cells:
            return False
        wide = len({x for x, _ in cells}), len({y for _, y in cells})
        over = self.group_area and len(cells) >= self.group_area
        return bool(over or (self.group_extent and max(wide) >= self.group_extent))

    def judge(self, mover: str) -> None:
        regions = self.regions()
        closed = {c for c, corners, _ in regions if not self.empty(corners)}
        if self.group_area or self.group_extent:
            large = {c for c, _, cells in regions if self.too_large(cells)}
            winners = {OTHER[c] for c in closed | large}
        else:
            winners = set(closed)
        if winners:
            self.winner = OTHER[mover] if len(winners) == 2 else winners.pop()
            self.kind = "closure" if closed else "limit"
        elif self.num_tiles is not None and len(self.tiles) == self.num_tiles:
            light, dark = self.largest("light"), self.largest("dark")
            self.kind = "draw" if light == dark else "largest"
            self.winner = None if light == dark else "light" if light > dark else "dark"
