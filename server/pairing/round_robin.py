"""Rounds of a round robin, and what becomes of the games of those who leave."""

from __future__ import annotations

from collections.abc import Sequence

from boche.engine.match.round_robin import fixtures
from boche.server.pairing.results import Entrant, Result, by_player

Pair = tuple[int, int]


def rounds(players: int, cycles: int = 1) -> list[list[Pair]]:
    """Return the pairs of each round, as places from 0 on; who moves first comes first.

    With an odd number, one sits out in each round, and everybody moves first equally often. The
    last two rounds of a cycle are exchanged if another follows, so that nobody has the same colour
    three times in a row.
    """
    odd = players % 2
    plan: dict[int, list[Pair]] = {}
    for fixture in fixtures(players + odd, cycles):
        # The place that does not turn with the circle is the empty one.
        pair = (fixture.first - odd, fixture.second - odd)
        plan.setdefault(fixture.round, []).extend([pair] if min(pair) >= 0 else [])
    ordered = [plan[number] for number in sorted(plan)]
    size = len(ordered) // cycles
    if size > 1:
        for last in range(size, len(ordered), size):
            ordered[last - 2], ordered[last - 1] = ordered[last - 1], ordered[last - 2]
    return ordered


def annulled(entrants: Sequence[Entrant], results: Sequence[Result], count: int) -> set[int]:
    """Return those who left with fewer than half of their games played: their results are void.

    ``count`` is the number of rounds. The games of others who left stand, and the rest is lost.
    """
    own = by_player(results)
    games = len(entrants) - 1
    cycles = max(count // max(len(entrants) - 1 + len(entrants) % 2, 1), 1)
    return {
        entrant.id for entrant in entrants
        if entrant.left is not None
        and 2 * sum(result.is_game and result.points is not None
                    for result in own.get(entrant.id, ())) < games * cycles
    }  # fmt: skip


def standing(results: Sequence[Result], void: set[int]) -> list[Result]:
    """Return the results that count, without those of annulled players."""
    return [result for result in results if not void.intersection(result.players)]
