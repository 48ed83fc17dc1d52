"""Immutable positions of Che, backed by the rules, with the regions as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from typing import Any, NamedTuple, Self, overload

from boche.engine.arguments import check_cell, check_move, check_symmetry, check_text
from boche.engine.deferred import Deferred
from boche.engine.errors import IllegalMoveError, NotationError, quoted
from boche.engine.game import OptionValue, Outcome, Step, side_of
from boche.engine.games.che import GAME, learning, rules, words
from boche.engine.games.che.board import (
    OPEN_BOARD,
    Sparse,
    cell_of,
    copy_board,
    empty_board,
    number_of,
)
from boche.engine.games.che.geometry import (
    COLOURS,
    KINDS,
    Cell,
    Colour,
    Corner,
    Region,
    Tile,
    other,
)
from boche.engine.games.che.notation import Move, move_of, parse_cell, parse_move, parse_tiles
from boche.engine.games.che.symmetry import SYMMETRIES, Symmetry, canonical_key
from boche.engine.games.che.text_board import draw
from boche.engine.message import Message
from boche.engine.orbit import Orbit
from boche.engine.position import BasePosition, exchanged
from boche.engine.position_text import NONE, read_choice, write_line
from boche.engine.recent import bytes_of, numbers_in, prefers_compiled
from boche.engine.words import NO_BEGINNING

_ACTIONS = Deferred("boche.engine.learning.actions")

UNLIMITED = (-1, 0, 999)
"""Values of ``num_tiles`` that stand for an unlimited pool."""


_KEEPING_COLOURS = tuple(way for way in SYMMETRIES if not way.exchange)


class Position(BasePosition):
    """A position of Che. Create one with ``boche.new("che", ...)``; ``play`` returns the next.

    Two positions are equal if their options, tiles, turn, ply and outcome are equal. The places of
    the tiles matter, but not the order in which they were laid.
    """

    __slots__ = ("_variant",)

    game = GAME
    _board: rules.Board

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        """Set up the start position. ``options`` must be complete (see ``Game.complete``)."""
        options = self.game.complete(options)  # compiled code trusts the number of tiles
        tiles = int(options["num_tiles"])
        limits = int(options["group_area"]), int(options["group_extent"])
        self._variant = rules.Variant(0 if tiles in UNLIMITED else tiles, *limits)
        super().__init__(options, empty_board())

    # -- state

    @property
    def variant(self) -> rules.Variant:
        """The options in the form that the rules use."""
        return self._variant

    @property
    def turn(self) -> Colour:
        """The colour to move; after the end of the game, the colour that would be next."""
        board = self._held
        return COLOURS[self._glimpse()[0] if board is None else board.info[rules.TURN]]

    @property
    def ply(self) -> int:
        """Number of moves played, of one tile or two."""
        return self._glimpse()[1]

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles on the table, sorted by x, then y."""
        return tuple(sorted(self._tiles.values()))

    @cached_property
    def _tiles(self) -> dict[Cell, Tile]:
        found, board = {}, self._board
        for i in range(board.info[rules.TILES]):
            number = board.placed[i]
            cell = cell_of(number)
            found[cell] = Tile(cell.x, cell.y, board.kinds[number] - 1)
        return found

    def tile_at(self, cell: Cell | str) -> Tile | None:
        """Return the tile on a cell, which may be a text such as ``0,-1``, or None.

        Raises ``NotationError`` for a text that is no cell.
        """
        cell = parse_cell(cell) if isinstance(cell, str) else cell
        check_cell(cell, Cell)
        return self._tiles.get(cell)

    @property
    def tiles_left(self) -> int | None:
        """Number of tiles left in the pool, or None if it is unlimited."""
        total = self._variant.num_tiles
        return total - int(self._board.info[rules.TILES]) if total else None

    @property
    def tiles_wanted(self) -> int:
        """Number of tiles that the player to move still has to lay in this move, 1 or 2."""
        if self._held is None:  # the packed head has what the rules look at
            _, _, _, laid, tiles = numbers_in(self._packed[: 4 * rules.PACKED_HEAD])
            return rules.wanted_after(tiles - laid, self._variant) - laid
        return rules.tiles_wanted(self._board, self._variant) - int(self._board.info[rules.LAID])

    # -- regions

    @cached_property
    def _regions(self) -> tuple[Region, ...]:
        return read_regions(self._board, self._tiles)

    def regions(self) -> tuple[Region, ...]:
        """Return all regions, light before dark, larger before smaller."""
        return self._regions

    def closed_regions(self) -> tuple[Region, ...]:
        """Return the regions that are closed."""
        return tuple(region for region in self._regions if region.closed)

    def largest_size(self, colour: str) -> int:
        """Return the number of dominant tiles in a colour's largest region."""
        return int(self._board.info[rules.BEST + side_of(colour, COLOURS)])

    def largest_regions(self, colour: str) -> tuple[Region, ...]:
        """Return a colour's largest regions, or none while it has no dominant tile."""
        size = self.largest_size(colour)
        return tuple(r for r in self._regions if size and r.colour == colour and r.size == size)

    # -- moves

    def legal_moves(self) -> Sequence[Move]:
        """Return all legal moves by the first tile's x, y and kind, then by the second's."""
        if self._ended is not None:
            return ()
        found = _ACTIONS.whole_moves(self) if prefers_compiled(self._held) else None
        if found is not None:
            return PairMoves(*found)
        ones, twos = Sparse(), Sparse()
        count = rules.generate(OPEN_BOARD, self._board, self._variant, ones, twos)
        moves = []
        for i in range(count):
            numbers = [ones[i]] if twos[i] == rules.NO_CELL else [ones[i], twos[i]]
            moves.append(move_of(map(_tile_of, numbers)))
        return tuple(sorted(moves))

    def steps(self, taken: str = "") -> tuple[Step, ...]:
        """Return the next choices within a move: a cell, a tile, and the same for a second tile.

        For example ``1,0``, then ``fr:1,0``; if a second tile is due, ``fr:1,0+0,1``, then
        ``fr:1,0+fl:0,1``. The second tile may go on any open cell; the order of the two tiles
        does not change the move. Raises ``NotationError`` or ``IllegalMoveError`` if ``taken`` is
        not the beginning of a move.
        """
        check_text("taken", taken)
        if self._outcome is not None:
            return ()
        first, plus, place = _split(taken)
        here = self.after_first(first) if plus else self
        if not place:
            return tuple(Step(f"{first}{plus}{c.name}", None) for c in here.open_cells())
        if ":" in place:
            return tuple(
                Step(f"{place}+{c.name}", None) for c in self.after_first(place).open_cells()
            )
        cell = parse_cell(place)
        texts = [f"{first}{plus}{KINDS[kind]}:{cell.name}" for kind in here.kinds_at(cell)]
        whole = here.tiles_wanted == 1
        return tuple(Step(text, parse_move(text) if whole else None) for text in texts)

    def after_first(self, taken: str) -> Position:
        """Return the position with the first tile of a move laid and the move unfinished.

        It is used to show and continue such a move and is never saved in a record. With an empty
        ``taken``, return the position itself. Raises ``NotationError`` or ``IllegalMoveError``.
        """
        if not taken:
            return self
        tiles = parse_tiles(taken)
        wanted = self.tiles_wanted
        if self._outcome is not None or wanted < 2 or len(tiles) > 1:
            raise IllegalMoveError(NO_BEGINNING(), taken)
        cell, kind = number_of(tiles[0].cell), tiles[0].kind
        why = rules.check_tile(OPEN_BOARD, self._board, cell, kind, rules.NO_CELL)
        if why != rules.LEGAL:
            raise IllegalMoveError(self._explain(tiles[0], why), tiles[0])
        board = copy_board(self._board)
        rules.play_tile(OPEN_BOARD, board, self._variant, cell * 4 + kind)
        return self._with_board(board)

    def open_cells(self) -> tuple[Cell, ...]:
        """Return the cells on which a tile may be laid now, sorted by x, then y."""
        if self._outcome is not None:
            return ()
        if not self._tiles:
            return (Cell(0, 0),)
        board = self._board
        count = board.info[rules.OPEN]
        return tuple(sorted(cell_of(board.open[i]) for i in range(count)))

    def kinds_at(self, cell: Cell) -> tuple[int, ...]:
        """Return the tile kinds (see ``geometry.KINDS``) that fit an open cell, none for others."""
        if self._outcome is not None:
            return ()
        number, board = number_of(cell), self._board
        check = rules.check_tile
        return tuple(
            kind
            for kind in range(len(KINDS))
            if check(OPEN_BOARD, board, number, kind, rules.NO_CELL) == rules.LEGAL
        )

    def parse(self, text: str) -> Move:
        """Parse a move; see ``engine.games.che.notation.parse_move``."""
        check_text("move", text)
        return parse_move(text)

    def target(self, move: Move) -> tuple[Cell, ...]:
        """Return the cells that a move fills, sorted by x, then y."""
        check_move(move, Move)
        return tuple(tile.cell for tile in move.tiles)

    def spots(self, move: Move) -> tuple[tuple[float, float], ...]:
        """Return the cells that a move fills."""
        return tuple((float(cell.x), float(cell.y)) for cell in self.target(move))

    def play(self, move: Move | str) -> Position:
        """Return the position after ``move``. Raises ``IllegalMoveError`` or ``NotationError``."""
        if isinstance(move, Move):
            played = self._after_drawn(move) or self._played_by_tiles(move.tiles)
            if played is not None:
                return played
        move = parse_move(move if isinstance(move, str) else str(move))
        self._refuse_after_end(move)
        numbers = [number_of(tile.cell) * 4 + tile.kind for tile in move.tiles]
        one, two = numbers if len(numbers) == 2 else (numbers[0], rules.NO_CELL)
        why = rules.check(OPEN_BOARD, self._board, self._variant, one, two)
        if why != rules.LEGAL:
            tile = move.tiles[1 if why & rules.SECOND else 0]
            raise IllegalMoveError(self._explain(tile, why & ~rules.SECOND), move)
        if two != rules.NO_CELL and self._board.slot[one >> 2] < 0:
            one, two = two, one  # the first tile touches only the second
        board = copy_board(self._board)
        result = rules.play(OPEN_BOARD, board, self._variant, one, two)
        after = self._with_board(board)
        if result != rules.UNDECIDED:
            after._ended = result
        return after

    def _played_by_tiles(self, tiles: tuple[Tile, ...]) -> Self | None:
        """Return the position after a move by compiled code, or None to have it interpreted."""
        near = all(max(abs(tile.x), abs(tile.y)) <= learning.REACH for tile in tiles)
        if not near or not 1 <= len(tiles) <= 2:
            return None
        numbers = sorted(_window_number(*tile) for tile in tiles)
        # The lower cell comes first if a tile can be laid there without the other.
        return self._played_in_bulk(*numbers) or self._played_in_bulk(*reversed(numbers))

    def _drawn(self, draw: Callable[[range], int]) -> tuple[Move, Self | None] | None:
        tiles = _Draws(draw)
        walk = self._walked(tiles)
        if walk is None:
            return None
        return Move(tuple(_tiles()[rank] for rank in sorted(tiles.ranks))), walk.after

    def with_turn(self, colour: str) -> Self:
        """Return the position as if a colour were to move."""
        board = copy_board(self._board)
        board.info[rules.TURN] = side_of(colour, COLOURS)
        return self._with_board(board)

    def text_board(self, *, coordinates: bool = False) -> str:
        """Return the position drawn in characters, as in the help file."""
        return draw(self.tiles, coordinates=coordinates)

    def facts(self) -> dict[str, Any]:
        """Return tiles, open cells and regions as JSON data; corners are [x, y] on the grid."""
        return {
            "tiles": [{"cell": tile.cell.name, "kind": tile.name} for tile in self.tiles],
            "tiles_left": self.tiles_left,
            "tiles_wanted": 0 if self._outcome else self.tiles_wanted,
            "open": [cell.name for cell in self.open_cells()],
            "largest": {colour: self.largest_size(colour) for colour in COLOURS},
            "regions": [_as_data(region) for region in self._regions],
        }

    # -- symmetry

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Return the eight rotations and reflections around the first tile, which is on 0,0."""
        return _KEEPING_COLOURS

    def transform(self, symmetry: Symmetry) -> Self:
        """Return the image of the position under one of its symmetries."""
        check_symmetry(symmetry, _KEEPING_COLOURS)
        board = self._board_of([symmetry.tile(tile) for tile in self.tiles])
        for slot in (rules.PLIES, rules.TURN):
            board.info[slot] = self._board.info[slot]
        after = self._with_board(board)
        after._outcome = self._outcome
        return after

    def _image_of(self, move: Move, symmetry: Symmetry) -> Move:
        return move_of(symmetry.tile(tile) for tile in move.tiles)

    def canonical(self) -> tuple[tuple[Tile, ...], Symmetry]:
        """Return a key shared by all positions equal under symmetry, and the symmetry to it.

        The symmetries are rotations, reflections, shifts and the exchange of colours. The key is
        seen from the colour to move: in the canonical form, light is to move. Options are not part
        of the key.
        """
        return canonical_key(self.tiles, self.turn == "dark")

    def orbit(self) -> Orbit:
        """Return the position as its symmetries show it."""
        return orbit_of(self._head, self.tiles, self.turn)

    # -- text

    def _fields(self) -> tuple[str, ...]:
        """Return the tiles, as they stand in moves, and the colour to move."""
        if self._board.info[rules.LAID]:
            raise NotationError(words.UNFINISHED())
        return str(move_of(self.tiles)) or NONE, self.turn

    def _from_fields(self, fields: Sequence[str]) -> Self:
        text, turn = fields
        read_choice(turn, COLOURS)
        tiles = [] if text == NONE else [parse_tiles(part)[0] for part in text.split("+")]
        return self._laid(tiles)._judged(turn)

    def setup_values(self) -> dict[str, tuple[str, ...]]:
        """Return the tiles."""
        if self._board.info[rules.LAID]:
            raise NotationError(words.UNFINISHED())
        return {"PUT": tuple(map(str, self.tiles))}

    def from_setup(self, values: Mapping[str, Sequence[str]], turn: str | None) -> Self:
        return self.put_down(values, turn)._judged(turn)

    def put_down(self, values: Mapping[str, Sequence[str]], turn: str | None) -> Self:
        return self._laid([tile for text in values.get("PUT", ()) for tile in parse_tiles(text)])

    def _laid(self, tiles: Sequence[Tile]) -> Self:
        """Return a position with these tiles and nothing else."""
        return self._with_board(self._board_of(tiles))

    def _judged(self, turn: str | None) -> Self:
        """Return a position just read with its turn, which may be stated, and its outcome."""
        board = copy_board(self._board)
        self._count_moves(board)
        after, info = self._with_board(board), board.info
        if turn not in (None, after.turn):
            raise NotationError(words.OTHER_TURN(turn=after.turn))
        if after.ply:
            mover = 1 - info[rules.TURN]
            sizes = info[rules.BEST], info[rules.BEST + 1]
            result = rules.judge(self._variant, info[rules.FLAGS], info[rules.TILES], *sizes, mover)
            after._ended = None if result == rules.UNDECIDED else result
        return after

    def _board_of(self, tiles: Sequence[Tile]) -> rules.Board:
        """Return a board with these tiles, each beside another. Raises ``NotationError``."""
        board = empty_board()
        waiting = {tile.cell: tile for tile in tiles}
        if len(waiting) < len(tiles):
            raise NotationError(words.TWICE())
        reached = [Cell(0, 0)]
        for cell in reached:
            tile = waiting.pop(cell, None)
            if tile is not None:
                number = number_of(cell)
                if not rules.fits(OPEN_BOARD, board, number, tile.kind):
                    raise NotationError(
                        self._with_board(board)._explain(tile, rules.MISMATCH), tile
                    )
                rules.lay(OPEN_BOARD, board, self._variant, number, tile.kind)
                reached += cell.neighbours
        for cell, tile in waiting.items():
            raise NotationError(self._with_board(board).why_unplayable(cell), tile)
        return board

    def _count_moves(self, board: rules.Board) -> None:
        """Derive ply and turn from the number of tiles. Raises ``NotationError`` if it is none."""
        info, total = board.info, self._variant.num_tiles
        tiles = info[rules.TILES]
        last_alone = tiles == total > 0 and tiles % 2 == 0
        if tiles > total > 0 or (tiles and tiles % 2 == 0 and not last_alone):
            raise NotationError(words.NO_WHOLE_MOVES(count=tiles))
        info[rules.PLIES] = (tiles + 1) // 2 + last_alone
        info[rules.TURN] = info[rules.PLIES] % 2

    def _canonical_text(self) -> str:
        tiles, symmetry = self.canonical()
        outcome = self._outcome
        if outcome is not None and symmetry.exchange:
            outcome = exchanged(outcome, COLOURS)
        fields = (str(move_of(tiles)) or NONE, COLOURS[rules.LIGHT])
        return write_line(self.game, self._options, fields, outcome)

    # -- identity

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        return (tuple(self._options.items()), self.tiles, self.turn, self.ply, self._outcome)

    @property
    def _summary(self) -> str:
        return f"Che, {len(self.tiles)} tiles"

    # -- internals

    def _like_this(self) -> Self:
        after = super()._like_this()
        after._variant = self._variant
        return after

    def why_unplayable(self, cell: Cell) -> Message:
        """Return the reason why no tile can be laid on a cell that is not open."""
        if cell in self._tiles:
            return words.TAKEN(cell=cell.name, tile=self._tiles[cell].name)
        return (words.LONELY if self._tiles else words.NOT_FIRST)(cell=cell.name)

    def _explain(self, tile: Tile, why: int) -> Message:
        name = tile.cell.name
        if why in (rules.NOT_FIRST, rules.TAKEN, rules.LONELY):
            return self.why_unplayable(tile.cell)
        if why == rules.SAME:
            return words.SAME(cell=name)
        if why == rules.TOO_FEW:
            return words.TOO_FEW()
        if why == rules.TOO_MANY:
            return words.LAST_ALONE() if self._tiles else words.FIRST_ALONE()
        fitting = tuple(KINDS[kind] for kind in self._fitting(tile.cell))
        return words.EDGES(cell=name, fitting=fitting, tile=tile.name)

    def _fitting(self, cell: Cell) -> tuple[int, int]:
        front = rules.front_kind(OPEN_BOARD, self._board, number_of(cell))
        return front, 3 - front

    def _pack(self, board: rules.Board) -> bytes:
        data = [0] * (rules.PACKED_HEAD + 2 * board.info[rules.TILES])
        rules.pack(OPEN_BOARD, board, data)
        return bytes_of(data)

    def _unpack(self, packed: bytes) -> rules.Board:
        board = empty_board()
        rules.unpack(OPEN_BOARD, board, self._variant, numbers_in(packed))
        return board

    def _counts(self, board: rules.Board) -> tuple[int, int, int]:
        return board.info[rules.TURN], board.info[rules.PLIES], 0

    def _end(self, result: int) -> Outcome:
        if result == rules.DRAW:
            size = words.TILES(count=self.largest_size("light"))
            return Outcome(None, words.EQUAL(size=size), "draw")
        winner, kind = COLOURS[result & 1], result & ~1
        if kind == rules.LARGEST:
            size = words.TILES(count=self.largest_size(winner))
            other_size = self.largest_size(other(winner))
            reason = words.LARGEST(winner=winner, size=size, other_size=other_size)
            return Outcome(winner, reason, "largest")
        if kind == rules.LIMIT:
            return Outcome(winner, self._too_large(winner), "limit")
        return Outcome(winner, self._closed(winner), "closure")

    def _closed(self, winner: Colour) -> Message:
        """Return the reason why a colour wins by a closed region."""
        colours = {region.colour for region in self.closed_regions()}
        if rules.winners(self._variant, self._board.info[rules.FLAGS]) == 3:
            phrase = words.BOTH_CLOSED if len(colours) == 2 else words.BOTH_WON
            return phrase(loser=other(winner))
        phrase = words.CLOSED if winner in colours else words.SURROUNDED
        return phrase(winner=winner, colour=colours.pop())

    def _too_large(self, winner: Colour) -> Message:
        """Return the reason why a colour wins by a region that has grown too large."""
        if rules.winners(self._variant, self._board.info[rules.FLAGS]) == 3:
            return words.BOTH_TOO_LARGE(loser=other(winner))
        return words.TOO_LARGE(winner=winner, loser=other(winner), limits=self._limits())

    def _limits(self) -> tuple[Message, ...]:
        """Return the group limits in force."""
        area, extent = self._variant.group_area, self._variant.group_extent
        found = (words.TILES(count=area),) if area else ()
        return (*found, words.EXTENT(count=extent)) if extent else found


# Tiles by their numbers in the window of actions, as compiled code has them.


def _window_number(x: int, y: int, kind: int) -> int:
    return (learning.ORIGIN + y * learning.WIDTH + x) * 4 + kind


@cache
def _tiles() -> tuple[Tile, ...]:
    """Return all tiles of the window in order; the place of each is its rank."""
    numbers = range(4 * learning.WIDTH**2)
    return tuple(sorted(_window_tile(number) for number in numbers))


def _window_tile(number: int) -> Tile:
    row, column = divmod(number >> 2, learning.WIDTH)
    return Tile(column - learning.WINDOW - 1, row - learning.WINDOW - 1, number & 3)


def _rank_of(number: int) -> int:
    """Return the rank of a tile by its number: columns come first there, rows in numbers."""
    row, column = divmod(number >> 2, learning.WIDTH)
    return (column * learning.WIDTH + row) * 4 + (number & 3)


@cache
def _all_ranks() -> tuple[int, ...]:
    """Return the ranks of all tiles, by their numbers."""
    return tuple(map(_rank_of, range(4 * learning.WIDTH**2)))


@cache
def _far() -> frozenset[int]:
    """Return the numbers of the tiles that actions do not cover."""
    numbers = range(4 * learning.WIDTH**2)
    tiles = ((number, _window_tile(number)) for number in numbers)
    return frozenset(n for n, tile in tiles if max(map(abs, tile.cell)) > learning.REACH)


class _Draws:
    """Draws the tiles of a move as steps offer them: a cell, by x and y, then a tile that fits."""

    def __init__(self, draw: Callable[[range], int]) -> None:
        self._draw, self._others = draw, list[int]()
        self.ranks = list[int]()
        """Ranks of the tiles drawn."""

    def __call__(self, numbers: list[int]) -> int:
        """Return the number of a tile; -1 for none, if actions do not cover all possible ones.

        ``numbers`` are those that compiled code lists. It lays two tiles in one order only, so the
        others that were possible before are possible as a second one, too.
        """
        if not (self.ranks or _far().isdisjoint(numbers)):
            return -1
        rank_of = _all_ranks()
        ranks = sorted({*self._others, *[rank_of[number] for number in numbers]})
        each = 4 if len(ranks) == 4 and ranks[-1] - ranks[0] == 3 else 2
        at = each * self._draw(range(len(ranks) // each))
        self.ranks.append(ranks[at + self._draw(range(each))])
        self._others = [*ranks[:at], *ranks[at + each :]]
        return _window_number(*_tiles()[self.ranks[-1]])


class PairMoves(Sequence[Move]):
    """Legal moves in the order of ``Position.legal_moves``; each is made when it is asked for."""

    def __init__(self, ones: Any, twos: Any) -> None:
        """Take the numbers of the moves' tiles, in arrays; ``twos`` is negative for no tile."""
        one, two = _ranks()[ones], _ranks()[twos]
        self._codes = one.clip(None, two) * _RANKS + one.clip(two, None)
        self._codes.sort()

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(map(_move_of_code, self._codes[index].tolist()))
        return _move_of_code(int(self._codes[index]))

    def __iter__(self) -> Iterator[Move]:
        return map(_move_of_code, self._codes.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} moves of Che>"


