"""Pairings of a Swiss round, in the order of FIDE's Dutch rules, as a cheapest matching.

Never: the same opponent twice, a second bye. Then as little as possible, the first before all that
follow: a pair that has blocked one another; a colour for the third time in a row or more than twice
more often than the other; a bye for one who has more points; unequal points; colours that are not
wished for; the same float as in the last two rounds; pairs far from "the upper half of a score
group against the lower". Unlike in FIDE's rules, a colour counts even if the other did not come:
who was there has often moved.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from rustworkx import PyGraph, max_weight_matching

from boche.server.pairing.results import WIN, Entrant, Result, by_player, scores

FIRST, SECOND = 1, -1
ABSOLUTE, STRONG, MILD, NO_WISH = 3, 2, 1, 0
"""Strengths of a wish for a colour."""

Pair = tuple[int, int | None]
"""Who moves first, and the other; or one who has a bye."""


@dataclass(frozen=True)
class Colours:
    """A player's colours so far, ``FIRST`` or ``SECOND``, in the order of their games."""

    history: tuple[int, ...] = ()

    @property
    def preference(self) -> tuple[int, int]:
        """The colour that is due (0 for either), and how strongly."""
        balance, last = sum(self.history), self.history[-2:]
        if abs(balance) >= 2:
            return (SECOND if balance > 0 else FIRST), ABSOLUTE
        if len(last) == 2 and last[0] == last[1]:
            return -last[0], ABSOLUTE
        if balance:
            return -balance, STRONG
        return (-last[-1], MILD) if last else (0, NO_WISH)


@dataclass(frozen=True)
class Candidate:
    """A player to be paired. ``rank`` is their place by points and rating, from 0 on.

    ``floats`` are those of the last two rounds, the last one first: 1 down, -1 up, else 0.
    """

    id: int
    score: float
    rank: int
    colours: Colours
    floats: tuple[int, ...]
    had_bye: bool
    place: int = 0
    group: int = 1


def candidates(
    entrants: Sequence[Entrant], results: Sequence[Result], round_number: int,
    out: Collection[int] = (),
) -> list[Candidate]:  # fmt: skip
    """Return those who play in a round, by points and rating. A game under way counts as drawn."""
    points = scores(entrants, results, pending=0.5)
    own = by_player(results)
    present = [one for one in entrants if one.is_in(round_number) and one.id not in out]
    present.sort(key=lambda entrant: (-points[entrant.id], -entrant.rating, entrant.id))
    groups: dict[float, list[int]] = {}
    for entrant in present:
        groups.setdefault(points[entrant.id], []).append(entrant.id)
    floats = [_floats(entrants, results, number) for number in (round_number - 1, round_number - 2)]
    return [
        Candidate(
            id=entrant.id,
            score=points[entrant.id],
            rank=rank,
            colours=Colours(
                tuple(
                    FIRST if result.first == entrant.id else SECOND
                    for result in own.get(entrant.id, ())
                    if result.second
                )
            ),
            floats=tuple(kinds.get(entrant.id, 0) for kinds in floats),
            had_bye=any(
                result.second is None and result.points == WIN for result in own.get(entrant.id, ())
            ),
            place=groups[points[entrant.id]].index(entrant.id),
            group=len(groups[points[entrant.id]]),
        )
        for rank, entrant in enumerate(present)
    ]


def _floats(entrants: Sequence[Entrant], results: Sequence[Result], number: int) -> dict[int, int]:
    """Return how each player floated in a round: 1 down (or a bye), -1 up, else 0."""
    before = scores(entrants, [one for one in results if one.round < number], pending=0.5)
    floats: dict[int, int] = {}
    for result in results:
        if result.round != number:
            continue
        for player in result.players:
            other = result.other(player)
            floats[player] = 1 if other is None else (
                (before[player] > before[other]) - (before[player] < before[other])
            )  # fmt: skip
    return floats


