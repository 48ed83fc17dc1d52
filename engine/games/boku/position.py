"""Immutable positions of Boku, backed by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Any, ClassVar, Self

from boche.engine.arguments import check_move, check_symmetry, check_text
from boche.engine.errors import NotationError, quoted
from boche.engine.game import OptionValue, Outcome, Step, side_of
from boche.engine.games.boku import GAME, rules, words
from boche.engine.games.boku.board import (
    cell_at,
    cells_of,
    empty_board,
    number_of,
    place_of,
)
from boche.engine.games.boku.geometry import (
    CELLS,
    COLOURS,
    DIRECTIONS,
    LETTERS,
    Cell,
    Colour,
    Marble,
    is_cell,
    numbers_of,
)
from boche.engine.games.boku.notation import Move, cell_of, parse_move
from boche.engine.games.boku.symmetry import SYMMETRIES, Symmetry, canonical_key, transformed
from boche.engine.games.boku.text_board import draw
from boche.engine.message import Message
from boche.engine.orbit import Orbit
from boche.engine.position import PlainPosition, exchanged
from boche.engine.position_text import NONE, read_choice, read_rows, write_rows
from boche.engine.recent import bytes_of, numbers_in
from boche.engine.words import PUT_TWICE

_PLACED = tuple((cell, place_of(cell)) for cell in CELLS)
_COLUMNS = tuple(len(numbers_of(column)) for column in range(len(LETTERS)))
_CELLS = {cell.name: cell for cell in CELLS}
_MOVES = {
    place_of(cell) << 4 | code: Move(*cells_of(place_of(cell) << 4 | code))
    for cell in CELLS
    for code in range(len(rules.REACH))
    if is_cell(cells_of(place_of(cell) << 4 | code)[1] or cell)
}
"""All moves that there are, by their numbers."""

_NUMBERS = {move: number for number, move in _MOVES.items()}
_GLYPHS = ("b", "w", "")
"""Text of a cell with BLACK, WHITE or EMPTY."""


_KEEPING_COLOURS = tuple(way for way in SYMMETRIES if not way.exchange)


class Position(PlainPosition):
    """A position of Boku. Create one with ``boche.new("boku")``; ``play`` returns the next.

    Two positions are equal if their marbles, turn, forbidden cell and outcome are equal.
    """

    game = GAME
    rules: ClassVar[Any] = rules
    most_moves = rules.MOST_MOVES
    _board: rules.Board

    def __init__(self, options: Mapping[str, OptionValue] | None = None) -> None:
        """Set up the start position. Boku has no options."""
        super().__init__(options or {}, empty_board())

    # -- state

    @cached_property
    def marbles(self) -> tuple[Marble, ...]:
        """The marbles on the board, sorted by column letter, then number."""
        cells, colours = self._board.cells, {rules.BLACK: COLOURS[0], rules.WHITE: COLOURS[1]}
        found = ((cell, colours.get(cells[place])) for cell, place in _PLACED)
        return tuple(Marble(cell, colour) for cell, colour in found if colour is not None)

    def marble_at(self, cell: Cell | str) -> Colour | None:
        """Return the colour of the marble on a cell, or None if it is empty or off the board.

        A cell may be given by its name, such as ``e4``, as in ``caught`` and ``row_through``.
        Raises ``NotationError`` for a text that is none.
        """
        cell = cell_of(cell)
        if not is_cell(cell):
            return None
        colour = self._board.cells[place_of(cell)]
        return COLOURS[colour] if colour in (rules.BLACK, rules.WHITE) else None

    def left(self, colour: str) -> int:
        """Return the number of marbles that a colour still has to play."""
        return int(self._board.info[rules.LEFT + side_of(colour, COLOURS)])

    @property
    def forbidden(self) -> Cell | None:
        """The cell a marble was just taken from, which the next move may not fill, or None."""
        place = self._board.info[rules.BARRED]
        return cell_at(place) if place else None

    @property
    def why_forbidden(self) -> Message:
        """The reason why the cell ``forbidden`` may not be played; there must be one."""
        assert self.forbidden is not None
        return words.FORBIDDEN(player=self.turn, cell=self.forbidden.name)

    def caught(self, cell: Cell | str) -> tuple[Cell, ...]:
        """Return the marbles that a move on ``cell`` may take, by column letter and number."""
        cell = cell_of(cell)
        return tuple(m.taken for m in self._moves if m.cell == cell and m.taken is not None)

    def fives(self, colour: str) -> tuple[Cell, ...]:
        """Return the cells on which a marble of a colour would make five in a row."""
        cells, number = self._board.cells, side_of(colour, COLOURS)
        return tuple(
            cell
            for cell in CELLS
            if cells[place_of(cell)] == rules.EMPTY
            and rules.look(cells, place_of(cell), number) == rules.FIVE
        )

    def row_through(
        self, cell: Cell | str, ways: Iterable[tuple[int, int]] = DIRECTIONS
    ) -> tuple[Cell, ...]:
        """Return the longest row of one colour through a cell, end to end, or () if it is empty.

        ``ways`` are the directions that count.
        """
        cell = cell_of(cell)
        colour = self.marble_at(cell)
        if colour is None:
            return ()
        return max((self._row(cell, way, colour) for way in ways), key=len)

    def _row(self, cell: Cell, way: tuple[int, int], colour: Colour) -> tuple[Cell, ...]:
        first = cell
        while self.marble_at(first.moved(way, -1)) == colour:
            first = first.moved(way, -1)
        found = [first]
        while self.marble_at(found[-1].moved(way, 1)) == colour:
            found.append(found[-1].moved(way, 1))
        return tuple(found)

    def winning_rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Return all rows of five or more of one colour, each from end to end."""
        found = {
            self._row(marble.cell, way, marble.colour)
            for marble in self.marbles
            for way in DIRECTIONS
        }
        return tuple(sorted(row for row in found if len(row) >= rules.ROW))

    # -- moves

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return tuple(super().legal_moves())

    def legal_moves(self) -> tuple[Move, ...]:
        """Return all legal moves by column letter and number of ``cell``, then of ``taken``."""
        numbers = self._numbers_in_bulk()
        return self._moves if numbers is None else tuple(map(self.move_of, numbers))

    def _drawn(self, draw: Callable[[range], int]) -> tuple[Move, None] | None:
        numbers = self._numbers_in_bulk()
        if numbers is None:
            return None
        places = list(dict.fromkeys([number >> 4 for number in numbers]))
        place = places[draw(range(len(places)))]
        found = [number for number in numbers if number >> 4 == place]
        number = found[0] if found[0] & 15 == 0 else found[draw(range(len(found)))]
        return self.move_of(number), None

    def play(self, move: Move | str) -> Self:
        """Return the position after ``move``. Raises ``IllegalMoveError`` or ``NotationError``."""
        number = _NUMBERS.get(move) if isinstance(move, Move) else None
        played = None if number is None else self._played_in_bulk(number)
        return super().play(move) if played is None else played

    def steps(self, taken: str = "") -> tuple[Step, ...]:
        """Return the next choices within a move: the cell (``e5``), then the capture (``e5xf6``).

        A cell without a capture is a whole move.
        """
        check_text("taken", taken)
        if not taken:
            first = {move.cell: move for move in self._moves}
            return tuple(
                Step(cell.name, move if move.taken is None else None)
                for cell, move in first.items()
            )
        return tuple(
            Step(str(move), move)
            for move in self._moves
            if move.taken is not None and move.cell.name == taken
        )

    def parse(self, text: str) -> Move:
        """Parse a move; see ``engine.games.boku.notation.parse_move``."""
        check_text("move", text)
        return parse_move(text)

    def target(self, move: Move) -> Cell:
        """Return the cell that a legal move fills."""
        check_move(move, Move)
        return move.cell

    def spots(self, move: Move) -> tuple[tuple[float, float], ...]:
        """Return the cell that a move fills, and that of the marble it takes."""
        check_move(move, Move)
        cells = (cell for cell in move if cell is not None)
        return tuple((cell.n - cell.c / 2, cell.c * 3**0.5 / 2) for cell in cells)

    def with_turn(self, colour: str) -> Self:
        """Return the position as if a colour were to move.

        The cell ``forbidden`` is so only for the colour whose marble was taken.
        """
        board = self.board
        if side_of(colour, COLOURS) != board.info[rules.TURN]:
            board.info[rules.TURN] = side_of(colour, COLOURS)
            board.info[rules.BARRED] = 0
        return self._with_board(board)

    def number_of(self, move: Move) -> int:
        """Return the number that the rules use for a move; negative if it takes a far marble."""
        return number_of(*move)

    def move_of(self, number: int) -> Move:
        """Return the move with that number."""
        return _MOVES[number]

    # -- output

    def text_board(self, *, coordinates: bool = False) -> str:
        """Return the position drawn in characters."""
        return draw(self.marbles, self.forbidden, coordinates=coordinates)

    def facts(self) -> dict[str, Any]:
        """Return marbles, marbles left, the forbidden cell and the winning rows as JSON data."""
        return {
            "marbles": [{"cell": m.cell.name, "colour": m.colour} for m in self.marbles],
            "left": {colour: self.left(colour) for colour in COLOURS},
            "forbidden": self.forbidden.name if self.forbidden else None,
            "rows": [[cell.name for cell in row] for row in self.winning_rows()],
        }

    # -- symmetry

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Return the board's four: half a turn, two reflections, and none of them."""
        return _KEEPING_COLOURS

    def _image_of(self, move: Move, symmetry: Symmetry) -> Move:
        taken = None if move.taken is None else symmetry.cell(move.taken)
        return Move(symmetry.cell(move.cell), taken)

    def transform(self, symmetry: Symmetry) -> Position:
        """Return the image under a symmetry, with colours and turn exchanged if it says so."""
        check_symmetry(symmetry, SYMMETRIES)
        after = self._with_board(transformed(symmetry, self.marbles, self._board))
        if self._outcome is not None:
            flip = symmetry.exchange
            colours = exchanged(self._outcome, COLOURS) if flip else self._outcome
            is_row = colours.kind == "row"
            after._outcome = after._row_of(colours.winner) if is_row else colours
        return after

    def canonical(self) -> tuple[bytes, Symmetry]:
        """Return a key shared by all positions equal under symmetry, and the symmetry to it.

        The symmetries are the board's four and the exchange of colours. The key is seen from the
        colour to move: in the canonical form, black is to move.
        """
        return canonical_key(self._board)

    def orbit(self) -> Orbit:
        """Return the position as its symmetries show it."""
        return orbit_of(self._head, self.marbles, self.forbidden, self.turn)

    # -- text

    def _fields(self) -> tuple[str, ...]:
        """Return the marbles by column letter and number, the colour to move, and ``forbidden``."""
        marbles = iter(_GLYPHS[self._board.cells[place]] for _, place in _PLACED)
        rows = [list(islice(marbles, count)) for count in _COLUMNS]
        return write_rows(rows), self.turn, self.forbidden.name if self.forbidden else NONE

    def _from_fields(self, fields: Sequence[str]) -> Self:
        return self._on_board(fields)._judged(fields[-1])

    def _on_board(self, fields: Sequence[str]) -> Self:
        """Return the position with these fields, without an outcome and a cell just emptied."""
        marbles, turn, _ = fields
        board = empty_board()
        info = board.info
        glyphs = chain.from_iterable(read_rows(marbles, _COLUMNS, "[bw]"))
        for (_, place), glyph in zip(_PLACED, glyphs, strict=True):
            if glyph:
                rules.put(board, place, _GLYPHS.index(glyph))
        side = info[rules.TURN] = read_choice(turn, COLOURS)
        black, white = (rules.MARBLES - info[rules.LEFT + colour] for colour in (0, 1))
        if max(black, white) > rules.MARBLES:
            raise NotationError(words.TOO_MANY(count=rules.MARBLES))
        info[rules.PLY] = 2 * max(black - side, white) + side  # the fewest moves that fit
        return self._with_board(board)

    def _judged(self, forbidden: str) -> Self:
        """Return a position just read with the cell just emptied and the outcome."""
        after = self if forbidden == NONE else self._forbidding(forbidden)
        after._outcome = after._outcome_of_board()
        return after

    def setup_values(self) -> dict[str, tuple[str, ...]]:
        """Return the marbles of each colour, and ``forbidden``."""
        own = {c: tuple(m.cell.name for m in self.marbles if m.colour == c) for c in COLOURS}
        taken = (self.forbidden.name,) if self.forbidden else ()
        return {"AB": own["black"], "AW": own["white"], "TAKEN": taken}

    def from_setup(self, values: Mapping[str, Sequence[str]], turn: str | None) -> Self:
        taken = [text.strip().lower() for text in values.get("TAKEN", ())]
        return self.put_down(values, turn)._judged(taken[0] if taken else NONE)

    def put_down(self, values: Mapping[str, Sequence[str]], turn: str | None) -> Self:
        glyphs = dict.fromkeys(CELLS, "")
        for ident, glyph in (("AB", "b"), ("AW", "w")):
            for text in values.get(ident, ()):
                cell = cell_of(text)
                if glyphs[cell]:
                    raise NotationError(PUT_TWICE(place=cell.name), quoted(text))
                glyphs[cell] = glyph
        marbles = iter(glyphs[cell] for cell, _ in _PLACED)
        board = write_rows([list(islice(marbles, count)) for count in _COLUMNS])
        return self._on_board((board, turn or COLOURS[0], NONE))

    def _forbidding(self, name: str) -> Self:
        """Return the position with a cell just emptied.

        Raises ``NotationError`` if no move has emptied it.
        """
        place = place_of(_CELLS[name]) if name in _CELLS else 0
        codes = range(1, len(rules.REACH))
        if not any(self._took(place - rules.REACH[code], code) for code in codes):
            raise NotationError(words.NOT_TAKEN(cell=quoted(name)))
        board = self.board
        board.info[rules.BARRED] = place
        return self._with_board(board)

    def _took(self, place: int, code: int) -> bool:
        """Return whether the last move may have filled a place and taken the marble with a code."""
        cells, side = self._board.cells[:], self._board.info[rules.TURN]
        taken = place + rules.REACH[code]
        if not 0 <= place < rules.PLACES or cells[taken] != rules.EMPTY or cells[place] != 1 - side:
            return False
        cells[place], cells[taken] = rules.EMPTY, side
        look = rules.look(cells, place, 1 - side)
        return look != rules.FIVE and bool(look >> code & 1)

    def _outcome_of_board(self) -> Outcome | None:
        """Return the outcome that the last move has made. Raises ``NotationError``."""
        mover, rows = 1 - self._board.info[rules.TURN], self.winning_rows()
        if rows and (self.forbidden or not any(map(self._may_be_last, rows[0]))):
            raise NotationError(words.ROW_BEFORE())
        result = mover if rows else rules.after(self._board, mover, 0)
        return None if result == rules.UNDECIDED else self._end(result)

    def _may_be_last(self, cell: Cell) -> bool:
        """Return whether the last marble may be that on a cell: without it, there is no row."""
        board = rules.Board(*(part[:] for part in self._board))
        rules.lift(board, place_of(cell))
        return self.marble_at(cell) != self.turn and not self._with_board(board).winning_rows()

    def _canonical_text(self) -> str:
        return self.transform(self.canonical()[1]).to_text()

    # -- identity

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        info = self._board.info
        return (bytes(self._board.cells), info[rules.TURN], info[rules.BARRED], self._outcome)

    @property
    def _summary(self) -> str:
        return f"Boku, {len(self.marbles)} marbles"

    # -- internals

    @property
    def turn(self) -> str:
        board = self._unpacked
        return COLOURS[self._peek_head()[0] if board is None else board.info[rules.TURN]]

    @property
    def ply(self) -> int:
        return self._peek_head()[1]

    def _counts(self, board: rules.Board) -> tuple[int, int, int]:
        return board.info[rules.TURN], board.info[rules.PLY], 0

    def _pack(self, board: rules.Board) -> bytes:
        data = [0] * rules.MOST_PACKED
        return bytes_of(data[: rules.pack(board, data)])

    def _unpack(self, packed: bytes) -> rules.Board:
        board = empty_board()
        rules.unpack(board, numbers_in(packed))
        return board

    def why_occupied(self, cell: Cell) -> Message:
        """Return the reason why a cell with a marble cannot be played."""
        return words.OCCUPIED(cell=cell.name, colour=self.marble_at(cell))

    def _check(self, move: Move) -> int:
        if self.number_of(move) >= 0:
            return super()._check(move)
        why = super()._check(Move(move.cell, None))
        return rules.NOT_CAUGHT if why in (rules.LEGAL, rules.MUST_TAKE) else why

    def _refusal(self, move: Move, why: int) -> Message:
        name = move.cell.name
        if why == rules.OCCUPIED:
            return self.why_occupied(move.cell)
        if why == rules.FORBIDDEN:
            return self.why_forbidden
        if why == rules.WINS_FIRST:
            return words.WINS_FIRST(cell=name)
        moves = tuple(f"{name}x{cell.name}" for cell in self.caught(move.cell))
        if why == rules.MUST_TAKE:
            return words.MUST_TAKE(cell=name, moves=moves)
        taken = move.taken.name if move.taken else ""
        if not moves:
            return words.NOT_CAUGHT(taken=taken)
        return words.CAUGHT_ELSEWHERE(taken=taken, moves=moves)

    def _end(self, result: int) -> Outcome:
        if result == rules.DRAW:
            return Outcome(None, words.DRAW(player=self.turn), "draw")
        return self._row_of(COLOURS[result])

    def _row_of(self, winner: str | None) -> Outcome:
        row = max(self.winning_rows(), key=len)
        ends = {"first": row[0].name, "last": row[-1].name}
        return Outcome(winner, words.ROW(winner=winner, count=len(row), **ends), "row")


