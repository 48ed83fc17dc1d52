"""A position of noughts and crosses, whose squares are called 0 to 8."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from boche.engine.errors import NotationError
from boche.engine.game import OptionValue, Outcome
from boche.engine.message import Message, Phrase
from boche.engine.position import PlainPosition
from boche.engine.words import DRAWN
from tests.engine.search.noughts import rules

ROW = Phrase("noughts.row", "{winner} has a row")
NO_SQUARE = Phrase("noughts.no-square", "not a square; write 0 to 8")
OCCUPIED = Phrase("noughts.occupied", "the square is not empty")


class Position(PlainPosition):
    rules: ClassVar[Any] = rules

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        super().__init__(options, rules.Board([rules.EMPTY] * 9, [0] * rules.INFO_SLOTS))

    def parse(self, text: str) -> str:
        if len(text) != 1 or text not in "012345678":
            raise NotationError(NO_SQUARE(), text[:40])
        return text

    def number_of(self, move: Any) -> int:
        return int(move)

    def move_of(self, number: int) -> str:
        return str(number)

    @property
    def _key(self) -> tuple[Any, ...]:
        return (tuple(self._board.cells), self._outcome)

    def _refusal(self, move: Any, why: int) -> Message:
        return OCCUPIED()

    def _end(self, result: int) -> Outcome:
        if result == rules.DRAW:
            return Outcome(None, DRAWN(), "draw")
        winner = self.game.colours[result]
        return Outcome(winner, ROW(winner=winner), "row")
