"""A position of Y: immutable, based on the rules."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import permutations
from typing import Any, ClassVar, Self

from boche.engine.errors import NotationError
from boche.engine.game import OptionValue, Outcome
from boche.engine.message import Message
from boche.engine.position import PlainPosition
from boche.engine.position_text import NONE, read_choice, read_rows, write_line, write_rows
from boche.engine.words import NO_SWAP
from boche_y import rules, words
from boche_y.board import SWAP, Cell, cells_of, draw, empty_board, parse_move, place_of

COLOURS = ("black", "white")
GLYPHS = ("x", "o", "")
"""Stones in texts, by BLACK, WHITE and EMPTY."""


class Position(PlainPosition):
    """A position of Y. Two are equal if their size, stones, turn, swap and outcome are."""

    rules: ClassVar[Any] = rules

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        """Set up the start position; ``options`` must be complete (see ``Game.complete``)."""
        super().__init__(options, empty_board(int(options["size"])))

    @property
    def size(self) -> int:
        """Number of cells along each side."""
        return int(self._options["size"])

    @cached_property
    def stones(self) -> dict[Cell, str]:
        """The colours of all stones by their cells, by column, then row."""
        found = ((cell, self._board.cells[place]) for cell, place in cells_of(self.size).items())
        return {cell: COLOURS[colour] for cell, colour in found if colour != rules.EMPTY}

    @cached_property
    def chains(self) -> tuple[tuple[Cell, ...], ...]:
        """The chains of connected stones."""
        found: dict[int, list[Cell]] = {}
        for cell in self.stones:
            found.setdefault(rules.root(self._board.link, self.number_of(cell)), []).append(cell)
        return tuple(tuple(chain) for chain in found.values())

    def chain_of(self, cell: Cell | None) -> tuple[Cell, ...]:
        """Return the chain that a cell's stone belongs to; empty for no stone."""
        return next((chain for chain in self.chains if cell in chain), ())

    def sides(self, chain: tuple[Cell, ...]) -> int:
        """Return the number of sides a chain touches, 0 to 3."""
        root = rules.root(self._board.link, self.number_of(chain[0]))
        return int(self._board.sides[root]).bit_count()

    def winning_chain(self) -> tuple[Cell, ...]:
        """Return the chain that links the three sides; empty while there is none."""
        return next((chain for chain in self.chains if self.sides(chain) == 3), ())

    def parse(self, text: str) -> Cell:
        """Parse a move's text; see ``parse_move``."""
        return parse_move(text, self.size)

    def number_of(self, move: Cell) -> int:
        """Return the number of a move in the rules: its place."""
        return place_of(move, self.size)

    def move_of(self, number: int) -> Cell:
        """Return the move with that number."""
        return Cell(number // (self.size + 1) - 1, number % (self.size + 1) - 1)

    def target(self, move: Cell) -> Cell | None:
        """Return the cell that a move fills, or None for the swap."""
        return None if move == SWAP else move

    def text_board(self, *, coordinates: bool = False) -> str:
        """Return the position as text."""
        return draw(self.stones, self.size, coordinates)

    def facts(self) -> dict[str, Any]:
        """Return the chains as JSON data: colour, cells, number of sides they touch."""
        groups = [
            {"colour": self.stones[c[0]], "cells": [*map(str, c)], "sides": self.sides(c)}
            for c in self.chains
        ]
        return {"groups": groups}

    def _fields(self) -> tuple[str, ...]:
        """Return the stones by column, then row, the colour to move, and the swap if made."""
        return self._image(0, 1, 2), self.turn, str(SWAP) if self.swapped else NONE

    def _from_fields(self, fields: Sequence[str]) -> Self:
        stones, turn, swap = fields
        board = empty_board(self.size)
        rows = read_rows(stones, range(self.size, 0, -1), "[xo]")
        colours = [GLYPHS.index(glyph) for row in rows for glyph in row]
        winner = self._put(board, colours)
        count, info = Counter(colours), board.info
        info[rules.TURN] = read_choice(turn, COLOURS)
        info[rules.SWAPPED] = read_choice(swap, (NONE, str(SWAP)))
        info[rules.PLY] = count[rules.BLACK] + count[rules.WHITE] + info[rules.SWAPPED]
        more = count[rules.BLACK] - count[rules.WHITE]
        if more != info[rules.TURN] or info[rules.SWAPPED] > count[rules.BLACK]:
            raise NotationError(words.WRONG_COUNT())
        if winner == info[rules.TURN]:
            raise NotationError(words.LINKED_BEFORE())
        after = self._with_board(board)
        after._outcome = None if winner == rules.UNDECIDED else after._end(winner)
        return after

    def _put(self, board: rules.Board, colours: Sequence[int]) -> int:
        """Put stones on a board, which is empty; return the colour that links the sides."""
        winner: int = rules.UNDECIDED
        for colour, place in zip(colours, cells_of(self.size).values(), strict=True):
            if colour != rules.EMPTY:
                rules.put(board, place, colour)
                if rules.joined(board, place) == rules.ALL_SIDES:
                    winner = colour
        return winner

    def _canonical_text(self) -> str:
        """Return the smallest image under the triangle's symmetries, as a text."""
        image = min(self._image(*order) for order in permutations(range(3)))
        return write_line(self.game, self._options, (image, *self._fields()[1:]), self._outcome)

    def _image(self, *order: int) -> str:
        """Return the rows of stones, with the triangle's sides in another order."""
        cells = {}
        for (x, y), place in cells_of(self.size).items():
            from_sides = (x, y, self.size - 1 - x - y)
            cells[from_sides[order[0]], from_sides[order[1]]] = GLYPHS[self._board.cells[place]]
        return write_rows([[cells[x, y] for y in range(self.size - x)] for x in range(self.size)])

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        return (self.size, bytes(self._board.cells), self.turn, self.swapped, self._outcome)

    def _refusal(self, move: Cell, why: int) -> Message:
        return NO_SWAP() if why == rules.NO_SWAP else words.OCCUPIED(colour=self.stones[move])

    def _end(self, result: int) -> Outcome:
        return Outcome(COLOURS[result], words.LINKED(winner=COLOURS[result]), "link")
