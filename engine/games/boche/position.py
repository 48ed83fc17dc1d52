"""A position of Boche: immutable, based on the rules, with the surface as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Self

from boche.engine.arguments import check_cell, check_move, check_symmetry, check_text
from boche.engine.errors import IllegalMoveError, NotationError, quoted
from boche.engine.game import OptionValue, Outcome, Step, side_of
from boche.engine.games.boche import GAME, rules, words
from boche.engine.games.boche.board import (
    column_numbers,
    copy_board,
    empty_board,
    geometry_of,
    holes_of,
)
from boche.engine.games.boche.geometry import (
    COLOURS,
    LETTERS,
    Cell,
    Colour,
    Cube,
    Face,
    Group,
    column_height,
    hub_axis,
    uppermost_is_light,
)
from boche.engine.games.boche.notation import (
    SWAP,
    Move,
    cells_of,
    level_of,
    moves_of,
    numbers_of,
    parse_move,
    with_level,
)
from boche.engine.games.boche.solved import proven
from boche.engine.games.boche.surface import Surface, read_surface
from boche.engine.games.boche.symmetry import SYMMETRIES, Symmetry, canonical_key, transformed
from boche.engine.games.boche.text_board import draw
from boche.engine.message import Message
from boche.engine.orbit import Orbit
from boche.engine.position import BasePosition, exchanged
from boche.engine.position_text import NONE, read_choice, read_rows, write_rows
from boche.engine.recent import bytes_of, numbers_in
from boche.engine.words import NO_SWAP

_KEEPING_COLOURS = tuple(way for way in SYMMETRIES if not way.exchange)


class Position(BasePosition):
    """A position of Boche, created by ``boche.new("boche", ...)`` or ``play``.

    Two positions are equal if their options, cubes, turn, swap and outcome are.
    """

    __slots__ = ("_geometry", "_variant")

    game = GAME
    _board: rules.Board

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        """Create the start position. ``options`` must be complete (see ``Game.complete``)."""
        options = self.game.complete(options)  # compiled code trusts the size
        self._variant = rules.Variant(*(int(options[name]) for name in rules.Variant._fields))
        self._geometry = geometry_of(int(options["size"]))
        super().__init__(options, empty_board(int(options["size"])))

    # -- what it is

    @property
    def size(self) -> int:
        """Number of holes per side."""
        return self._geometry.size

    @property
    def geometry(self) -> rules.Geometry:
        """Tables of the rules for this board size."""
        return self._geometry

    @property
    def variant(self) -> rules.Variant:
        """Options in the form that the rules use."""
        return self._variant

    @property
    def turn(self) -> Colour:
        """Colour to move; after the end of the game, the colour that would be to move."""
        board = self._unpacked
        return COLOURS[self._peek_head()[0] if board is None else board.info[rules.TURN]]

    @property
    def ply(self) -> int:
        """Number of moves played, including the swap."""
        board = self._unpacked
        return (self._peek_head() if board is None else self._counts(board))[1]

    @property
    def swapped(self) -> bool:
        """True if the two players have exchanged colours."""
        board = self._unpacked
        return bool(self._peek_head()[2] if board is None else board.info[rules.SWAPPED])

    @cached_property
    def cubes(self) -> tuple[Cube, ...]:
        """Cubes on the board, sorted by column letter, row, level."""
        found, size, board = [], self._geometry.size, self._board
        for column, (c, r) in enumerate(holes_of(size)):
            for k in range(board.heights[column]):
                letter = LETTERS[board.rotations[column * size + k]]
                found.append(Cube(Cell(c, r, k), letter))
        return tuple(found)

    def cube_at(self, cell: Cell | str) -> Cube | None:
        """Return the cube in a cell, or None if it is empty or outside the board.

        The name of a column, such as ``b2``, stands for its uppermost cube. Raises
        ``NotationError`` or ``IllegalMoveError`` for a text that names none.
        """
        if isinstance(cell, str):
            move = parse_move(f"a:{cell}", self.size)
            below = self.next_cell(move.c, move.r)
            cell = Cell(below.c, below.r, below.k - 1)
        check_cell(cell, Cell)
        column = column_numbers(self.size).get((cell.c, cell.r))
        if column is None or not 0 <= cell.k < self._board.heights[column]:
            return None
        return Cube(cell, LETTERS[self._board.rotations[column * self.size + cell.k]])

    # -- moves

    def legal_moves(self) -> tuple[Move, ...]:
        """Return all legal moves: by column letter, row, rotation letter; the swap last."""
        moves, numbers = moves_of(self._geometry.size), self._numbers_in_bulk()
        return tuple([moves[number] for number in (self._legal if numbers is None else numbers)])

    def _drawn(self, draw: Callable[[range], int]) -> tuple[Move, None] | None:
        numbers = self._numbers_in_bulk()
        if numbers is None:
            return None
        swaps = numbers[-1] == 8 * self._geometry.columns
        each = [number >> 3 for number in numbers[:8]].count(numbers[0] >> 3)
        columns = (len(numbers) - swaps) // each
        column = draw(range(columns + swaps))
        at = -1 if column == columns else column * each + draw(range(each))
        return moves_of(self._geometry.size)[numbers[at]], None

    @cached_property
    def _legal(self) -> tuple[int, ...]:
        """Numbers of the legal moves, in their order."""
        if self._ended is not None:
            return ()
        numbers = [0] * (8 * self._geometry.columns + 1)
        count = rules.generate(self._geometry, self._board, self._variant, numbers)
        return tuple(numbers[:count])

    @property
    def _open(self) -> list[int]:
        """Columns where a cube may be placed now, in the order of their numbers."""
        columns = dict.fromkeys([number >> 3 for number in self._legal])
        columns.pop(self._geometry.columns, None)  # the swap comes after the last column
        return list(columns)

    def steps(self, taken: str = "") -> tuple[Step, ...]:
        """Return the next choices in a move: the cell (``d3``), then the rotation (``c:d3``)."""
        check_text("taken", taken)
        moves, cells = moves_of(self._geometry.size), cells_of(self._geometry.size)
        if taken:
            chosen = [moves[n] for n in self._legal if cells[n >> 3] == taken and moves[n] != SWAP]
            return tuple([Step(str(move), move) for move in chosen])
        steps = [Step(cells[column], None) for column in self._open]
        swap = [Step(str(SWAP), SWAP)] if self._legal[-1:] == (8 * self._geometry.columns,) else []
        return (*steps, *swap)

    def open_cells(self) -> tuple[Cell, ...]:
        """Return the cells where a cube may be placed now, by column letter, then row."""
        holes, heights = holes_of(self._geometry.size), self._board.heights
        return tuple([Cell(*holes[column], heights[column]) for column in self._open])

    def next_cell(self, c: int, r: int) -> Cell:
        """Return the lowest empty cell of a column, open or not (it may be above the pyramid)."""
        return Cell(c, r, self._board.heights[column_numbers(self._geometry.size)[c, r]])

    def why_closed(self, cell: Cell) -> Message:
        """Return why a cell inside the pyramid is not open: the cells that it needs below it."""
        missing = [support for support in cell.supports if self.cube_at(support) is None]
        below = tuple(with_level(support.name, support.k) for support in missing)
        return words.CLOSED(cell=cell.name, level=cell.k, below=below)

    def rotations_at(self, level: int) -> str:
        """Return the rotation letters for a level: four, or all eight while the board is empty."""
        first = rules.first_rotation(self._board, level)
        return LETTERS if first < 0 else LETTERS[first : first + 4]

    def parse(self, text: str) -> Move:
        """Parse a move's text; see ``engine.games.boche.notation.parse_move``.

        A level that it names must be that of the next cell of its column.
        """
        check_text("move", text)
        move, level = parse_move(text, self._geometry.size), level_of(text)
        if level is not None and (cell := self.next_cell(move.c, move.r)).k != level:
            raise IllegalMoveError(words.OTHER_LEVEL(cell=cell.name, level=cell.k), text)
        return move

    def target(self, move: Move) -> Cell | None:
        """Return the cell that a legal move would fill; None for the swap."""
        check_move(move, Move)
        return None if move == SWAP else self.next_cell(move.c, move.r)

    def spots(self, move: Move) -> tuple[tuple[float, float], ...]:
        """Return the hole of a move; none for the swap."""
        check_move(move, Move)
        return () if move == SWAP else ((move.c + move.r / 2, move.r * 3**0.5 / 2),)

    def is_gift(self, move: Move) -> bool:
        """Return whether all upper faces of a move's cube join the colour that is not to move."""
        check_move(move, Move)
        if move == SWAP or hub_axis(move.rotation) is not None:
            return False
        return uppermost_is_light(move.rotation) == (self.turn == "dark")

    def play(self, move: Move | str) -> Position:
        """Return the position after ``move``. Raises ``IllegalMoveError`` or ``NotationError``."""
        numbers = numbers_of(self._geometry.size)
        if not isinstance(move, Move) or move not in numbers:
            move = self.parse(str(move))
        self._refuse_after_end(move)
        number = numbers[move]
        played = self._played_in_bulk(number)
        if played is not None:
            return played
        board = self._board
        why = rules.check(self._geometry, board, self._variant, number)
        if why != rules.LEGAL:
            raise IllegalMoveError(self._explain(move, why), move)
        board = copy_board(board)
        result = rules.play(self._geometry, board, self._variant, number)
        after = self._with_board(board)
        if result != rules.UNDECIDED:
            after._ended = result
        return after

    def with_turn(self, colour: str) -> Self:
        """Return the position as if a colour were to move."""
        board = copy_board(self._board)
        board.info[rules.TURN] = side_of(colour, COLOURS)
        return self._with_board(board)

    def number_of(self, move: Move) -> int:
        """Return the number that the rules use for a move."""
        return numbers_of(self._geometry.size)[move]

    def move_of(self, number: int) -> Move:
        """Return the move with that number."""
        return moves_of(self._geometry.size)[number]

    # -- the surface

    @cached_property
    def _surface(self) -> Surface:
        return read_surface(self._geometry, self.board, self.cubes, self._variant.join_any)

    def surface(self) -> Surface:
        """Return the visible surface: faces, groups, path."""
        return self._surface

    def groups(self) -> tuple[Group, ...]:
        """Return all groups of blobs on the surface, light first, then largest first."""
        return self._surface.groups

    def enclosed_groups(self) -> tuple[Group, ...]:
        """Return the enclosed groups of ``kill`` blobs or more (with ``kill`` off: all of them)."""
        least = max(self._variant.kill, 1)
        return tuple(g for g in self.groups() if g.enclosed and g.blobs >= least)

    def winning_path(self) -> tuple[Face, ...]:
        """Return a shortest list of faces whose bands link the three sides, or an empty tuple."""
        return self._surface.path

    def text_board(self, *, coordinates: bool = False) -> str:
        """Draw the position in characters, like the play-by-mail server."""
        return draw(self.surface(), self.size, coordinates=coordinates)

    def facts(self) -> dict[str, Any]:
        """Return cubes, groups and path as JSON data; corners are lattice corners [x, y, z]."""
        return {
            "cubes": [
                {"cell": cube.cell.name, "level": cube.cell.k, "rotation": cube.rotation}
                for cube in self.cubes
            ],
            "groups": [group._asdict() for group in self.groups()],
            "path": [
                {"cell": f.cell.name, "level": f.cell.k, "face": f.axis}
                for f in self.winning_path()
            ],
        }

    # -- symmetry

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Return the six rotations and reflections of the board."""
        return _KEEPING_COLOURS

    def _image_of(self, move: Move, symmetry: Symmetry) -> Move:
        return symmetry.move(
            move, self.next_cell(move.c, move.r).k if move != SWAP else 0, self.size
        )

    def transform(self, symmetry: Symmetry) -> Position:
        """Return the image of the position under a symmetry of the board and the colours.

        An exchange of colours also passes the turn to the other colour.
        """
        check_symmetry(symmetry, SYMMETRIES)
        board = empty_board(self.size)
        transformed(symmetry, self.cubes, self._board, board, self._geometry)
        after = self._with_board(board)
        if self._outcome is not None:
            flip = symmetry.exchange
            after._outcome = exchanged(self._outcome, COLOURS) if flip else self._outcome
        return after

    def canonical(self) -> tuple[bytes, Symmetry]:
        """Return a key that equivalent positions share, and the symmetry that leads to it.

        The symmetries are the six rotations and reflections of the board, with an exchange of
        colours if dark is to move, so that light is to move in the canonical form. Options are
        not part of the key; of the swap, only whether it is still possible.
        """
        return canonical_key(self.cubes, self._board, self.size)

    # -- identity

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        board = self._board
        info = board.info
        return (
            tuple(self._options.items()),
            tuple(board.rotations),
            info[rules.TURN],
            info[rules.SWAPPED],
            self._outcome,
        )

    @property
    def _summary(self) -> str:
        return f"Boche size {self.size}, {len(self.cubes)} cubes"

    def orbit(self) -> Orbit:
        """Return the position as its symmetries show it."""
        return orbit_of(self._head, self.cubes, self._board, self.size)

    def proven_moves(self) -> Mapping[str, bool]:
        """Return what the solver found about the first two moves on small boards."""
        can_swap = bool(rules.can_swap(self._board)) or not self.cubes
        return proven(self._options, self.cubes, self.legal_moves()) if can_swap else {}

    # -- text

    def _fields(self) -> tuple[str, ...]:
        """Return the stacks by column letter and row, the colour to move, and the swap if made."""
        stacks: dict[tuple[int, int], str] = dict.fromkeys(holes_of(self.size), "")
        for cell, rotation in self.cubes:
            stacks[cell.c, cell.r] += rotation
        rows = [[stacks[c, r] for r in range(self.size - c)] for c in range(self.size)]
        return write_rows(rows, ","), self.turn, str(SWAP) if self.swapped else NONE

    def _from_fields(self, fields: Sequence[str]) -> Self:
        return self._on_board(fields)._judged()

    def _on_board(self, fields: Sequence[str]) -> Self:
        """Return the position with these fields, without an outcome."""
        stacks, turn, swap = fields
        board = empty_board(self.size)
        self._place(stacks, board)
        info = board.info
        info[rules.TURN] = read_choice(turn, COLOURS)
        info[rules.SWAPPED] = read_choice(swap, (NONE, str(SWAP)))
        if info[rules.SWAPPED] and not info[rules.CUBES]:
            raise NotationError(NO_SWAP())
        return self._with_board(board)

    def _judged(self) -> Self:
        """Return a position just read with the outcome of its board."""
        groups = self.enclosed_groups() if rules.kills(self._variant) else ()
        mask = sum(1 << COLOURS.index(colour) for colour in {group.colour for group in groups})
        board = self.board  # a copy, which the rules mark
        mover = 1 - board.info[rules.TURN]
        result = rules.verdict(self._geometry, board, self._variant, mask, mover)
        if result != rules.UNDECIDED:
            self._ended = result
        return self

    def setup_values(self) -> dict[str, tuple[str, ...]]:
        """Return the placements, lowest first, and the swap if it was made."""
        cubes = sorted(self.cubes, key=lambda cube: (cube.cell.k, cube.cell))
        placed = tuple(str(Move(rotation, c, r)) for (c, r, _), rotation in cubes)
        return {"PUT": placed, "SWAP": ("1",) if self.swapped else ()}

    def from_setup(self, values: Mapping[str, Sequence[str]], turn: str | None) -> Self:
        return self.put_down(values, turn)._judged()

    def put_down(self, values: Mapping[str, Sequence[str]], turn: str | None) -> Self:
        stacks: dict[tuple[int, int], str] = dict.fromkeys(holes_of(self.size), "")
        for text in values.get("PUT", ()):
            move = self.parse(text)
            if move == SWAP:
                raise NotationError(NO_SWAP(), quoted(text))
            rotation, c, r = move
            if len(stacks[c, r]) >= column_height(self.size, c, r):
                raise NotationError(words.FULL(cell=Cell(c, r, 0).name), quoted(text))
            stacks[c, r] += rotation
        swap = [str(SWAP) for text in values.get("SWAP", ()) if read_choice(text, ("0", "1"))]
        rows = [[stacks[c, r] for r in range(self.size - c)] for c in range(self.size)]
        fields = write_rows(rows, ","), turn or COLOURS[0], swap[0] if swap else NONE
        return self._on_board(fields)

    def _place(self, stacks: str, board: rules.Board) -> None:
        """Put the cubes of stacks on a board, which is empty, in an order that the rules allow.

        Raises ``NotationError`` for a cube that can never be placed.
        """
        rows = read_rows(stacks, [self.size - c for c in range(self.size)], "[a-h]+", ",")
        cubes = [
            (level, 8 * column + LETTERS.index(letter))
            for column, stack in enumerate(stack for row in rows for stack in row)
            for level, letter in enumerate(stack)
        ]
        waiting = sorted(cubes)
        while waiting:
            rest = [cube for cube in waiting if not self._placed(board, *cube)]
            if len(rest) == len(waiting):
                _, number = rest[0]
                why = rules.check(self._geometry, board, self._variant, number)
                move = self.move_of(number)
                raise NotationError(self._with_board(board)._explain(move, why), move)
            waiting = rest

    def _placed(self, board: rules.Board, level: int, number: int) -> bool:
        """Put a cube on a board if it may lie there now, and return whether it was."""
        column, geometry = number >> 3, self._geometry
        if (
            board.heights[column] != level
            or rules.check(geometry, board, self._variant, number) != rules.LEGAL
        ):
            return False
        rules.place_cube(geometry, board, column, number & 7)
        return True

    def _canonical_text(self) -> str:
        image = self.transform(self.canonical()[1])
        board = image.board
        # Later it is not part of canonical().
        board.info[rules.SWAPPED] &= board.info[rules.CUBES] == 1
        after = self._with_board(board)
        after._ended = image._ended
        return after.to_text()

    # -- inside

    def _like_this(self) -> Self:
        after = super()._like_this()
        after._variant, after._geometry = self._variant, self._geometry
        return after

    def _explain(self, move: Move, why: int) -> Message:
        if why == rules.NO_SWAP:
            return NO_SWAP()
        cell = self.next_cell(move.c, move.r)
        if why == rules.FULL:
            return words.FULL(cell=cell.name)
        if why == rules.CLOSED:
            return self.why_closed(cell)
        if why == rules.LONELY:
            return words.LONELY(cell=cell.name, option=self.game.option("adjacent").title)
        letters = self.rotations_at(cell.k)
        fitting = words.ROTATIONS(first=letters[0], last=letters[-1])
        return words.WRONG_PARITY(level=cell.k, fitting=fitting, rotation=move.rotation)

    def _pack(self, board: rules.Board) -> bytes:
        data = [0] * (rules.PACKED_HEAD + 2 * len(board.heights) + len(board.rotations))
        return bytes_of(data[: rules.pack(self._geometry, board, data)])

    def _unpack(self, packed: bytes) -> rules.Board:
        board = empty_board(self._geometry.size)
        rules.unpack(self._geometry, board, numbers_in(packed))
        return board

    def _counts(self, board: rules.Board) -> tuple[int, int, int]:
        info = board.info
        swapped = info[rules.SWAPPED]
        return info[rules.TURN], info[rules.CUBES] + swapped, swapped

    def _end(self, result: int) -> Outcome:
        winner = COLOURS[result & 1]
        if result & ~1 == rules.PATH:
            return Outcome(winner, words.PATH(winner=winner), "path")
        groups = self.enclosed_groups()
        if {g.colour for g in groups} == set(COLOURS):
            return Outcome(winner, words.BOTH_ENCLOSED(loser=other(winner)), "enclosure")
        most = max(g.blobs for g in groups)
        reason = words.ENCLOSED(winner=winner, loser=other(winner), count=most)
        return Outcome(winner, reason, "enclosure")


def other(colour: str) -> Colour:
    """Return the other colour."""
    return "dark" if colour == "light" else "light"


# Positions of Boche under its symmetries; see ``engine.orbit``.

_LEADING = [[s for s in SYMMETRIES if s.exchange == flip] for flip in (False, True)]


def orbit_of(options: str, cubes: tuple[Cube, ...], board: rules.Board, size: int) -> Orbit:
    """Return the orbit of a board, which has these cubes."""
    flip = board.info[rules.TURN] == rules.DARK
    return Orbit(
        f"{options} {int(rules.can_swap(board))}",
        (size, flip),
        _LEADING[flip],
        cubes,
        partial(_piece, size),
        partial(_move, size, board),
        partial(_back, size),
    )


def _piece(size: int, symmetry: Symmetry, cube: Cube) -> object:
    return *symmetry.cell(cube.cell, size), symmetry.rotation(cube.rotation)


def _move(size: int, board: rules.Board, symmetry: Symmetry, move: Move) -> str:
    """Return a move's image and the level that it fills, which its inverse needs."""
    level = 0 if move == SWAP else board.heights[column_numbers(size)[move.c, move.r]]
    return f"{symmetry.move(move, level, size)}/{level}"


def _back(size: int, symmetry: Symmetry, text: str) -> str:
    written, _, level = text.partition("/")
    return str(symmetry.inverse().move(parse_move(written, size), int(level), size))


def move_texts(start: Position, moves: Sequence[str]) -> list[str]:
    """Return moves made one after the other, with levels that are not the lowest: ``e:d3/1``."""
    heights, texts = dict[str, int](), list[str]()
    for move in moves:
        cell = move.partition(":")[2]
        if cell and cell not in heights:
            column = start.parse(move)
            heights[cell] = start.next_cell(column.c, column.r).k
        texts.append(with_level(move, heights[cell]) if cell else move)
        if cell:
            heights[cell] += 1
    return texts
