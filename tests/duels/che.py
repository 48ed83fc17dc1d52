"""Che against its slow rules."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np

from boche.engine.games.che import GAME, rules
from boche.engine.games.che.board import OPEN_BOARD, Sparse, cell_of, number_of, window
from boche.engine.games.che.geometry import Cell, Tile
from boche.engine.native.arrays import as_arrays
from tests.duels.duel import Duel, pick, same
from tests.engine.games.che.slow_rules import KINDS, PAIR, Slow, code, text_of

REACH = 20  # of the window; a game that comes near its edge stops
MANNERS = ("any", "compact", "straight", "on and on", "closing")
TILES = [-1, 0, 999, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 48, 60]
AREAS = [0, 1, 2, 3, 4, 6, 9, 16, 999]
EXTENTS = [0, 1, 2, 3, 4, 6, 8, 999]


VIEW, EMPTY = window(Cell(-REACH, -REACH), Cell(REACH, REACH))
ARRAYS = as_arrays(EMPTY, rules.Board)


class Che(Duel):
    """A duel that favours compact or straight regions, long play, or closures."""

    rules_of = "boche.engine.games.che.rules"

    def __init__(self, options: dict[str, Any], chance: random.Random) -> None:
        super().__init__(options, chance)
        self.position, self.slow = GAME.new(**options), Slow(**options)
        self.geo, self.geometry = VIEW, self.compiled.Geometry(*VIEW)
        self.variant = self.compiled.Variant(*self.position.variant)
        self.fast = self.compiled.Board(*(part.copy() for part in ARRAYS))
        self.scratch = self.compiled.Board(*(part.copy() for part in ARRAYS))
        self.ones, self.twos = np.empty(60_000, np.int64), np.empty(60_000, np.int64)
        self.manners = {c: pick(chance, MANNERS, (3, 3, 1, 2, 2)) for c in ("light", "dark")}
        self.dark = chance.choice([0.5, 0.5, 0.1, 0.9])  # of bands

    @staticmethod
    def random_options(chance: random.Random) -> dict[str, Any]:
        grouped = chance.random() < 0.6
        return {
            "num_tiles": pick(chance, TILES, [2, 2, 2, *[1] * 4, *[3] * 8, 2, 2, 1]),
            "group_area": chance.choice(AREAS) if grouped and chance.random() < 0.7 else 0,
            "group_extent": chance.choice(EXTENTS) if grouped and chance.random() < 0.7 else 0,
        }

    def over(self) -> bool:
        far = any(max(abs(x), abs(y)) > REACH - 4 for x, y in self.slow.tiles)
        return super().over() or far

    # -- moves

    def choose(self) -> str:
        some = [self.chance.choice(self.legal) for _ in range(6)]
        manner = self.manners[self.slow.turn]
        if manner == "compact":
            some.sort(key=self.filled)
        elif manner == "straight":
            some.sort(key=lambda move: -sum(abs(tile.y) for tile in tiles_of(move)))
        elif manner in ("on and on", "closing"):
            some.sort(key=lambda move: (self.result(move) == rules.UNDECIDED) ^ (manner[0] == "c"))
        else:
            some.sort(key=lambda move: self.bands(move))
        return text_of(some[-1])

    def bands(self, move: int) -> float:
        return sum(self.chance.random() < self.dark for tile in tiles_of(move) if tile.kind > 1)

    def filled(self, move: int) -> int:
        """Return the number of filled cells among the eight around each tile."""
        return sum(
            (tile.x + a, tile.y + b) in self.slow.tiles
            for tile in tiles_of(move)
            for a in (-1, 0, 1)
            for b in (-1, 0, 1)
        )

    def in_order(self, move: int) -> tuple[int, int]:
        """Return the move in the order of the compiled rules: the first tile touches a laid one."""
        numbers = [number_of(Cell(t.x, t.y), self.geo) * 4 + t.kind for t in tiles_of(move)]
        if len(numbers) == 1:
            return numbers[0], rules.NO_CELL
        one, two = numbers
        return (one, two) if self.fast.slot[one >> 2] >= 0 else (two, one)

    def result(self, move: int) -> int:
        """Return the compiled rules' result of a move; it only guides the choice."""
        for part, here in zip(self.scratch, self.fast, strict=True):
            part[:] = here
        return self.compiled.play(self.geometry, self.scratch, self.variant, *self.in_order(move))

    def play(self, text: str) -> None:
        tiles = sorted(code(tile_of(part)) for part in text.split("+"))
        one, two = (0, *tiles)[-2:]
        numbers = self.in_order(one * PAIR + two)
        self.slow.play(text)
        self.position = self.position.play(text)
        why = self.compiled.check(self.geometry, self.fast, self.variant, *numbers)
        same("compiled, check", rules.LEGAL, why)
        result = self.compiled.play(self.geometry, self.fast, self.variant, *numbers)
        same("compiled, result", self.wanted(), result)

    def wanted(self) -> int:
        """Return the slow rules' result with the number that the rules use."""
        kinds = {"closure": rules.CLOSURE, "limit": rules.LIMIT, "largest": rules.LARGEST}
        if self.slow.kind in ("", "draw"):
            return rules.DRAW if self.slow.kind else rules.UNDECIDED
        return kinds[self.slow.kind] + (self.slow.winner == "dark")

    # -- what is compared

    def compare(self) -> None:
        slow, position = self.slow, self.position
        self.compare_ends(slow.winner, slow.kind)
        same("turn", slow.turn, position.turn)
        same("ply", slow.ply, position.ply)
        same("tiles", slow.tiles, {(t.x, t.y): t.name for t in position.tiles})
        self.compare_moves()
        self.compare_regions()
        for slot in range(rules.INFO_SLOTS):
            if slot != rules.BASE:  # the numbers' lowest bits differ
                same(f"compiled, info {slot}", position.board.info[slot], self.fast.info[slot])

    def compare_moves(self) -> None:
        self.legal = list(self.slow.moves())
        wanted = np.sort(np.array(self.legal, np.int64))
        if self.slow.kind:
            same("legal moves", (), self.position.legal_moves())
            return
        count = self.compiled.generate(self.geometry, self.fast, self.variant, self.ones, self.twos)
        found = codes(self.ones[:count], self.twos[:count], self.geo)
        if not np.array_equal(wanted, found):
            same("compiled, legal moves", *texts(wanted, found))
        ones, twos = Sparse(), Sparse()
        count = rules.generate(OPEN_BOARD, self.position.board, self.position.variant, ones, twos)
        both = [np.fromiter(each.values(), np.int64, count) for each in (ones, twos)]
        found = codes(*both, OPEN_BOARD)
        if not np.array_equal(wanted, found):
            same("legal moves", *texts(wanted, found))
        if self.chance.random() < 0.03:
            listed = sorted(str(move) for move in self.position.legal_moves())
            same("listed moves", sorted(map(text_of, self.legal)), listed)

    def compare_regions(self) -> None:
        slow = self.slow
        mine = {
            (colour, corners, cells, not slow.empty(corners), frozenset(slow.empty(corners)),
             len(cells), len({x for x, _ in cells}), len({y for _, y in cells}))
            for colour, corners, cells in slow.regions()
        }  # fmt: skip
        regions = self.position.regions()
        found = {
            (r.colour, frozenset(r.corners), frozenset(map(tuple, r.tiles)), r.closed,
             frozenset(map(tuple, r.empty)), r.size, r.width, r.height)
            for r in regions
        }  # fmt: skip
        same("regions", mine, found)
        same("their number", len(mine), len(regions))
        for colour in ("light", "dark"):
            same(f"largest {colour}", slow.largest(colour), self.position.largest_size(colour))


