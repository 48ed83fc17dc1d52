"""Entrants and results of a tournament, as its rules see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


@dataclass(frozen=True)
class Entrant:
    """A participant. ``rating`` seeds; rounds before ``joined`` and from ``left`` on are not.

    ``absent`` counts the games that were lost because they did not come. ``bye`` is the round that
    they asked to sit out for half a point.
    """

    id: int
    rating: float = 1500.0
    joined: int = 1
    left: int | None = None
    absent: int = 0
    bye: int | None = None

    def is_in(self, round_number: int) -> bool:
        """Return whether they take part in a round."""
        return self.joined <= round_number and (self.left is None or round_number < self.left)


@dataclass(frozen=True)
class Result:
    """A pairing of a round, and the points of ``first``, who moves first; None while it is played.

    Without ``second`` it is a bye. A game that was not ``played`` was decided because somebody was
    absent or had left: it counts in points alone.
    """

    round: int
    first: int
    second: int | None
    points: float | None = None
    played: bool = True

    @property
    def players(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def is_game(self) -> bool:
        """True for a game played or under way, which counts for tie-breaks."""
        return self.second is not None and self.played

    def points_of(self, player: int, pending: float = 0.0) -> float:
        """Return a player's points; ``pending`` while the game is under way."""
        if self.points is None:
            return pending
        return self.points if player == self.first else 1.0 - self.points

    def other(self, player: int) -> int | None:
        """Return the opponent, or None at a bye."""
        return self.second if player == self.first else self.first


def by_player(results: Iterable[Result]) -> dict[int, list[Result]]:
    """Return each player's results, in the order of the rounds."""
    own: dict[int, list[Result]] = {}
    for result in sorted(results, key=lambda result: result.round):
        for player in result.players:
            own.setdefault(player, []).append(result)
    return own


def scores(
    entrants: Sequence[Entrant], results: Iterable[Result], pending: float = 0.0
) -> dict[int, float]:
    """Return everybody's points; a game under way counts ``pending`` for both."""
    own = by_player(results)
    return {
        entrant.id: sum(result.points_of(entrant.id, pending) for result in own.get(entrant.id, ()))
        for entrant in entrants
    }
