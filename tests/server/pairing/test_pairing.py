"""The rules of pairings and standings, against plain counting."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from boche.server.pairing import arena, course, round_robin, swiss
from boche.server.pairing.course import ROUND_ROBIN, SWISS
from boche.server.pairing.results import Entrant, Result
from boche.server.pairing.standings import BUCHHOLZ, CUT, DIRECT, SONNEBORN, WINS
from boche.server.pairing.swiss import perfect_matching
from boche.server.tournaments.tournament import MOST
from tests.server.pairing import simulation


def _matchings(nodes: list[int]) -> list[list[tuple[int, int]]]:
    if not nodes:
        return [[]]
    first, *rest = nodes
    return [[(first, other), *more] for other in rest
            for more in _matchings([one for one in rest if one != other])]  # fmt: skip


def test_a_matching_is_the_cheapest_of_all() -> None:
    random = Random(1)
    for _ in range(600):
        size = random.choice([2, 4, 6, 8])
        high = random.choice([0, 1, 3, 50, 10**20, 2**100 - 1])
        share = random.choice([0.2, 0.4, 0.6, 1.0])
        costs = {pair: random.randint(0, high) for pair in combinations(range(size), 2)
                 if random.random() < share}  # fmt: skip
        every = [sum(costs[pair] for pair in one) for one in _matchings(list(range(size)))
                 if costs.keys() >= set(one)]  # fmt: skip
        found = perfect_matching(size, costs)
        assert (found is None) == (not every)
        if found is not None:
            assert sorted(node for pair in found for node in pair) == list(range(size))
            assert sum(costs[pair] for pair in found) == min(every)


def test_the_largest_costs_of_a_full_tournament_are_summed_exactly() -> None:
    """Hide the only cheapest matching: by prices of the players, no other costs as little."""
    random = Random(3)
    size = MOST[SWISS]
    prices = [random.getrandbits(98) for _ in range(size)]
    order = random.sample(range(size), size)
    hidden = {(min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=True)}
    costs = {
        (one, other): prices[one] + prices[other] + int((one, other) not in hidden)
        for one, other in combinations(range(size), 2)
    }
    assert perfect_matching(size, costs) == sorted(hidden)


@pytest.mark.parametrize("size", [1, 3, 7])
def test_an_odd_number_cannot_be_matched(size: int) -> None:
    assert perfect_matching(size, dict.fromkeys(combinations(range(size), 2), 1)) is None


def test_a_swiss_round_is_the_best_of_all_by_its_grades() -> None:
    random = Random(2)
    for _ in range(40):
        made = simulation.played(
            random, SWISS, [(one, 1500.0 + one) for one in range(1, 9)], 3, unrest=0.0
        )
        players = swiss.candidates(made.entrants, made.results, 4)
        met = {frozenset(one.players) for one in made.results}
        sums = []
        for pairs in _matchings(list(range(8))):
            both = [(players[one], players[other]) for one, other in pairs]
            if not any(frozenset((one.id, other.id)) in met for one, other in both):
                sums.append(_sum([swiss.grades_of(*pair) for pair in both]))
        found = swiss.pairings(made.entrants, made.results, 4)
        assert (found is None) == (not sums)
        if found is not None:
            ranked = {one.id: one for one in players}
            both = [(ranked[one], ranked[other or 0]) for one, other in found]
            both = [(one, other) if one.rank < other.rank else (other, one) for one, other in both]
            assert _sum([swiss.grades_of(*pair) for pair in both]) == min(sums)


def _sum(grades: list[tuple[int, ...]]) -> list[int]:
    return [sum(column) for column in zip(*grades, strict=True)]


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    entrants = [Entrant(one, 2000.0 - one) for one in range(1, 9)]
    assert swiss.pairings(entrants, [], 1) == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_the_bye_goes_to_the_last_who_had_none() -> None:
    entrants = [Entrant(one, 2000.0 - one) for one in range(1, 6)]
    first = course.next_round(SWISS, entrants, [], 1)
    assert first is not None
    assert first[-1] == Result(1, 5, None, 1.0, played=False)
    results = [*_won(first), Result(1, 5, None, 1.0, played=False)]
    second = course.next_round(SWISS, entrants, results, 2)
    assert second is not None
    assert second[-1].first == 4, "the lowest of those without a point"


def _won(results: list[Result]) -> list[Result]:
    """Return the games won by the lower numbers."""
    return [Result(one.round, one.first, one.second, float(one.first < one.second))
            for one in results if one.second is not None]  # fmt: skip


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("players", range(2, 17))
def test_a_round_robin_is_whole_and_its_colours_balanced(players: int, cycles: int) -> None:
    plan = round_robin.rounds(players, cycles)
    games = [frozenset(pair) for pairs in plan for pair in pairs]
    assert sorted(map(sorted, games)) == sorted(
        sorted(pair) for pair in combinations(range(players), 2) for _ in range(cycles)
    )
    assert len(plan) == cycles * (players - 1 + players % 2)
    for player in range(players):
        own = [1 if pair[0] == player else -1 for pairs in plan for pair in pairs if player in pair]
        assert abs(sum(own)) == (players - 1) * cycles % 2
        assert not any(abs(sum(own[at : at + 3])) == 3 for at in range(len(own) - 2))
    for pairs in plan:
        assert len({player for pair in pairs for player in pair}) == 2 * len(pairs)


def test_who_leaves_a_round_robin_early_is_struck_out() -> None:
    entrants = [Entrant(one) for one in range(1, 6)]
    results = [Result(1, 5, 1, 1.0), Result(1, 2, 3, 1.0), Result(2, 4, 1, 1.0)]
    early = [*entrants[:4], Entrant(5, left=2)]
    lines = course.table(ROUND_ROBIN, early, results, 2, 5)
    assert lines[-1].id == 5
    assert {line.id: line.points for line in lines} == {1: 0, 2: 1, 3: 0, 4: 1, 5: 0}
    later = [Result(2, 5, 2, 1.0)]
    lines = course.table(ROUND_ROBIN, early, results + later, 2, 5)
    assert lines[0].id == 5
    assert lines[0].points == 2, "half of the games were played: they stand"
    rest = course.next_round(ROUND_ROBIN, early, results + later, 3)
    assert rest is not None
    for result in rest:
        if 5 in result.players:
            assert result.points_of(5) == 0.0
            assert not result.played


def test_tie_breaks_of_a_small_tournament() -> None:
    """Count a tournament of four by hand: 1 beats 2 and 4; 2 beats 3 and 4; 3 beats 1 and 4."""
    entrants = [Entrant(one) for one in range(1, 5)]
    results = [Result(1, 1, 4, 1.0), Result(1, 2, 3, 1.0), Result(2, 1, 2, 1.0),
               Result(2, 3, 4, 1.0), Result(3, 3, 1, 1.0), Result(3, 2, 4, 1.0)]  # fmt: skip
    lines = course.table(SWISS, entrants, results, 3, 3)
    assert [line.place for line in lines] == [1, 1, 1, 4]
    ties = {BUCHHOLZ: 4.0, CUT: 4.0, SONNEBORN: 2.0, DIRECT: 1.0, WINS: 2.0}
    assert lines[0].ties == ties
    # A fourth one equal in points with two games by absence: the direct encounter decides.
    two = [Entrant(1), Entrant(2), Entrant(3), Entrant(4)]
    games = [Result(1, 1, 2, 0.0), Result(1, 3, 4, 0.0), Result(2, 1, 3, 1.0),
             Result(2, 2, 4, 0.0), Result(3, 2, 3, 0.0), Result(3, 1, 4, 0.0)]  # fmt: skip
    table = course.table(ROUND_ROBIN, two, games, 3, 3)
    assert table[0].id == 4
    assert [line.place for line in table] == [1, 2, 2, 2]


def test_a_late_entry_gets_half_a_point_once() -> None:
    assert course.takes_late(SWISS, 2, 5)
    assert not course.takes_late(SWISS, 3, 5)
    assert not course.takes_late(ROUND_ROBIN, 1, 5)
    bye = course.late(7, 2, [])
    assert bye == [Result(2, 7, None, 0.5, played=False)]
    assert course.late(7, 3, bye) == []


def test_too_few_opponents_end_a_swiss() -> None:
    entrants = [Entrant(1), Entrant(2)]
    assert course.next_round(SWISS, entrants, [Result(1, 1, 2, 1.0)], 2) is None
    assert course.next_round(SWISS, [Entrant(1), Entrant(2, left=1)], [], 1) is None
    assert course.round_count(SWISS, 4, 9) == 2
    assert [course.round_count(SWISS, players, 9) for players in (5, 6, 9)] == [3, 3, 5]
    assert [course.players_for(rounds) for rounds in (2, 3, 5)] == [3, 5, 9]
    assert course.round_count(ROUND_ROBIN, 5, 2) == 10


def test_who_has_blocked_one_another_meet_only_if_they_must() -> None:
    entrants = [Entrant(one, 2000.0 - one) for one in range(1, 5)]
    apart = {frozenset((1, 3)), frozenset((2, 4))}
    found = swiss.pairings(entrants, [], 1, apart)
    assert found is not None
    assert not {frozenset(pair) for pair in found} & apart
    two = [Entrant(1), Entrant(2)]
    assert swiss.pairings(two, [], 1, [frozenset((1, 2))]) == [(1, 2)]
    assert arena.pairs([1, 2], two, [], [frozenset((1, 2))]) == []
    assert arena.pairs([1, 2, 3], [*two, Entrant(3)], [], [frozenset((1, 2))]) in (
        [(1, 3)],
        [(3, 1)],
    )


def test_a_round_is_sat_out_for_half_a_point() -> None:
    entrants = [Entrant(1, bye=1), Entrant(2), Entrant(3, bye=2)]
    first = course.next_round(SWISS, entrants, [], 1)
    assert first is not None
    assert first[-1] == Result(1, 1, None, 0.5, played=False)
    assert {*first[0].players} == {2, 3}
    # The others have met: so nobody can sit out.
    results = [Result(1, 2, 3, 1.0), first[-1]]
    second = course.next_round(SWISS, [Entrant(1, bye=2), Entrant(2), Entrant(3)], results, 2)
    assert second is not None
    assert {result.points for result in second} == {None, 1.0}
    everybody = [Entrant(one, bye=1) for one in (1, 2, 3)]
    resting = course.next_round(SWISS, everybody, [], 1)
    assert resting is not None
    assert [result.points for result in resting] == [0.5] * 3


def test_a_streak_in_an_arena_counts_double() -> None:
    points = [1.0, 1.0, 1.0, 0.5, 1.0, 0.0, 1.0, 1.0, 0.5, None, 1.0]
    results = [Result(at, 1, 2, one) for at, one in enumerate(points)]
    assert arena.sheet(1, results) == [2, 2, 4, 2, 2, 0, 2, 2, 2, 2]
    assert arena.sheet(2, results) == [0, 0, 0, 1, 0, 2, 0, 0, 1, 0]


@pytest.mark.parametrize("size", [2, 3, 5, 12, 33])
def test_an_arena_pairs_all_it_can_and_no_two_twice_in_a_row(size: int) -> None:
    random = Random(size)
    entrants = [Entrant(one, random.gauss(1500.0, 250.0)) for one in range(1, size + 1)]
    results: list[Result] = []
    last: dict[int, int] = {}
    for wave in range(60):
        busy = {player for one in results if one.points is None for player in one.players}
        free = [one.id for one in entrants if one.id not in busy and random.random() < 0.9]
        pairs = arena.pairs(free, entrants, results)
        paired = [player for pair in pairs for player in pair]
        assert len(set(paired)) == len(paired)
        assert set(paired) <= set(free)
        waiting = [player for player in free if player not in paired]
        assert all(last.get(one) == other or last.get(other) == one
                   for one, other in combinations(waiting, 2))  # fmt: skip
        for one, other in pairs:
            assert size == 2 or len(free) == 2 or last.get(one) != other
            assert size == 2 or len(free) == 2 or last.get(other) != one
            last[one], last[other] = other, one
            results.append(Result(wave, one, other))
        for at, result in enumerate(results):
            if result.points is None and random.random() < 0.5:
                points = random.choice([0.0, 0.5, 1.0, 1.0])
                results[at] = Result(result.round, result.first, result.second, points)
    for entrant in entrants:
        own = simulation.colours(results, entrant.id)
        assert abs(sum(own)) <= 3 + len(own) // 10, "colours are about even"
    lines = arena.standings(entrants, results)
    assert [line.points for line in lines] == sorted((one.points for one in lines), reverse=True)
    for line in lines:
        games = [one for one in results if line.id in one.players and one.points is not None]
        assert line.points >= 2 * line.ties[WINS]
        assert line.games == len(games)
