"""The course of a tournament: what comes next, and the table so far. An arena has no rounds."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from boche.server.pairing import arena, round_robin, standings, swiss
from boche.server.pairing.results import DRAW, LOSS, WIN, Entrant, Result
from boche.server.pairing.standings import Line

SWISS, ROUND_ROBIN, ARENA = "swiss", "round-robin", "arena"

MOST_ABSENCES = 2
"""Games lost by not coming, after which a player is out."""


def round_count(kind: str, players: int, wanted: int) -> int:
    """Return the number of rounds that so many players can have.

    In a round robin ``wanted`` is how often every two meet.
    """
    if kind == ARENA:
        return 0
    if kind == ROUND_ROBIN:
        return len(round_robin.rounds(players, wanted))
    return max(min(wanted, most_rounds(players)), 1)


def most_rounds(players: int) -> int:
    """Return the number of rounds that a Swiss of so many can always have.

    Whoever they have met by then, half of them or more are left to everybody (a bye counts as
    one of them), and so all can be paired once more.
    """
    return (players + 1) // 2


def players_for(rounds: int) -> int:
    """Return how many players a Swiss of so many rounds needs."""
    return 2 * rounds - 1


def takes_late(kind: str, round_number: int, rounds: int) -> bool:
    """Return whether a player may still join a running tournament: a Swiss until half of it."""
    return kind == ARENA or (kind == SWISS and round_number <= rounds // 2)


def late(player: int, round_number: int, results: Sequence[Result]) -> list[Result]:
    """Return what a player who joins in a round gets for those before: half a point, once."""
    known = any(player in result.players for result in results)
    return [] if known else [Result(round_number, player, None, DRAW, played=False)]


def next_round(
    kind: str, entrants: Sequence[Entrant], results: Sequence[Result], number: int, cycles: int = 1,
    apart: Collection[frozenset[int]] = (),
) -> list[Result] | None:  # fmt: skip
    """Return the pairings of a round, in the order of the tables; None if there can be none.

    In a round robin, ``entrants`` must always come in the same order. In a Swiss, the pairs
    ``apart`` are avoided if possible.
    """
    if sum(entrant.is_in(number) for entrant in entrants) < 2:
        return None
    if kind == SWISS:
        return _swiss(entrants, results, number, apart)
    plan = round_robin.rounds(len(entrants), cycles)
    games = [
        _planned(entrants[first], entrants[second], number) for first, second in plan[number - 1]
    ]
    return [game for game in games if game is not None]


def _swiss(
    entrants: Sequence[Entrant], results: Sequence[Result], number: int,
    apart: Collection[frozenset[int]],
) -> list[Result] | None:  # fmt: skip
    """Pair a round; those who asked for it sit out, unless the others could not be paired then."""
    resting = [one.id for one in entrants if one.is_in(number) and one.bye == number]
    for out in (resting, []):
        pairs = swiss.pairings(entrants, results, number, apart, out)
        if pairs is not None:
            return [
                Result(number, one, None, WIN, played=False) if other is None
                else Result(number, one, other)
                for one, other in pairs
            ] + [Result(number, one, None, DRAW, played=False) for one in out]  # fmt: skip
    return None


def _planned(first: Entrant, second: Entrant, number: int) -> Result | None:
    """Return a game of a round robin; lost to who is there if the other has left."""
    there = first.is_in(number), second.is_in(number)
    if all(there):
        return Result(number, first.id, second.id)
    if not any(there):
        return None
    return Result(number, first.id, second.id, WIN if there[0] else LOSS, played=False)


def table(
    kind: str, entrants: Sequence[Entrant], results: Sequence[Result], number: int, rounds: int
) -> list[Line]:
    """Return the standings after round ``number`` of ``rounds``."""
    if kind == ARENA:
        return arena.standings(entrants, results)
    if kind == SWISS:
        return standings.standings(entrants, results, standings.SWISS, number)
    void = round_robin.annulled(entrants, results, rounds)
    valid = round_robin.standing(results, void)
    lines = standings.standings(entrants, valid, standings.ROUND_ROBIN, number)
    return sorted(lines, key=lambda line: line.id in void)
