"""The state of a puzzle's page as its address has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request

from boche.engine.languages.current import tr
from boche.engine.puzzles import Puzzle, find_puzzle
from boche.engine.puzzles.attempt import Attempt, attempt_of, solved
from boche.server.errors import BadRequestError, NotFoundError
from boche.server.web.pages.layout import segment
from boche.server.web.pages.tasks import texts_of

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
        attempt = attempt_of(puzzle, self._tries)
        return solved(attempt) if self.hint == SOLUTION else attempt

    def first(self, puzzle: Puzzle) -> int:
        """Return the number of moves before the last try, or before the last move without one."""
        if self.hint == SOLUTION:
            return len(puzzle.moves) + len(attempt_of(puzzle, self._tries).moves)
        if not self._tries:
            return max(len(puzzle.moves) - 1, 0)
        return len(puzzle.moves) + len(attempt_of(puzzle, self._tries[:-1]).moves)

    @property
    def _tries(self) -> list[str]:
        return [*self.found.split(), *filter(None, [self.move])]


def query_of(fields: Mapping[str, str]) -> Query:
    """Return the state in an address or a form. Raises ``BadRequestError``."""
    found, move, taken, place = texts_of(fields, "found", "move", "taken", "place")
    hint = fields.get("hint", "0")
    if hint not in ("0", "1", "2", "3"):
        raise BadRequestError(tr("hint: 1 for the place, 2 for the move, 3 for the solution"))
    return Query(found, move, int(hint), taken, place)


def path_of(puzzle: Puzzle, kind: str = "", **query: Any) -> str:
    """Return the path of a puzzle's page; ``kind`` is added to its name."""
    values = {name: value for name, value in query.items() if value}
    return f"/puzzles/{segment(puzzle.id)}{kind}" + (f"?{urlencode(values)}" if values else "")


def puzzle_of(request: Request) -> Puzzle:
    """Return the puzzle that a request names. Raises ``NotFoundError``."""
    puzzle = find_puzzle(request.path_params["name"])
    if puzzle is None:
        raise NotFoundError(tr("unknown puzzle; /puzzles lists them all"))
    return puzzle
