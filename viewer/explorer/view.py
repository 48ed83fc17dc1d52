"""The data of the explorer's tab."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from boche.engine.explorer.answers import Answer, MoveCount
from boche.engine.explorer.book import BookMove


@dataclass(frozen=True)
class ExplorerView:
    """The answer for the position shown, or None while there is none.

    ``status`` is a line on what is read or went wrong. ``proven`` says whether the mover wins by a
    move, where a solver knows it. ``place`` names what is explored.
    """

    answer: Answer | None = None
    status: str = ""
    proven: Mapping[str, bool] = field(default_factory=dict)
    place: str = ""

    def proof(self, move: BookMove | MoveCount) -> bool | None:
        """Return whether the mover wins by a move for certain, or None if it is not known."""
        return next((self.proven[text] for text in move.moves if text in self.proven), None)


NOTHING_EXPLORED = ExplorerView()
