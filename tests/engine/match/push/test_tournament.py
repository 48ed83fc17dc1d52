"""Tournaments: pairings, tables, storage as data, games of computers."""

from __future__ import annotations

import csv
import io
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine.errors import BocheError
from boche.engine.games.registry import find
from boche.engine.match.crosstable import as_csv, as_number, as_text, standings
from boche.engine.match.tournament import (
    MOST,
    Entrant,
    Played,
    Tournament,
    TournamentError,
    TournamentPlan,
    fixtures,
    names_for,
    play_fixture,
    play_games,
)


def plan_of(*players: str, games: int = 1, clock: str = "") -> TournamentPlan:
    options = find("boku").complete({})
    return TournamentPlan("Cup", "boku", options, names_for(players), games, clock)


def with_results(results: dict[int, float], count: int = 3, games: int = 1) -> Tournament:
    tournament = Tournament(plan_of(*["random"] * count, games=games))
    tournament.played = {number: Played(points, "x") for number, points in results.items()}
    return tournament


@given(st.integers(2, MOST), st.integers(1, 5))
def test_everybody_meets_everybody_and_colours_are_fair(players: int, games: int) -> None:
    games_played = list(fixtures(players, games))
    assert [one.number for one in games_played] == list(range(len(games_played)))
    meetings = Counter((one.first, one.second) for one in games_played)
    for one in range(players):
        for other in range(one):
            there, back = meetings[one, other], meetings[other, one]
            assert there + back == games
            assert abs(there - back) <= 1
    first = Counter(one.first for one in games_played)
    second = Counter(one.second for one in games_played)
    assert all(abs(first[p] - second[p]) <= 1 + players % 2 for p in range(players))
    for number in {one.round for one in games_played}:
        in_round = [p for one in games_played if one.round == number
                    for p in (one.first, one.second)]  # fmt: skip
        assert len(in_round) == len(set(in_round))


@given(st.dictionaries(st.integers(0, 11), st.sampled_from([0.0, 0.5, 1.0])))
def test_points_of_a_table_add_up(results: dict[int, float]) -> None:
    tournament = with_results(results, 4, 2)
    lines = standings(tournament)
    assert sum(line.points for line in lines) == len(results)
    assert sum(line.games for line in lines) == 2 * len(results)
    keys = [(-line.points, -line.sonneborn, -line.wins) for line in lines]
    assert keys == sorted(keys)
    assert lines[0].place == 1
    rows = list(csv.reader(io.StringIO(as_csv(tournament))))
    assert [row[1] for row in rows[1:]] == [line.name for line in lines]
    assert as_text(tournament).startswith("Cup\n")
    assert Tournament.from_data(tournament.as_data()) == tournament


def test_sonneborn_berger_counts_whom_one_has_beaten() -> None:
    tournament = with_results({})
    by_pair = {(one.first, one.second): one.number for one in tournament.fixtures}
    (one, two, three) = list(by_pair)
    tournament.played[by_pair[one]] = Played(0.5, "Draw")
    tournament.played[by_pair[two]] = Played(0.5, "Draw")
    tournament.played[by_pair[three]] = Played(1.0, "W+R")
    scores = {line.entrant: (line.points, line.sonneborn) for line in standings(tournament)}
    winner, loser = three
    drawn = ({0, 1, 2} - {winner, loser}).pop()
    assert scores == {winner: (1.5, 1.0), loser: (0.5, 0.5), drawn: (1.0, 1.0)}


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (0.5, "½"), (2.5, "2½"), (3, "3")])
def test_points_as_text(value: float, text: str) -> None:
    assert as_number(value) == text


@pytest.mark.parametrize(
    ("entrants", "words"),
    [
        ((Entrant("Anna"),), "2 to 12 players"),
        ((Entrant("Anna"), Entrant("Anna")), "two players are called Anna"),
        ((Entrant("Anna"), Entrant(" ")), "needs a name"),
        (tuple(Entrant(str(i)) for i in range(13)), "2 to 12 players"),
    ],
)
def test_plans_that_cannot_be_played(entrants: tuple[Entrant, ...], words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        TournamentPlan("Cup", "boku", {}, entrants).check()


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)
KEYS = ("title", "game", "options", "entrants", "games", "clock", "seconds", "seed")


def refusal_of(data: object) -> str:
    """Return the reason why data is no tournament, or an empty text."""
    try:
        Tournament.from_data(data)
    except BocheError as error:
        return str(error)
    return ""


@given(st.sampled_from(KEYS), values)
def test_damaged_data_gives_one_line_or_a_tournament(key: str, value: object) -> None:
    data = Tournament(plan_of("random", "greedy")).as_data()
    data["plan"][key] = value
    assert "\n" not in refusal_of(data)


@given(values)
def test_data_that_is_no_tournament(value: object) -> None:
    assert refusal_of(value)


def test_games_are_played_with_clocks_signed_and_noted() -> None:
    tournament = Tournament(plan_of("random", "greedy", clock="1/0.5+2", games=2))
    records = []

    def on_game(fixture, record) -> None:
        tournament.note(fixture, record)
        records.append(record)

    play_games(tournament, 1, on_game)
    assert tournament.over
    for record in records:
        assert (record.event, record.root.text("TM"), record.root.text("OT")) == (
            "Cup", "60", "2 fischer")  # fmt: skip
        assert record.root.text("TMW") == "30"
        first, second = (float(node.text("BL") or node.text("WL"))
                         for node in record.main_line()[3:5])  # fmt: skip
        assert (50.0 < first <= 62.0, 20.0 < second <= 32.0) == (True, True)
        assert record.root.text("RO") in "12"
        timed = [node for node in record.main_line()[3:] if node.text("BL") or node.text("WL")]
        assert len(timed) == len(record.moves()) - 2


def test_a_stopped_tournament_goes_on_where_it_was() -> None:
    tournament = Tournament(plan_of("random", "greedy", games=3))
    play_games(tournament, 1, tournament.note, lambda: len(tournament.played) >= 1)
    assert 1 <= len(tournament.played) < 3
    before = dict(tournament.played)
    again = Tournament.from_data(tournament.as_data())
    play_games(again, 1, again.note)
    assert again.over
    assert before.items() <= again.played.items()


def test_people_s_games_are_left_to_them() -> None:
    plan = plan_of("random", "greedy")
    tournament = Tournament(
        TournamentPlan("Cup", "boku", plan.options, (*plan.entrants, Entrant("Anna")))
    )
    play_games(tournament, 1, tournament.note)
    assert len(tournament.played) == 1
    assert tournament.at_table is not None
    assert "Anna" in tournament.named(tournament.at_table)


def test_the_same_game_again_is_the_same() -> None:
    plan = plan_of("random", "1")
    fixture = next(fixtures(2, 1))
    assert play_fixture(plan, fixture) == play_fixture(plan, fixture)
