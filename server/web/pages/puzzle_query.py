"""The state of a puzzle's page as its address has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from boche.engine.puzzles import Puzzle
from boche.engine.puzzles.attempt import Attempt, attempt_of, solved
from boche.server.errors import BadRequestError
from boche.server.web.pages.layout import segment

MOST_TEXT = 400
PLACE, MOVE, SOLUTION = 1, 2, 3
"""Hints: where the move begins, the move, and the solution to the end."""


@dataclass(frozen=True)
class Query:
    """The moves found, one more that is tried, and the hint shown.

    ``taken`` and ``place`` begin a move.
    """

    found: str = ""
    move: str = ""
    hint: int = 0
    taken: str = ""
    place: str = ""

    def of(self, puzzle: Puzzle) -> Attempt:
        """Return the state of a puzzle. Raises ``BocheError`` for an illegal move."""
        attempt = attempt_of(puzzle, [*self.found.split(), *filter(None, [self.move])])
        return solved(attempt) if self.hint == SOLUTION else attempt


def query_of(fields: Mapping[str, str]) -> Query:
    """Return the state in an address or a form. Raises ``BadRequestError``."""
    found, move, taken, place = (
        fields.get(name, "").strip() for name in ("found", "move", "taken", "place")
    )
    if max(map(len, (found, move, taken, place))) > MOST_TEXT:
        raise BadRequestError("no move is so long")
    hint = fields.get("hint", "0")
    if hint not in ("0", "1", "2", "3"):
        raise BadRequestError("hint: 1 for the place, 2 for the move, 3 for the solution")
    return Query(" ".join(found.split()), move, int(hint), taken, place)


def path_of(puzzle: Puzzle, kind: str = "", **query: Any) -> str:
    """Return the path of a puzzle's page; ``kind`` is added to its name."""
    values = {name: value for name, value in query.items() if value}
    return f"/puzzles/{segment(puzzle.id)}{kind}" + (f"?{urlencode(values)}" if values else "")