_RANKS = 1 << 13
"""More than the tiles of the window."""


@cache
def _ranks() -> Any:
    """Return the ranks of all tiles, by their numbers; the last one is for no tile."""
    import numpy as np

    return np.array([*_all_ranks(), _RANKS - 1], np.int64)


def _move_of_code(code: int) -> Move:
    one, two = divmod(code, _RANKS)
    tiles = _tiles()
    return Move((tiles[one],) if two == _RANKS - 1 else (tiles[one], tiles[two]))


def _tile_of(number: int) -> Tile:
    cell = cell_of(number >> 2)
    return Tile(cell.x, cell.y, number & 3)


def _as_data(region: Region) -> dict[str, Any]:
    cells = {"tiles": region.tiles, "empty": region.empty}
    return region._asdict() | {key: [c.name for c in value] for key, value in cells.items()}


def _split(taken: str) -> tuple[str, str, str]:
    """Split the beginning of a move into the tile laid, a plus, and the place or tile after it."""
    text = taken.strip().lower()
    first, plus, place = text.partition("+")
    if plus:
        if ":" in place or not place:
            raise NotationError(NO_BEGINNING(), quoted(taken))
        return first, plus, place
    return "", "", text


# Positions of Che under its symmetries; see ``engine.orbit``.
#
# Places are counted from the lower left corner of the smallest rectangle that holds all tiles, so
# that shifts do not matter; the image of that corner is the corner of the image.

