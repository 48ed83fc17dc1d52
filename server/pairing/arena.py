"""An arena: whoever is free is paired at once, until the time is over, and streaks count double.

A win is 2 points and a draw 1; after two wins in a row both count double until a game is not won.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from boche.server.pairing.results import DRAW, LOSS, WIN, Entrant, Result, by_player
from boche.server.pairing.standings import WINS, Line
from boche.server.pairing.swiss import FIRST, SECOND, Candidate, Colours, in_order

STREAK = 2
"""Wins in a row after which points count double."""
_POINTS = {WIN: 2, DRAW: 1, LOSS: 0}


def sheet(player: int, results: Sequence[Result]) -> list[int]:
    """Return the points of a player's finished games, in their order."""
    points, streak = [], 0
    for result in results:
        if result.points is None:
            continue
        own = result.points_of(player)
        points.append(_POINTS[own] * (2 if streak >= STREAK else 1))
        streak = streak + 1 if own == WIN else 0
    return points


def standings(entrants: Sequence[Entrant], results: Sequence[Result]) -> list[Line]:
    """Return the standings: by points, then by games won; equal ones share a place."""
    own = by_player(results)
    keys: dict[int, tuple[int, int]] = {}
    for entrant in entrants:
        games = own.get(entrant.id, [])
        wins = sum(one.points is not None and one.points_of(entrant.id) == WIN for one in games)
        keys[entrant.id] = (sum(sheet(entrant.id, games)), wins)
    order = sorted(entrants, key=lambda one: (keys[one.id], one.rating, -one.id), reverse=True)
    return [
        Line(
            1 + sum(key > keys[entrant.id] for key in keys.values()), entrant.id,
            float(keys[entrant.id][0]), {WINS: float(keys[entrant.id][1])},
            tuple(own.get(entrant.id, ())),
        )
        for entrant in order
    ]  # fmt: skip


def pairs(
    free: Sequence[int], entrants: Sequence[Entrant], results: Sequence[Result],
    apart: Collection[frozenset[int]] = (),
) -> list[tuple[int, int]]:  # fmt: skip
    """Return pairs of those who are free, neighbours in the table; who moves first comes first.

    Nobody meets the opponent of their last game again, unless only those two play, and the pairs
    ``apart`` never meet. Some may have to wait.
    """
    own = by_player(results)
    busy = any(one.points is None for one in results)
    waiting = [line.id for line in standings(entrants, results) if line.id in set(free)]
    only_two = len(waiting) == 2 and not busy
    found: list[tuple[int, int]] = []
    while waiting:
        one = waiting.pop(0)
        other = next(
            (two for two in waiting if frozenset((one, two)) not in apart
             and (only_two or not _just_met(own, one, two))), None,
        )  # fmt: skip
        if other is not None:
            waiting.remove(other)
            sides = [_candidate(player, own.get(player, ())) for player in (one, other)]
            found.append(in_order(sides[0], sides[1], len(results) + len(found)))
    return found


def _just_met(own: Mapping[int, Sequence[Result]], one: int, other: int) -> bool:
    """Return whether the last game of either was against the other."""
    return any(
        player in own and own[player][-1].other(player) == opponent
        for player, opponent in ((one, other), (other, one))
    )


def _candidate(player: int, games: Sequence[Result]) -> Candidate:
    history = tuple(FIRST if one.first == player else SECOND for one in games)
    return Candidate(player, 0.0, 0, Colours(history), (), had_bye=False)