# Positions of Boku under its symmetries; see ``engine.orbit``.

_LEADING = [[s for s in SYMMETRIES if s.exchange == flip] for flip in (False, True)]

_SIDES: dict[str, int] = {colour: side for side, colour in enumerate(COLOURS)}


def orbit_of(options: str, marbles: Iterable[Marble], forbidden: Cell | None, turn: str) -> Orbit:
    """Return the orbit of a position; the forbidden cell counts as a piece without a colour."""
    flip = turn != COLOURS[0]
    pieces: list[tuple[Cell, str]] = [*marbles]
    if forbidden is not None:
        pieces.append((forbidden, ""))
    return Orbit(options, flip, _LEADING[flip], pieces, _piece, image_of, _back)


def _piece(symmetry: Symmetry, piece: tuple[Cell, str]) -> object:
    cell, colour = piece
    side = _SIDES[colour] ^ symmetry.exchange if colour else -1
    return *symmetry.cell(cell), side


def image_of(symmetry: Symmetry, move: Move) -> str:
    """Return the text of a move's image."""
    taken = symmetry.cell(move.taken) if move.taken is not None else None
    return str(Move(symmetry.cell(move.cell), taken))


def _back(symmetry: Symmetry, text: str) -> str:
    return image_of(symmetry, parse_move(text))  # each symmetry is its own inverse