_LEADING = [[s for s in SYMMETRIES if s.exchange == flip] for flip in (False, True)]


class Frame(NamedTuple):
    """The rectangle that holds all tiles: its corner and its size, one cell at the start."""

    left: int
    low: int
    width: int
    height: int


def orbit_of(options: str, tiles: Sequence[Tile], turn: str) -> Orbit:
    """Return the orbit of a position, which has these tiles."""
    flip, frame = turn == "dark", _frame_of(tiles)
    left, low, width, height = frame
    return Orbit(
        options,
        (width, height, flip),
        _LEADING[flip],
        [(x - left, y - low, kind) for x, y, kind in tiles],
        partial(_piece, width, height),
        partial(_move, frame),
        partial(_back, frame),
    )


def _frame_of(tiles: Sequence[Tile]) -> Frame:
    if not tiles:
        return Frame(0, 0, 1, 1)
    rows, columns = [tile.y for tile in tiles], [tile.x for tile in tiles]
    left, low = min(columns), min(rows)
    return Frame(left, low, max(columns) - left + 1, max(rows) - low + 1)


def _piece(width: int, height: int, symmetry: Symmetry, tile: tuple[int, int, int]) -> Tile:
    """Return the image of a tile whose place is counted from the corner."""
    x, y, kind = symmetry.tile(Tile(*tile))
    if symmetry.flip:
        width, height = height, width
    return Tile(
        x + (width - 1 if symmetry.turn_x else 0), y + (height - 1 if symmetry.turn_y else 0), kind
    )


