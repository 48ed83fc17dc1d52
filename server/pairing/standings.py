"""Standings with FIDE's tie-breaks.

A round without a game counts for Buchholz and Sonneborn-Berger as one against somebody who ends
with the same points as oneself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from boche.engine.languages.current import tr_later
from boche.server.pairing.results import WIN, Entrant, Result, by_player, scores

BUCHHOLZ, CUT, SONNEBORN, DIRECT, WINS = (
    tr_later("Buchholz"), tr_later("Buchholz cut 1"), tr_later("Sonneborn-Berger"),
    tr_later("Direct encounter"), tr_later("Wins"),
)  # fmt: skip

SWISS = (CUT, BUCHHOLZ, SONNEBORN, DIRECT, WINS)
ROUND_ROBIN = (SONNEBORN, DIRECT, WINS)
"""Tie-breaks in the order in which they count."""


@dataclass(frozen=True)
class Line:
    """A player's line of the standings. Those who are equal in everything share a place."""

    place: int
    id: int
    points: float
    ties: Mapping[str, float]
    results: tuple[Result, ...] = field(repr=False, default=())

    @property
    def games(self) -> int:
        """Number of games played to the end."""
        return sum(result.is_game and result.points is not None for result in self.results)


def standings(
    entrants: Sequence[Entrant],
    results: Sequence[Result],
    order: Sequence[str],
    rounds: int,
) -> list[Line]:
    """Return the standings after ``rounds`` rounds, the leader first. Games under way count 0."""
    points, own = scores(entrants, results), by_player(results)
    values: dict[int, dict[str, float]] = {
        entrant.id: _values(entrant.id, own.get(entrant.id, []), points, rounds)
        for entrant in entrants
    }
    for entrant in entrants:
        values[entrant.id][DIRECT] = 0.0
    before = order[: order.index(DIRECT)] if DIRECT in order else order
    for tied in _ties(entrants, lambda player: _key(player, points, values, before)):
        _meet(tied, own, values)
    ranks = {entrant.id: (entrant.rating, -entrant.id) for entrant in entrants}
    keys = {entrant.id: _key(entrant.id, points, values, order) for entrant in entrants}
    listed = sorted(keys, key=lambda player: (keys[player], ranks[player]), reverse=True)
    lines: list[Line] = []
    for index, player in enumerate(listed):
        equal = index and keys[player] == keys[listed[index - 1]]
        place = lines[-1].place if equal else index + 1
        ties = {name: values[player][name] for name in order}
        lines.append(Line(place, player, points[player], ties, tuple(own.get(player, ()))))
    return lines


def _values(
    player: int, results: Sequence[Result], points: Mapping[int, float], rounds: int
) -> dict[str, float]:
    games = [result for result in results if result.is_game]
    others = [points[result.other(player) or player] for result in games]
    without = max(rounds - len(games), 0)
    sums = sorted(others + [points[player]] * without)
    against_self = sum(result.points_of(player) for result in results if not result.is_game)
    return {
        BUCHHOLZ: sum(sums),
        CUT: sum(sums[1:]),
        SONNEBORN: against_self * points[player] + sum(
            result.points_of(player) * other for result, other in zip(games, others, strict=True)
        ),
        WINS: float(sum(result.points_of(player) == WIN for result in games)),
    }  # fmt: skip


def _key(
    player: int, points: Mapping[int, float], values: Mapping[int, Mapping[str, float]],
    order: Sequence[str],
) -> tuple[float, ...]:  # fmt: skip
    return (points[player], *(values[player][name] for name in order))


def _ties(entrants: Sequence[Entrant], key: Callable[[int], tuple[float, ...]]) -> list[list[int]]:
    groups: dict[tuple[float, ...], list[int]] = {}
    for entrant in entrants:
        groups.setdefault(key(entrant.id), []).append(entrant.id)
    return [group for group in groups.values() if len(group) > 1]


def _meet(
    tied: Sequence[int], own: Mapping[int, Sequence[Result]],
    values: Mapping[int, dict[str, float]],
) -> None:  # fmt: skip
    """Count the points among equals, if all of them have met."""
    among = {
        player: [result for result in own.get(player, ())
                 if result.is_game and result.other(player) in tied]
        for player in tied
    }  # fmt: skip
    met = all(
        {result.other(player) for result in games} == set(tied) - {player}
        for player, games in among.items()
    )
    if met:
        for player, games in among.items():
            values[player][DIRECT] = sum(result.points_of(player) for result in games)
