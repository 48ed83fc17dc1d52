"""Tournaments of invented players, of whom some are late, absent or leave; and what must hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

import numpy as np

from boche.server.pairing import course
from boche.server.pairing.course import ROUND_ROBIN, SWISS
from boche.server.pairing.results import Entrant, Result
from boche.server.pairing.round_robin import annulled, standing
from boche.server.pairing.standings import BUCHHOLZ, CUT, DIRECT, SONNEBORN, WINS, Line

PRIME = 2_147_483_629


@dataclass
class Tournament:
    """A tournament while it is played. ``odd`` are rounds in which colours had to give way.

    ``apart`` are the pairs that have blocked one another, and ``together`` those who met all the
    same; ``refused`` are the rounds that somebody could not sit out.
    """

    kind: str
    entrants: list[Entrant]
    rounds: int
    cycles: int = 1
    results: list[Result] = field(default_factory=list)
    number: int = 0
    ended_early: bool = False
    odd: int = 0
    apart: set[frozenset[int]] = field(default_factory=set)
    together: int = 0
    refused: int = 0

    @property
    def lines(self) -> list[Line]:
        """The standings."""
        return course.table(self.kind, self.entrants, self.results, self.number, self.rounds)


def played(random: Random, kind: str, players: Sequence[tuple[int, float]], wanted: int,
           unrest: float = 0.04) -> Tournament:  # fmt: skip
    """Return a tournament played to its end; ``players`` have a number and a strength.

    ``unrest`` is the chance in each round that a player leaves, does not come, is late by a round,
    asks to sit out the next one, or has a game that lasts longer than the round; and that two have
    blocked one another.
    """
    entrants = [Entrant(number, rating) for number, rating in players]
    late = [one for one in entrants if kind == SWISS and random.random() < unrest]
    entrants = [one for one in entrants if one not in late]
    made = Tournament(kind, entrants, course.round_count(kind, len(entrants), wanted),
                      wanted if kind == ROUND_ROBIN else 1)  # fmt: skip
    numbers = [number for number, _ in players]
    made.apart = {pair for pair in map(frozenset, combinations(numbers, 2))
                  if random.random() < unrest}  # fmt: skip
    while made.number < made.rounds:
        for index, entrant in enumerate(made.entrants):
            if kind == SWISS and entrant.bye is None and random.random() < unrest:
                made.entrants[index] = replace(entrant, bye=made.number + random.randint(1, 3))
        before = list(made.results)
        new = course.next_round(kind, made.entrants, before, made.number + 1, made.cycles,
                                made.apart)  # fmt: skip
        check_round(made, before, new)
        if new is None:
            made.ended_early = True
            break
        made.number += 1
        made.results += new
        for index, result in enumerate(made.results):
            if result.points is None and random.random() >= unrest:
                made.results[index] = _decided(random, made, result, unrest)
        if late and course.takes_late(kind, made.number, made.rounds):
            one = replace(late.pop(), joined=made.number + 1)
            made.entrants.append(one)
            made.results += course.late(one.id, made.number, made.results)
        _leave(random, made, unrest)
    made.results = [_decided(random, made, one, 0.0) if one.points is None else one
                    for one in made.results]  # fmt: skip
    return made


def _decided(random: Random, made: Tournament, result: Result, unrest: float) -> Result:
    places = {one.id: index for index, one in enumerate(made.entrants)}
    assert result.second is not None
    pair = result.first, result.second
    for index, player in enumerate(pair):
        entrant = made.entrants[places[player]]
        if random.random() < unrest / 2:
            absent = entrant.absent + 1
            out = absent >= course.MOST_ABSENCES and entrant.left is None
            made.entrants[places[player]] = replace(
                entrant, absent=absent, left=made.number + 1 if out else entrant.left
            )
            return replace(result, points=float(index == 1), played=False)
    ratings = [made.entrants[places[player]].rating for player in pair]
    chance = 1 / (1 + 10 ** ((ratings[1] - ratings[0]) / 400))
    points = 0.5 if random.random() < 0.05 else float(random.random() < chance)
    return replace(result, points=points)


def _leave(random: Random, made: Tournament, unrest: float) -> None:
    for index, entrant in enumerate(made.entrants):
        if entrant.left is not None or random.random() >= unrest:
            continue
        made.entrants[index] = replace(entrant, left=made.number + 1)
        for place, result in enumerate(made.results):
            if result.points is None and entrant.id in result.players:
                lost = float(result.first != entrant.id)
                made.results[place] = replace(result, points=lost, played=random.random() < 0.5)


# -- what must hold


def has_matching(nodes: Sequence[int], edges: set[frozenset[int]]) -> bool:
    """Return whether a perfect matching exists: by the rank of Tutte's matrix, at random."""
    if len(nodes) % 2:
        return False
    place, random = {node: index for index, node in enumerate(nodes)}, Random(len(edges))
    matrix = np.zeros((len(nodes), len(nodes)), dtype=object)
    for edge in edges:
        i, j = sorted(place[node] for node in edge)
        matrix[i, j] = random.randrange(1, PRIME)
        matrix[j, i] = -matrix[i, j] % PRIME
    for column in range(len(nodes)):
        pivot = next((row for row in range(column, len(nodes)) if matrix[row, column]), None)
        if pivot is None:
            return False
        matrix[[column, pivot]] = matrix[[pivot, column]]
        inverse = pow(int(matrix[column, column]), -1, PRIME)
        for row in range(column + 1, len(nodes)):
            if matrix[row, column]:
                factor = matrix[row, column] * inverse % PRIME
                matrix[row] = (matrix[row] - factor * matrix[column]) % PRIME
    return True


