"""The part of Che's tree search that is not compiled: states from positions, tiles as plies.

The search goes tile by tile, since there are too many whole moves to branch on (see
``engine.search.steps``). A ``TilePosition`` is like a position, but each of its moves is one tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from types import ModuleType
from typing import Any

import numpy as np

from boche.engine.errors import BocheError, IllegalMoveError
from boche.engine.games.che import learning, rules
from boche.engine.games.che.board import OPEN_BOARD, Sparse, cell_of, window
from boche.engine.games.che.board import number_of as cell_number
from boche.engine.games.che.geometry import Cell, Tile
from boche.engine.games.che.notation import Move, parse_tiles
from boche.engine.games.che.notation import move_of as move_from
from boche.engine.games.che.position import Position
from boche.engine.games.che.words import ONE_AT_A_TIME
from boche.engine.languages.current import tr
from boche.engine.native.arrays import as_arrays
from boche.engine.native.kernels import UnsearchedGameError
from boche.engine.search.encoding import ActionSpace, Encoding
from boche.engine.search.steps import BaseStepPosition

REACH = 63
"""Number of cells on each side of the window's middle."""

STEP = 32
"""Spacing of the window's possible middles; the middle is 0,0 until a tile lies farther out."""


class TilePosition(BaseStepPosition):
    """A position of Che whose moves are single tiles.

    ``whole`` is the position before the current move; ``taken`` is its first tile, or None. If two
    tiles could be laid in either order, the one on the lower cell, then the one farther left,
    comes first, so that each move of the game is reached in one way only. ``root`` is the position
    at which the search began, if it is another: tiles keep the numbers of its window.
    """

    whole: Position

    def __init__(
        self,
        whole: Position,
        taken: Tile | None = None,
        root: TilePosition | None = None,
        known: bool = False,
    ) -> None:
        """Begin a move; raise ``BocheError`` for a tile that cannot be laid, unless ``known``."""
        self._root = root
        super().__init__(whole, taken)
        if not known:
            _ = self.here

    def _with_tile(self) -> Position:
        return self.whole if self.taken is None else self.whole.after_first(str(self.taken))

    here = cached_property(_with_tile)
    """The position with the first tile laid."""

    @cached_property
    def middle(self) -> Cell:
        """Middle of the window. Raises ``UnsearchedGameError`` if the position is too wide."""
        return self._root.middle if self._root is not None else _middle_of(self.here.tiles)

    @property
    def ply(self) -> int:
        """Number of tiles laid."""
        return len(self.here.tiles)

    def legal_moves(self) -> tuple[Tile, ...]:
        """Return the tiles that may be laid next, by place and kind."""
        if self.outcome is not None:
            return ()
        found, board = Sparse(), self.here.board
        generate = rules.generate_tiles if self.taken is None else rules.generate_rest
        count = generate(OPEN_BOARD, board, found)
        return tuple(sorted(_tile(cell_of(found[i] >> 2), found[i] & 3) for i in range(count)))

    def parse(self, text: str) -> Tile:
        """Parse one tile. Raises the same errors as ``Position.parse``, also for a second tile."""
        tiles = parse_tiles(text)
        if len(tiles) > 1:
            raise IllegalMoveError(ONE_AT_A_TIME(), text)
        return tiles[0]

    def play(self, tile: Tile | str) -> TilePosition:
        """Return the position after a tile. Raises ``IllegalMoveError`` or ``NotationError``."""
        tile = self.parse(str(tile))
        root = self._root or self
        if self.here.tiles_wanted == 2:
            return TilePosition(self.whole, tile, root)
        return TilePosition(self.whole.play(self.move_so_far(tile)), None, root)

    def move_so_far(self, tile: Tile) -> Move:
        """Return the current move including this tile; a second tile may still be missing."""
        return move_from([tile] if self.taken is None else [self.taken, tile])

    def completed(self, tile: Tile) -> Move | None:
        """Return the move of the game that a tile completes, or None if a second tile follows."""
        return self.move_so_far(tile) if self.here.tiles_wanted == 1 else None


def searchable(position: Position | TilePosition) -> TilePosition:
    """Return a position in the form that the search takes."""
    return position if isinstance(position, TilePosition) else TilePosition(position)


def _tile(cell: Cell, kind: int) -> Tile:
    return Tile(cell.x, cell.y, kind)


# -- states


