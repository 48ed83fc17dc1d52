"""Matches: fairness, counting, storage and resumption; also players by name."""

from __future__ import annotations

import math
import random
import shlex
import sys

import pytest

from boche.engine import new
from boche.engine.comments import with_line
from boche.engine.match import match
from boche.engine.match.match import play_game, play_match
from boche.engine.match.plan import MatchError, Plan
from boche.engine.match.score import Score
from boche.engine.players.baselines import best_at_once
from boche.engine.players.errors import PlayerError
from boche.engine.players.registry import REGISTRY, make_player, player
from boche.engine.record import Record, check, load
from boche.engine.search.analysis import analyse
from boche.engine.search.params import Budget, SearchParams


def plan_of(first: str = "greedy", second: str = "random", **more) -> Plan:
    options = dict(new("boche", size=more.pop("size", 3)).options)
    return Plan(first, second, "boche", options, **more)


# -- players


def test_players_by_name() -> None:
    assert {"random", "greedy", "uct", "rated", "net", "gtp", "python", *"123456789"} == set(
        REGISTRY
    )
    start = new("boche", size=2)
    for name in ("random", "greedy", "uct:50", "1", "4"):
        made = make_player(name, start, seed=1, seconds=0.05)
        assert made.choose(start, []) in start.legal_moves()
        made.close()


@pytest.mark.parametrize("name", ["10", "", "uct:0", "uct:x", "uct:-1", "random:3", "5:1", "gtp"])
def test_names_that_mean_nothing(name: str) -> None:
    with pytest.raises(PlayerError):
        make_player(name, new("boche", size=2))


def test_a_new_player_is_one_function(monkeypatch) -> None:
    monkeypatch.setattr("boche.engine.players.registry.REGISTRY", dict(REGISTRY))

    @player("first", "the first legal move")
    def _first(seat):
        class First:
            result = None

            def choose(self, position, history):
                return position.legal_moves()[0]

            def close(self):
                pass

        return First()

    from boche.engine.players import registry as players

    start = new("boche", size=2)
    assert players.make_player("first", start).choose(start, []) == start.legal_moves()[0]
    assert players.described(start.game)["first"] == "the first legal move"


def test_greedy_wins_at_once_and_does_not_lose_at_once() -> None:
    rng, wins, safe = random.Random(2), 0, 0
    for _ in range(40):
        position = new("boche", size=4)
        while position.outcome is None:
            ends = {move: position.play(move).outcome for move in position.legal_moves()}
            good = {m for m, end in ends.items() if end and end.winner == position.turn}
            bad = {m for m, end in ends.items() if end and end.winner != position.turn}
            chosen = set(best_at_once(position, rng))
            if good:
                assert chosen == good
                wins += 1
            elif bad and len(bad) < len(ends):
                assert not chosen & bad
                safe += 1
            position = position.play(rng.choice(position.legal_moves()))
    assert wins > 5
    assert safe > 5


def test_a_level_without_chance_plays_the_same_game_again() -> None:
    start = new("boche", size=4)
    for name in ("2", "5"):
        moves = set()
        for _ in range(2):
            made = make_player(name, start, seed=7)
            moves.add(str(made.choose(start, [])))
            made.close()
        assert len(moves) == 1


# -- games and scores


def test_a_game_s_record_is_true() -> None:
    for index in range(6):
        record = play_game(plan_of(opening=index % 3), index)
        assert check(record) == []
        assert record.players["light"] == ("Computer greedy", "Computer random")[index % 2]
        assert record.event == f"greedy - random, game {index + 1}"
        assert record.winning_player in (0, 1)


def test_colours_alternate_and_openings_vary_by_pairs() -> None:
    plan = plan_of("random", "random", size=4)
    openings = [play_game(plan, index).moves()[:2] for index in range(8)]
    assert openings[0::2] == openings[1::2]
    assert len({tuple(opening) for opening in openings}) == 4
    assert "swap" not in {move for opening in openings for move in opening}


def test_the_winner_is_the_person_and_not_the_colour() -> None:
    record = play_game(plan_of("random", "random", opening=0, size=2), 0)
    position = new("boche", size=2)
    for move in record.moves():
        position = position.play(move)
    colour = ("light", "dark").index(position.outcome.winner)
    assert record.winning_player == colour ^ int(position.swapped)


def test_games_that_an_opening_would_end_begin_without_one() -> None:
    assert match.opening_of(plan_of(size=1), 0) == []
    assert len(match.opening_of(plan_of(size=2, opening=9), 0)) == 3


def test_scores() -> None:
    score = Score(won=75, lost=25)
    low, high = score.interval
    assert score.share == 0.75
    # Wilson's interval for 75 of 100, from the formula worked out by hand.
    assert (low, high) == (pytest.approx(0.6569, abs=5e-4), pytest.approx(0.8245, abs=5e-4))
    assert score.elo == pytest.approx(190.8, abs=0.1)
    assert Score(won=10).elo == math.inf
    assert Score(won=10).interval[0] == pytest.approx(0.722, abs=1e-3)
    assert Score(lost=1).as_data()["elo"] is None
    assert Score().interval == (0.0, 1.0)
    assert Score(won=1, drawn=2, lost=1).share == 0.5


def test_greedy_beats_random(tmp_path) -> None:
    score = play_match(plan_of(size=5), 40, tmp_path / "m", jobs=1)
    assert score.games == 40
    assert score.won > 20


# -- programs that fail


