"""The rules of Che reimplemented slowly and simply, from the help file's drawings and sets alone.

Nothing is shared with the engine but the option names, so that agreement is meaningful. A tile is
(x, y, kind), the kind as it is written; a corner is (x, y) of the grid.
"""

from __future__ import annotations

from functools import cache

from tests.duels.plain import once, parts_of

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

KINDS = list(DRAWN)

Cell = tuple[int, int]
Tile = tuple[int, int, str]


@cache
def around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


@cache
def colours(cell: Cell, kind: str) -> dict[Cell, str]:
    """Return the colours that a tile would have at its corners."""
    names = ("tl", "tr", "bl", "br")
    return {
        (cell[0] + OFFSETS[name][0], cell[1] + OFFSETS[name][1]): colour
        for name, colour in zip(names, DRAWN[kind][:4], strict=True)
    }


@cache
def joined(cell: Cell, kind: str) -> list[Cell]:
    """Return the two corners that a tile's band links."""
    return [(cell[0] + OFFSETS[name][0], cell[1] + OFFSETS[name][1]) for name in DRAWN[kind][4]]


@cache
def agree(one: Cell, kind: str, two: Cell, other: str) -> bool:
    """Return whether the common edge of two adjacent tiles matches at both ends."""
    mine, theirs = colours(one, kind), colours(two, other)
    return all(mine[corner] == theirs[corner] for corner in mine.keys() & theirs.keys())


@cache
def cells_at(corner: Cell) -> list[Cell]:
    """Return the four cells around a corner."""
    return [(corner[0] - a, corner[1] - b) for a in (0, 1) for b in (0, 1)]


@cache
def code(tile: Tile) -> int:
    """Return a tile as a number; a pair is ``PAIR`` times the lower one, plus the other."""
    return ((tile[0] + 500) * 1000 + tile[1] + 500) * 4 + KINDS.index(tile[2])


PAIR = 4_000_000


def text_of(number: int) -> str:
    """Return the text of a move from its number."""
    return "+".join(
        f"{KINDS[tile % 4]}:{tile // 4000 - 500},{tile // 4 % 1000 - 500}"
        for tile in divmod(number, PAIR)
        if tile
    )


class Slow:
    """A game in progress; ``play`` changes it."""

    def __init__(self, num_tiles=48, group_area=0, group_extent=0):
        self.num_tiles = None if num_tiles in (-1, 0, 999) else num_tiles
        self.group_area, self.group_extent = group_area, group_extent
        self.tiles: dict[Cell, str] = {}
        self.corners: dict[Cell, str] = {}
        self.turn = "light"
        self.ply = 0
        self.winner: str | None = None
        self.kind = ""
        self.known: dict = {}

    # -- moves

    def single(self) -> list[Tile]:
        """Return all tiles that may be laid next to those on the table."""
        if not self.tiles:
            return [(0, 0, kind) for kind in KINDS]
        tiles = self.tiles
        cells = {near for cell in tiles for near in around(cell)} - tiles.keys()
        return [
            (*cell, kind)
            for cell in cells
            for kind in KINDS
            if all(agree(cell, kind, near, tiles[near]) for near in around(cell) if near in tiles)
        ]

    def beside(self, tile: Tile, singles: list[Tile]) -> list[Tile]:
        """Return the tiles that may follow a first one: anywhere, also where only it touches."""
        cell, kind = tile[:2], tile[2]
        near = set(around(cell))
        found = [
            other
            for other in singles
            if other[:2] != cell
            and (other[:2] not in near or agree(cell, kind, other[:2], other[2]))
        ]
        fresh = near - self.tiles.keys() - {other[:2] for other in singles}
        return found + [(*c, k) for c in fresh for k in KINDS if agree(cell, kind, c, k)]

    def wanted(self) -> int:
        left = None if self.num_tiles is None else self.num_tiles - len(self.tiles)
        return 1 if not self.tiles or left == 1 else 2

    @once
    def moves(self) -> set[int]:
        """Return all moves as numbers; see ``code``."""
        if self.kind:
            return set()
        singles = self.single()
        if self.wanted() == 1:
            return {code(tile) for tile in singles}
        found = set()
        for tile in singles:
            one = code(tile)
            for two in map(code, self.beside(tile, singles)):
                found.add(one * PAIR + two if one < two else two * PAIR + one)
        return found

    def play(self, text: str) -> None:
        tiles = []
        for part in text.split("+"):
            kind, _, place = part.partition(":")
            x, _, y = place.partition(",")
            tiles.append((int(x), int(y), kind))
        one, two = (0, *sorted(map(code, tiles)))[-2:]
        assert one * PAIR + two in self.moves(), text
        self.known = {}
        for x, y, kind in tiles:
            self.tiles[x, y] = kind
            self.corners |= colours((x, y), kind)
        mover, self.turn = self.turn, OTHER[self.turn]
        self.ply += 1
        self.judge(mover)

    # -- regions

    @once
    def regions(self) -> list[tuple[str, frozenset[Cell], frozenset[Cell]]]:
        """Return the regions as (colour, corners, dominant cells)."""
        near: dict[Cell, set[Cell]] = {corner: set() for corner in self.corners}
        for cell, kind in self.tiles.items():
            one, two = joined(cell, kind)
            near[one].add(two)
            near[two].add(one)
        parts = parts_of(near)
        part_of = {corner: part for part in parts for corner in part}
        cells: dict[frozenset[Cell], set[Cell]] = {part: set() for part in parts}
        for cell, kind in self.tiles.items():
            cells[part_of[joined(cell, kind)[0]]].add(cell)
        return [(self.corners[min(p)], p, frozenset(cells[p])) for p in parts]

    def empty(self, corners: frozenset[Cell]) -> set[Cell]:
        """Return the empty cells around corners."""
        return {cell for corner in corners for cell in cells_at(corner)} - self.tiles.keys()

    def is_closed(self, corners: frozenset[Cell]) -> bool:
        return all(cell in self.tiles for corner in corners for cell in cells_at(corner))

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
        closed = {c for c, corners, _ in regions if self.is_closed(corners)}
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
