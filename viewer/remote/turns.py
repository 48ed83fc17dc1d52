"""The account's games that wait for the user. Loads no network modules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boche.viewer.remote.seat_link import Place


@dataclass(frozen=True)
class Turns:
    """What waits for the user: the number of turns and challenges, and the boards of the turns.

    The nearest deadline comes first.
    """

    server: str
    due: int = 0
    boards: tuple[int, ...] = ()

    def others(self, place: Place | None) -> tuple[int, ...]:
        """Return the boards where it is the user's turn, except for the one at ``place``."""
        here = place is not None and place.server == self.server
        return tuple(n for n in self.boards if not (here and place and n == place.board))