def pairings(
    entrants: Sequence[Entrant], results: Sequence[Result], round_number: int,
    apart: Collection[frozenset[int]] = (), out: Collection[int] = (),
) -> list[Pair] | None:  # fmt: skip
    """Return the pairs of a round, the leading ones first and the bye last.

    ``apart`` are pairs to be avoided, and ``out`` those who sit out. None if there is no pairing in
    which nobody meets an opponent or has a bye again.
    """
    players = candidates(entrants, results, round_number, out)
    met = {frozenset(result.players) for result in results}
    grades: dict[tuple[int, int], tuple[int, ...]] = {
        (one.rank, other.rank): (
            int(frozenset((one.id, other.id)) in apart),
            *grades_of(one, other),
        )
        for one, other in combinations(players, 2)
        if frozenset((one.id, other.id)) not in met
    }
    count = len(players)
    if count % 2:
        grades |= {
            (one.rank, count): (0, 0, count - 1 - one.rank, 0, 0, int(one.floats[0] == 1), 0)
            for one in players if not one.had_bye
        }  # fmt: skip
    found = perfect_matching(count + count % 2, _costs(grades, count))
    if found is None:
        return None
    found.sort(key=lambda pair: (pair[1] == count, pair))
    return [
        (players[one].id, None) if other == count
        else in_order(players[one], players[other], table)
        for table, (one, other) in enumerate(found)
    ]  # fmt: skip


def grades_of(one: Candidate, other: Candidate) -> tuple[int, ...]:
    """Return what speaks against a pair, the most important first; ``one`` ranks higher."""
    (colour, strength), (others, strength_of_other) = (
        one.colours.preference,
        other.colours.preference,
    )
    weaker = min(strength, strength_of_other) if colour and colour == others else 0
    gap = round(2 * (one.score - other.score))
    if gap:
        floats = sum(kind == 1 for kind in one.floats) + sum(kind == -1 for kind in other.floats)
        # The last of a group goes down, and meets the first of another.
        apart = (one.group - 1 - one.place) ** 2 + other.place**2
    else:
        floats = 0
        apart = (other.place - one.place - one.group // 2) ** 2
    return int(weaker == ABSOLUTE), 0, gap * gap, weaker, floats, apart


def _costs(
    grades: dict[tuple[int, int], tuple[int, ...]], count: int
) -> dict[tuple[int, int], int]:
    """Return one number for each pair's grades, so that no sum outweighs a more important grade."""
    most = [max(column) for column in zip(*grades.values(), strict=True)]
    bases = [1 + (count // 2 + 1) * high for high in most]
    costs = {}
    for pair, grade in grades.items():
        cost = 0
        for value, base in zip(grade, bases, strict=True):
            cost = cost * base + value
        costs[pair] = cost
    return costs


def in_order(one: Candidate, other: Candidate, table: int) -> tuple[int, int]:
    """Return a pair, who moves first at the front; ``one`` ranks higher.

    The stronger wish counts; of equal ones, the colours of the last round in which they differed
    are exchanged, and else the higher has the wish. At first it alternates by table.
    """
    (colour, strength), (others, strength_of_other) = (
        one.colours.preference,
        other.colours.preference,
    )
    if not colour and not others:
        is_first = table % 2 == 0
    elif colour != others:
        is_first = (colour or -others) == FIRST
    elif strength != strength_of_other:
        is_first = (colour if strength > strength_of_other else -others) == FIRST
    else:
        pairs = zip(reversed(one.colours.history), reversed(other.colours.history), strict=False)
        last = next((mine for mine, its in pairs if mine != its), -colour)
        is_first = last == SECOND
    return (one.id, other.id) if is_first else (other.id, one.id)


# Minimum-cost perfect matching in a general graph.

Edge = tuple[int, int]


def perfect_matching(size: int, costs: Mapping[Edge, int]) -> list[Edge] | None:
    """Return the pairs of the cheapest matching of all nodes 0 to ``size - 1``, or None.

    ``costs`` are from 0 to below 2**100, as the library computes with 128 bits; a pair that is not
    there may not be matched. The pairs are in order, the lower node of each first.
    """
    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from([(one, other, -cost) for (one, other), cost in costs.items()])
    matching = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = sorted((min(pair), max(pair)) for pair in matching)
    return pairs if 2 * len(pairs) == size else None
