"""A position of Y: immutable, with the rules behind it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from boche_y import rules, words
from boche_y.board import SWAP, Cell, cell_at, cells_of, draw, empty_board, parse_move, place_of
from engine.errors import IllegalMoveError
from engine.game import OptionValue, Outcome, Step
from engine.position import BasePosition
from engine.words import NO_SWAP

COLOURS = ("black", "white")


class Position(BasePosition):
    """A position of Y. Two are equal when their size, stones, turn, swap and outcome are."""

    _board: rules.Board

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        """The start position; ``options`` must be complete (see ``Game.complete``)."""
        super().__init__(options, empty_board(int(options["size"])))

    @property
    def size(self) -> int:
        """Cells along each side."""
        return int(self._options["size"])

    @property
    def turn(self) -> str:
        """The colour to move; after the end, the colour that would have been."""
        return COLOURS[self._board.info[rules.TURN]]

    @property
    def ply(self) -> int:
        """Moves played, the swap counted."""
        return int(self._board.info[rules.PLY])

    @property
    def swapped(self) -> bool:
        """Whether the two people have exchanged colours."""
        return bool(self._board.info[rules.SWAPPED])

    @cached_property
    def stones(self) -> dict[Cell, str]:
        """The colours of all stones by their cells, by column, then row."""
        found = ((cell, self._board.cells[place]) for cell, place in cells_of(self.size).items())
        return {cell: COLOURS[colour] for cell, colour in found if colour != rules.EMPTY}

    @cached_property
    def chains(self) -> tuple[tuple[Cell, ...], ...]:
        """The stones that hang together, one chain after another."""
        found: dict[int, list[Cell]] = {}
        for cell in self.stones:
            place = place_of(cell, self.size)
            found.setdefault(rules.root(self._board.link, place), []).append(cell)
        return tuple(tuple(chain) for chain in found.values())

    def sides(self, chain: tuple[Cell, ...]) -> int:
        """How many sides a chain touches, 0 to 3."""
        place = place_of(chain[0], self.size)
        return self._board.sides[rules.root(self._board.link, place)].bit_count()

    def winning_chain(self) -> tuple[Cell, ...]:
        """The chain that links the three sides; empty while there is none."""
        return next((chain for chain in self.chains if self.sides(chain) == 3), ())

    def legal_moves(self) -> tuple[Cell, ...]:
        """All legal moves: by column, then row; the swap last."""
        if self._outcome is not None:
            return ()
        numbers = [0] * (self._board.info[rules.OPEN] + 1)
        count = rules.generate(self._board, numbers)
        return tuple(cell_at(number, self.size) for number in numbers[:count])

    def steps(self, taken: str = "") -> tuple[Step, ...]:
        """Every move is a single choice."""
        return () if taken else tuple(Step(str(move), move) for move in self.legal_moves())

    def parse(self, text: str) -> Cell:
        """Read a move's text; see ``parse_move``."""
        return parse_move(text, self.size)

    def target(self, move: Cell) -> Cell | None:
        """The cell that a move fills; None for the swap."""
        return None if move == SWAP else move

    def play(self, move: Cell | str) -> Position:
        """The position after ``move``. Raises ``IllegalMoveError`` or ``NotationError``."""
        move = self.parse(str(move))
        self._refuse_after_end(move)
        number = place_of(move, self.size)
        why = rules.check(self._board, number)
        if why == rules.NO_SWAP:
            raise IllegalMoveError(NO_SWAP(), move)
        if why == rules.OCCUPIED:
            raise IllegalMoveError(words.OCCUPIED(colour=self.stones[move]), move)
        after = self._with(rules.Board(*(part[:] for part in self._board)))
        result = rules.play(after._board, number)
        if result != rules.UNDECIDED:
            winner = COLOURS[result]
            after._outcome = Outcome(winner, words.LINKED(winner=winner), "link")
        return after

    def text_board(self, *, coordinates: bool = False) -> str:
        """The position drawn in characters."""
        return draw(self.stones, self.size, coordinates)

    def facts(self) -> dict[str, Any]:
        """The chains as JSON data: colour, cells, how many sides they touch."""
        groups = [
            {"colour": self.stones[c[0]], "cells": [*map(str, c)], "sides": self.sides(c)}
            for c in self.chains
        ]
        return {"groups": groups}

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        return (self.size, bytes(self._board.cells), self.turn, self.swapped, self._outcome)

    @property
    def _summary(self) -> str:
        return f"Y size {self.size}, {len(self.stones)} stones"