def test_a_program_that_fails_loses_its_game_and_nothing_else(tmp_path) -> None:
    broken = "gtp:" + shlex.join([sys.executable, "-c", "raise SystemExit(1)"])
    score = play_match(plan_of(broken, "random"), 2, tmp_path, jobs=1)
    assert (score.lost, score.won, score.forfeits) == (2, 0, 2)
    record = load(match.game_file(tmp_path, 0))
    assert record.result == "B+F"
    assert "light loses: " in record.main_line()[-1].comment
    assert "exited" in record.main_line()[-1].comment
    assert check(record) == []


def test_a_program_that_resigns_has_not_broken_down(tmp_path) -> None:
    answers = "print('= resign\\n' if 'genmove' in line else '=\\n', flush=True)"
    code = f"import sys\nfor line in sys.stdin: {answers}"
    plan = plan_of("gtp:" + shlex.join([sys.executable, "-c", code]), "random")
    score = play_match(plan, 2, tmp_path, jobs=1)
    assert (score.lost, score.won, score.forfeits) == (2, 0, 0)
    records = [load(match.game_file(tmp_path, index)) for index in range(2)]
    assert [record.result for record in records] == ["B+R", "W+R"]
    assert [check(record) for record in records] == [[], []]
    assert records[0].main_line()[-1].comment == ""


# -- on disk


def test_a_match_goes_on_where_it_was_interrupted(tmp_path, monkeypatch) -> None:
    plan, played = plan_of(), []
    real = match.play_game

    def counted(plan, index, *rest):
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(index)
        return real(plan, index)

    monkeypatch.setattr(match, "play_game", counted)
    with pytest.raises(KeyboardInterrupt):
        play_match(plan, 6, tmp_path, jobs=1)
    first = {path.name: path.read_bytes() for path in tmp_path.glob("*.sgf")}
    assert len(first) == 3
    (tmp_path / "game-0002.sgf").write_text("(;FF[4")  # half a file is no game
    monkeypatch.setattr(match, "play_game", real)
    told: list[int] = []
    score = play_match(plan, 6, tmp_path, jobs=1, on_game=lambda score: told.append(score.games))
    assert score.games == 6
    assert told == [3, 4, 5, 6]
    assert {n: (tmp_path / n).read_bytes() for n in first} == first  # the same game again
    again = play_match(plan, 6, tmp_path, jobs=1, on_game=lambda _: pytest.fail("played again"))
    assert again == score


def test_a_folder_holds_one_match(tmp_path) -> None:
    play_match(plan_of(), 1, tmp_path, jobs=1)
    with pytest.raises(MatchError, match="another match"):
        play_match(plan_of(seed=2), 1, tmp_path, jobs=1)
    with pytest.raises(MatchError, match="cannot use"):
        play_match(plan_of(), 1, tmp_path / "match.json", jobs=1)


def test_processes_play_what_one_plays(tmp_path) -> None:
    one = play_match(plan_of(), 4, tmp_path / "one", jobs=1)
    two = play_match(plan_of(), 4, tmp_path / "two", jobs=2)
    assert one == two
    for path in (tmp_path / "one").glob("*.sgf"):
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


def test_each_game_is_counted_once(tmp_path, monkeypatch) -> None:
    """Check that each game is replayed once: all of them after each one would be quadratic."""
    counts: list[int] = []
    real = Record.winning_player.fget
    counting = property(lambda record: counts.append(1) or real(record))
    monkeypatch.setattr(Record, "winning_player", counting)
    plan = plan_of("random", "random", size=2)
    play_match(plan, 9, tmp_path, jobs=1)
    assert len(counts) == 9
    score = play_match(plan, 12, tmp_path, jobs=1)
    assert (score.games, len(counts)) == (12, 9 + 12)


def test_only_games_of_the_match_are_counted(tmp_path) -> None:
    plan = plan_of("random", "random", size=2)
    play_match(plan, 3, tmp_path, jobs=1)
    whole = (tmp_path / "game-0001.sgf").read_bytes()
    for name in (
        "game-00004.sgf",
        "game-0000.sgf",
        "game-4.sgf",
        "game-0005.sgf",
        "xgame-0004.sgf",
    ):
        (tmp_path / name).write_bytes(whole)
    assert sorted(index for index, _ in match.finished(tmp_path, plan, 4)) == [0, 1, 2]


# -- analysis of a game


def test_every_position_gets_an_evaluation() -> None:
    positions, moves = [new("boche", size=2)], ["c:a1", "swap", "a:a2", "b:b1", "e:a1"]
    for move in moves:
        positions.append(positions[-1].play(move))
    found = list(
        analyse(positions, moves, Budget(simulations=50_000), params=SearchParams(nodes=20_000))
    )
    assert [e.move for e in found] == [None, *moves]
    assert found[0].proven == "dark"  # with the swap the second player wins
    assert (found[1].proven, found[1].first) == ("dark", 0.0)
    assert (found[2].proven, found[2].first) == ("light", 0.0)  # the persons have changed colours
    assert found[-1].result is None
    winner = positions[-1].outcome.winner
    assert found[-1].win[winner] == 1.0
    assert found[-1].first == float(winner == "dark")


def test_an_evaluation_replaces_the_one_before_it() -> None:
    once = with_line("a fine move", "[boche] light 50%")
    assert once == "a fine move\n[boche] light 50%"
    assert with_line(once, "[boche] light 60%") == "a fine move\n[boche] light 60%"
    assert with_line("", "[boche] x") == "[boche] x"