def _move(frame: Frame, symmetry: Symmetry, move: Move) -> str:
    left, low, width, height = frame
    tiles = [(tile.x - left, tile.y - low, tile.kind) for tile in move.tiles]
    return str(move_of(_piece(width, height, symmetry, tile) for tile in tiles))


def _back(frame: Frame, symmetry: Symmetry, text: str) -> str:
    left, low, width, height = frame
    if symmetry.flip:
        width, height = height, width
    images = [_piece(width, height, _inverse(symmetry), tile) for tile in parse_tiles(text)]
    return str(move_of(Tile(x + left, y + low, kind) for x, y, kind in images))


def _inverse(symmetry: Symmetry) -> Symmetry:
    """Return the inverse: what negated y before an exchange of the axes negates x after it."""
    if not symmetry.flip:
        return symmetry
    return symmetry._replace(turn_x=symmetry.turn_y, turn_y=symmetry.turn_x)


# Regions of a position as data, derived from the rules' board.


def read_regions(board: rules.Board, tiles: Mapping[Cell, Tile]) -> tuple[Region, ...]:
    """Return all regions: light before dark, larger before smaller, then by their corners."""
    corners: dict[int, list[Corner]] = {}
    for corner in sorted({c for cell in tiles for c in cell.corners}):
        root = rules.find(board, number_of(Cell(*corner)))
        corners.setdefault(root, []).append(corner)
    dominant: dict[int, list[Cell]] = {}
    for cell, tile in sorted(tiles.items()):
        root = rules.find(board, number_of(Cell(*tile.joined[0])))
        dominant.setdefault(root, []).append(cell)
    found = [_region(board, root, corners[root], dominant.get(root, []), tiles) for root in corners]
    return tuple(sorted(found, key=lambda r: (COLOURS.index(r.colour), -r.size, r.corners)))


def _region(
    board: rules.Board,
    root: int,
    corners: list[Corner],
    cells: list[Cell],
    tiles: Mapping[Cell, Tile],
) -> Region:
    around = {cell for corner in corners for cell in cells_around(corner)}
    return Region(
        colour=COLOURS[rules.corner_colour(board, root)],
        size=board.bands[root],
        width=_reach(cell.x for cell in cells),
        height=_reach(cell.y for cell in cells),
        closed=board.free[root] == 0,
        corners=tuple(corners),
        tiles=tuple(cells),
        empty=tuple(sorted(around.difference(tiles))),
    )


def _reach(values: Iterable[int]) -> int:
    found = list(values)
    return max(found) - min(found) + 1 if found else 0


@lru_cache(maxsize=65_536)  # the same corners recur after every move
def cells_around(corner: Corner) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the four cells around a corner."""
    x, y = corner
    return Cell(x - 1, y - 1), Cell(x, y - 1), Cell(x - 1, y), Cell(x, y)