def _middle_of(tiles: Sequence[Tile]) -> Cell:
    """Return the middle of the window around tiles. Raises ``UnsearchedGameError``."""
    xs, ys = [t.x for t in tiles] or [0], [t.y for t in tiles] or [0]
    if max(max(xs) - min(xs), max(ys) - min(ys)) > REACH:
        raise UnsearchedGameError(
            tr("the tiles lie too far apart to search (more than {reach} cells)", reach=REACH)
        )
    return Cell(_middle(min(xs), max(xs)), _middle(min(ys), max(ys)))


def _middle(low: int, high: int) -> int:
    if max(-low, high) <= STEP:
        return 0
    return round((low + high) / 2 / STEP) * STEP


def make_state(position: Position | TilePosition, kernels: ModuleType) -> Any:
    """Return the position as a new ``State`` for the compiled functions ``kernels``."""
    position = searchable(position)
    return _state(position, kernels, position.middle, REACH)


def make_learning_state(position: Position | TilePosition, kernels: ModuleType) -> Any:
    """Return the position as a new ``State`` in a window of all cells that actions cover.

    Raises ``UnsearchedGameError`` if a tile lies outside.
    """
    position = searchable(position)
    if any(max(abs(tile.x), abs(tile.y)) > learning.REACH for tile in position.here.tiles):
        raise UnsearchedGameError(
            f"Che: a tile lies over {learning.REACH} cells from the first; no actions go so far"
        )
    return _state(position, kernels, Cell(0, 0), learning.WINDOW)


def _state(position: TilePosition, kernels: ModuleType, middle: Cell, reach: int) -> Any:
    here, compiled = position.here, kernels.rules
    if not here.tiles and middle != Cell(0, 0):
        raise AssertionError("the first tile lies in the middle")
    geo, empty = _window(middle, reach)
    board = compiled.Board(*(np.array(part) for part in empty))
    for number, kind in _laid(here):
        rules.play_tile(geo, board, here.variant, cell_number(cell_of(number), geo) * 4 + kind)
    return kernels.State(
        geo=compiled.Geometry(*geo),
        board=board,
        variant=compiled.Variant(*here.variant),
        start=len(here.tiles),
        tactics=0,
    )


@lru_cache(maxsize=4)
def _window(middle: Cell, reach: int) -> tuple[rules.Geometry, rules.Board]:
    """Return an empty window around a cell, in shared arrays; callers must copy them."""
    low, high = (Cell(middle.x + by, middle.y + by) for by in (-reach, reach))
    geo, board = window(low, high)
    return geo, as_arrays(board, rules.Board)


def most_moves(position: Position | TilePosition) -> int:
    """Return an upper bound on the number of tiles to choose from in any position searched."""
    return 4 * _most_tiles(position) + 8


def longest(position: Position | TilePosition) -> int:
    """Return an upper bound on the number of tiles for which a search follows a game."""
    return _most_tiles(position) + 1


def _most_tiles(position: Position | TilePosition) -> int:
    """Return the most tiles that this search, or a later one in the game, lays on the table."""
    pool = searchable(position).whole.variant.num_tiles
    return pool or (2 * REACH + 1) ** 2


def key_count(position: Position | TilePosition) -> int:
    """Return the number of move keys; keys run from 0 to one less than this."""
    width = 2 * REACH + 5
    return 4 * width * width


# -- moves


def _geometry(position: TilePosition) -> rules.Geometry:
    middle = position.middle
    width = 2 * REACH + 5
    return rules.Geometry(width, (REACH + 1 - middle.y) * width + REACH + 1 - middle.x)


def number_of(position: TilePosition, move: Any) -> int:
    """Return the rules' number of a tile."""
    tile = position.parse(str(move))
    return cell_number(tile.cell, _geometry(position)) * 4 + tile.kind


def move_of(position: TilePosition, number: int) -> Tile:
    """Return the tile with a number."""
    return _tile(cell_of(number >> 2, _geometry(position)), number & 3)


def steps_of(position: Position, move: Move | str) -> list[Tile]:
    """Return a move's tiles in the search's order. Raises the same errors as ``Position.play``."""
    position.play(move)
    tiles = position.parse(str(move)).tiles
    start = TilePosition(position)
    for first in sorted(tiles, key=lambda tile: (tile.y, tile.x)):
        rest = [tile for tile in tiles if tile != first]
        if first not in start.legal_moves():
            continue
        if not rest or rest[0] in start.play(first).legal_moves():
            return [first, *rest]
    raise AssertionError(f"{move} is legal, and cannot be reached tile by tile")


