"""What a computer player is: what it is told, what it can do, how it fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engine.game import Move, Position
from engine.players.spec import PlayerSpec

if TYPE_CHECKING:
    from engine.search.result import SearchResult

History = Sequence[tuple[str, str]]
"""The moves so far, each with its colour: ``[("light", "c:a1"), ("dark", "swap")]``."""


@dataclass(frozen=True)
class Seat:
    """What a player is told before the game.

    ``spec`` is its name; ``start`` the position before the first move; ``seconds`` the time it may
    take for a move; ``threads`` how many it may use.
    """

    spec: PlayerSpec
    start: Position
    seed: int = 0
    seconds: float = 1.0
    threads: int = 1


class Player(Protocol):
    """Chooses moves in one game. ``found`` is what the search for its last move found, if any."""

    found: SearchResult | None

    def choose(self, position: Position, history: History) -> Move:
        """A move for the side to move. Raises ``PlayerError``, ``ResignedError`` to resign."""
        ...

    def set_seconds(self, seconds: float) -> None:
        """From now on a move may take so long."""
        ...

    def close(self) -> None:
        """The game is over, or given up: let go of everything."""
        ...
