"""Interface of a computer player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from boche.engine.errors import BocheError
from boche.engine.game import Move, Position
from boche.engine.languages.current import tr
from boche.engine.players.errors import PlayerError
from boche.engine.players.spec import PlayerSpec

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult

History = Sequence[tuple[str, str]]
"""Moves so far, each with its colour: ``[("light", "c:a1"), ("dark", "swap")]``."""


@dataclass(frozen=True)
class Seat:
    """The setup of a player before the game.

    ``spec`` is its parsed name; ``start`` is the position before the first move; ``seconds`` is
    the time it may take for a move; ``threads`` is the number of threads it may use.
    """

    spec: PlayerSpec
    start: Position
    seed: int = 0
    seconds: float = 1.0
    threads: int = 1


def require_moves(name: str, position: Position, history: History) -> None:
    """Raise ``PlayerError`` unless all moves up to the position are known."""
    if len(history) < position.ply:
        raise PlayerError(
            tr("{name}: needs the moves that led here; pass them as history", name=name)
        )


def checked(name: str, position: Position, answer: object) -> Move:
    """Return the legal move that a player answered, as a move or its text.

    Raises ``PlayerError`` in the player's name for anything else.
    """
    try:
        move = position.parse(str(answer))
        position.play(move)
    except BocheError as error:
        raise PlayerError(
            tr("{name}: chose an invalid move: {error}", name=name, error=error)
        ) from error
    return move


class GamePlayer(Protocol):
    """A player of one game, from one start position.

    ``result`` is the search result for its last move, if there is one.
    """

    result: SearchResult | None

    def choose(self, position: Position, history: History) -> Move:
        """Choose a move for the side to move. Raises ``PlayerError``, ``ResignedError``."""
        ...

    def set_seconds(self, seconds: float) -> None:
        """Set the time for each move from now on."""
        ...

    def close(self) -> None:
        """Release all resources, at the end of the game or when it is abandoned."""
        ...