def moves_between(before: Position, after: Position) -> list[Move]:
    """Return the moves from one position to another, from the order of the tiles, or no moves."""
    laid = [_tile(cell_of(number), kind) for number, kind in _laid(after)]
    at, moves = before, list[Move]()
    laid = laid[len(before.tiles) :]
    while laid and at.outcome is None:
        tiles, laid = laid[: at.tiles_wanted], laid[at.tiles_wanted :]
        try:
            at = at.play(move_from(tiles))
        except BocheError:
            return []  # from another game
        moves.append(move_from(tiles))
    return moves if at == after else []


def _laid(position: Position) -> list[tuple[int, int]]:
    """Return the numbers of the cells with tiles and the tiles' kinds, as they were laid."""
    board = position.board
    numbers = (board.placed[at] for at in range(len(position.tiles)))
    return [(number, board.kinds[number] - 1) for number in numbers]


def classes(position: TilePosition) -> dict[int, int]:
    """Map each legal tile's number to the lowest number of the tiles equal to it by symmetry.

    Symmetry is used only on the empty table, where a left tile mirrors a right one.
    """
    numbers = [number_of(position, tile) for tile in position.legal_moves()]
    if position.here.tiles:
        return dict(zip(numbers, numbers, strict=True))
    return {number: number & ~1 for number in numbers}


# -- actions and observations

PLANES = (
    "tiles with a band of my colour from the top left to the bottom right",
    "tiles with a band of my colour from the bottom left to the top right",
    "tiles with a band of the opponent's colour from the top left to the bottom right",
    "tiles with a band of the opponent's colour from the bottom left to the top right",
    "the tile already laid in this move",
    "empty cells next to a tile",
    "everywhere 1 if the corners at an even distance from the first tile's lower left are mine",
    "everywhere the share of tiles still in the pool; 0 if it is unlimited",
    "everywhere 1 if it is my turn",
)
"""Contents of each plane; rows go up, columns to the right, the first tile lies in the middle."""


def learning_number_of(position: TilePosition, tile: Tile) -> int:
    """Return the rules' number of a tile in the window of actions, or -1 outside."""
    if max(abs(tile.x), abs(tile.y)) > learning.REACH:
        return -1
    geo, _ = _window(Cell(0, 0), learning.WINDOW)
    return cell_number(tile.cell, geo) * 4 + tile.kind


def learning_made(position: Position | TilePosition) -> tuple[int, ...]:
    """Return the number of the tile laid in this move, in the window of actions."""
    tile = position.taken if isinstance(position, TilePosition) else None
    return () if tile is None else (learning_number_of(position, tile),)  # type: ignore[arg-type]


def learning_begun(whole: Position, made: tuple[int, ...]) -> TilePosition:
    """Return the position with the first tile of a move laid, by its number in that window."""
    return TilePosition(whole, _learning_tiles()[made[0]], TilePosition(whole), known=True)


def most_pairs(position: Position) -> int:
    """Return an upper bound for the moves of two tiles in the window of actions."""
    cells = min(2 * _most_tiles(position) + 2, (2 * learning.WINDOW + 1) ** 2)
    return 2 * cells * (cells + 5)


@cache
def _learning_tiles() -> dict[int, Tile]:
    """Return the tiles of the window of actions by their numbers."""
    geo, _ = _window(Cell(0, 0), learning.WINDOW)
    reach = range(-learning.REACH, learning.REACH + 1)
    tiles = [Tile(x, y, kind) for x in reach for y in reach for kind in range(4)]
    return {cell_number(tile.cell, geo) * 4 + tile.kind: tile for tile in tiles}


ACTIONS = ActionSpace(
    count=lambda position: 4 * learning.SIDE**2,
    planes=lambda position: PLANES,
    area=lambda position: (learning.SIDE, learning.SIDE),
    make_state=make_learning_state,
    number_of=learning_number_of,
    made=learning_made,
    begun=learning_begun,
    pairs=most_pairs,
    numbers="int16",
)

LEARNED = {
    "explore": 0.0, "amaf": 0.0, "first_play": 0.4, "prior": 1.0, "trust": 1.0, "expand": 1,
}  # fmt: skip
"""Settings of the tree search with learned weights; see ``SearchParams``."""


def weights(position: Position | TilePosition) -> str:
    """Return the name of the learned weights; they are for the default options alone."""
    whole = searchable(position).whole
    return "" if whole.game.changed(whole.options) else "che"


ENCODING = Encoding(
    longest=longest,
    most_moves=most_moves,
    key_count=key_count,
    make_state=make_state,
    number_of=number_of,
    move_of=move_of,
    classes=classes,
    moves_between=moves_between,
    searchable=searchable,
    steps_of=steps_of,
    actions=ACTIONS,
    learned=LEARNED,
    weights=weights,
)