def tile_of(text: str) -> tuple[int, int, str]:
    kind, _, place = text.partition(":")
    x, _, y = place.partition(",")
    return int(x), int(y), kind


def tiles_of(move: int) -> list[Any]:
    """Return the tiles of a move, from its number."""
    return [read_tile(tile) for tile in divmod(move, PAIR) if tile]


@cache
def read_tile(tile: int) -> Any:
    return Tile(tile // 4000 - 500, tile // 4 % 1000 - 500, tile % 4)


def codes(ones: np.ndarray, twos: np.ndarray, geo: rules.Geometry) -> np.ndarray:
    """Return the rules' moves as the slow rules number them, in ascending order."""
    one, two = (code_of(each, geo) for each in (ones, twos))
    low, high = np.minimum(one, two), np.maximum(one, two)
    return np.sort(np.where(twos == rules.NO_CELL, one, low * PAIR + high))


def code_of(tiles: np.ndarray, geo: rules.Geometry) -> np.ndarray:
    origin = cell_of(0, geo)
    y, x = np.divmod(tiles >> 2, geo.width)
    return ((x + origin.x + 500) * 1000 + y + origin.y + 500) * 4 + (tiles & 3)


def texts(one: np.ndarray, two: np.ndarray) -> tuple[list[str], list[str]]:
    return [text_of(int(n)) for n in one], [text_of(int(n)) for n in two]


assert KINDS == ["fl", "fr", "bl", "br"]