def colours(results: Sequence[Result], player: int) -> list[int]:
    """Return a player's colours, 1 for the first move, in the order of the rounds."""
    own = [one for one in results if one.second is not None and player in one.players]
    return [1 if one.first == player else -1 for one in sorted(own, key=lambda one: one.round)]


def _due(history: list[int]) -> int:
    """Return the only colour that a player may have next, or 0."""
    if abs(sum(history)) >= 2:
        return -1 if sum(history) > 0 else 1
    return -history[-1] if len(history) > 1 and history[-1] == history[-2] else 0


def check_round(made: Tournament, before: list[Result], new: list[Result] | None) -> None:
    """Check a Swiss round: it is legal, and only what cannot be otherwise is missing."""
    if made.kind != SWISS:
        return
    number = made.number + 1
    present = [one.id for one in made.entrants if one.is_in(number)]
    out = {one.id for one in made.entrants if one.is_in(number) and one.bye == number}
    sat = {one.first for one in new or () if one.second is None and one.points == 0.5}
    if out and not sat:
        made.refused += 1
        resting = [one for one in present if one not in out]
        assert new is None or not _pairable(made, before, resting), "they could sit out"
    else:
        assert sat == out, "all sit out who asked for it, or nobody"
        present = [one for one in present if one not in out]
        new = None if new is None else [one for one in new if one.points != 0.5]
    met = {frozenset(one.players) for one in before if one.second is not None}
    legal = {frozenset(pair) for pair in combinations(present, 2)} - met
    due = {player: _due(colours(before, player)) for player in present}
    strict = {pair for pair in legal if sum(due[player] for player in pair) not in (-2, 2)}
    if len(present) % 2:
        full = {one.first for one in before if one.second is None and one.points == 1.0}
        byes = {frozenset((0, player)) for player in present if player not in full}
        assert 0 not in present
        present, legal, strict = [*present, 0], legal | byes, strict | byes
    if new is None:
        assert len({*present} - {0}) < 2 or not has_matching(present, legal), "it could be paired"
        return
    pairs = [frozenset(one.players if one.second is not None else (one.first, 0)) for one in new]
    assert sorted(player for pair in pairs for player in pair) == sorted(present)
    assert set(pairs) <= legal
    together = len(set(pairs) & made.apart)
    made.together += together
    assert not together or not has_matching(present, legal - made.apart), "they could be apart"
    broken = sum(
        due[player] not in (0, colour)
        for one in new if one.second is not None
        for player, colour in ((one.first, 1), (one.second, -1))
    )  # fmt: skip
    if broken:
        made.odd += 1
        assert together or not has_matching(present, strict - made.apart), "colours could be right"


def _pairable(made: Tournament, before: list[Result], present: list[int]) -> bool:
    """Return whether some round is possible in which nobody meets or rests again."""
    met = {frozenset(one.players) for one in before if one.second is not None}
    edges = {frozenset(pair) for pair in combinations(present, 2)} - met
    full = {one.first for one in before if one.second is None and one.points == 1.0}
    if len(present) % 2:
        edges |= {frozenset((0, player)) for player in present if player not in full}
        present = [*present, 0]
    return has_matching(present, edges)


def check(made: Tournament) -> None:
    """Check a tournament that is over."""
    assert all(one.points is not None for one in made.results), "a game has no result"
    pairs = Counter(frozenset(one.players) for one in made.results if one.second is not None)
    assert max(pairs.values(), default=1) <= made.cycles, "the same opponent too often"
    byes = Counter(one.first for one in made.results if one.second is None and one.points == 1.0)
    assert max(byes.values(), default=1) == 1, "two byes"
    seen = Counter((one.round, player) for one in made.results for player in one.players)
    assert max(seen.values(), default=1) == 1, "two games in a round"
    for entrant in made.entrants:
        if made.odd or (made.kind == ROUND_ROBIN and entrant.left is not None):
            continue
        own = colours(made.results, entrant.id)
        assert abs(sum(own)) <= 2, own
        assert not any(abs(sum(own[i : i + 3])) == 3 for i in range(len(own) - 2)), own
    check_table(made)


def check_table(made: Tournament) -> None:
    """Check points and tie-breaks against sums written out plainly."""
    void = annulled(made.entrants, made.results, made.rounds) if made.kind != SWISS else set()
    results = standing(made.results, void)
    lines = made.lines
    given = sum(1.0 if one.second is not None else one.points or 0.0 for one in results)
    assert sum(line.points for line in lines) == given
    points = {line.id: line.points for line in lines}
    assert len(points) == len(made.entrants)
    for line in lines:
        buchholz, berger, wins, own = [], 0.0, 0, 0.0
        for one in results:
            if line.id not in one.players:
                continue
            mine = one.points if one.first == line.id else 1 - (one.points or 0.0)
            assert mine is not None
            own += mine
            if one.second is None or not one.played:
                berger += mine * line.points
                continue
            other = one.second if one.first == line.id else one.first
            buchholz.append(points[other])
            berger += mine * points[other]
            wins += mine == 1.0
        assert own == line.points
        buchholz = sorted([*buchholz, *[line.points] * (made.number - len(buchholz))])
        truth = {BUCHHOLZ: sum(buchholz), CUT: sum(buchholz[1:]), SONNEBORN: berger, WINS: wins}
        for name, value in truth.items():
            assert line.ties.get(name, value) == value, (name, line)
    keys = [(line.points, *line.ties.values()) for line in lines if line.id not in void]
    assert keys == sorted(keys, reverse=True)
    assert [line.place for line in lines if line.id not in void] == sorted(
        line.place for line in lines if line.id not in void
    )
    assert all(line.ties.get(DIRECT, 0.0) <= len(lines) for line in lines)
