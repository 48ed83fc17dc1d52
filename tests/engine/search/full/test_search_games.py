"""Every game through GTP, matches, analysis and the benchmark."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from boche.engine import new
from boche.engine.games.octi.position import Position as OctiPosition
from boche.engine.games.registry import GAMES, find
from boche.engine.gtp.engine import Engine
from boche.engine.match import match
from boche.engine.match.match import count_game, play_game, play_match
from boche.engine.match.plan import LONGEST, Plan
from boche.engine.match.score import Tally
from boche.engine.record import check, load
from tests import ROOT
from tests.engine.games.octi.slow_rules import crowded

RECORDS = ROOT / "assets" / "records"
SAMPLES = {
    "boche": "boche-path.sgf",
    "che": "che-closed.sgf",
    "boku": "boku-sandwiches.sgf",
    "octi": "octi-three-bases.sgf",
}


def plan_of(game: str, first: str = "greedy", second: str = "random", **more) -> Plan:
    return Plan(first, second, game, dict(new(game).options), **more)


def body(answer: str) -> str:
    assert answer.startswith("="), answer
    return answer[1:].strip()


# -- GTP


@pytest.mark.parametrize("game", GAMES)
def test_a_gtp_session(game: str) -> None:
    """Check that one engine understands the moves of another, whatever their notation."""
    one, two = Engine(game, player="1", seed=3), Engine(game, player="random", seed=4)
    letters = find(game).sgf.colours
    for ply in range(8):
        asked, told = (one, two) if ply % 2 == 0 else (two, one)
        letter = letters[asked.position.turn]
        move = body(asked.answer(f"genmove {letter}"))
        assert body(told.answer(f"play {letter} {move}")) == ""
        assert one.position == two.position
        if one.position.outcome is not None:
            break
    assert body(one.answer("showboard"))
    before = one.position.ply
    assert body(one.answer("undo")) == ""
    assert one.position.ply == before - 1
    first, *rest = body(one.answer("boche-analyze 0.1")).split("\n")
    words = first.split()
    assert words[0] == "win"
    assert one.position.play(words[words.index("line") + 1]).ply == before
    assert rest[0].startswith("move ")
    assert one.answer("final_score").startswith("? cannot score")
    letter = letters[one.position.turn]
    body(one.answer(f"play {letter} resign"))
    assert body(one.answer("final_score"))[1:] == "+R"
    one.close()
    two.close()


@pytest.mark.parametrize("game", GAMES)
def test_all_legal_moves_are_listed_and_can_be_played(game: str) -> None:
    engine, rng = Engine(game), random.Random(6)
    for _ in range(3):
        moves = body(engine.answer("boche-legal_moves")).split()
        assert moves == [str(move) for move in engine.position.legal_moves()]
        letter = find(game).sgf.colours[engine.position.turn]
        for move in rng.sample(moves, min(5, len(moves))):
            body(engine.answer(f"play {letter} {move.upper()}"))
            body(engine.answer("undo"))
        body(engine.answer(f"play {letter} {rng.choice(moves)}"))


def test_too_many_legal_moves_are_not_listed(monkeypatch) -> None:
    position = OctiPosition.set_up(*crowded(59))
    monkeypatch.setattr("boche.engine.gtp.extensions.MOST_LISTED", 5_000)
    monkeypatch.setattr(Engine, "position", property(lambda self: position))
    answer = Engine("octi").answer("boche-legal_moves")
    assert answer == "? there are more than 5,000 legal moves, too many to list\n\n"


@pytest.mark.parametrize(("game", "words"), [("boche", "blobs"), ("che", "corners")])
def test_groups_are_told_of_where_there_are_any(game: str, words: str) -> None:
    engine = Engine(game)
    body(engine.answer(f"play W {new(game).legal_moves()[0]}"))
    for line in body(engine.answer("boche-groups")).split("\n"):
        assert {"colour", words} <= json.loads(line).keys()


@pytest.mark.parametrize("game", ["boku", "octi"])
def test_games_without_groups_say_so(game: str) -> None:
    assert Engine(game).answer("boche-groups") == f"? {GAMES[game].title} has no groups\n\n"


@pytest.mark.parametrize("game", SAMPLES)
def test_records_are_loaded(game: str) -> None:
    engine, path = Engine(game), RECORDS / SAMPLES[game]
    body(engine.answer(f"loadsgf {path}"))
    assert engine.position.ply == len(load(path).moves())
    body(engine.answer(f"loadsgf {path} 3"))
    assert engine.position.ply == 2
    body(engine.answer(f"genmove {find(game).sgf.colours[engine.position.turn]}"))
    engine.close()


# -- matches


@pytest.mark.parametrize("game", GAMES)
def test_a_match_in_every_game(game: str, tmp_path: Path) -> None:
    plan = plan_of(game, "1", "greedy", seconds=0.05, longest=60)
    score = play_match(plan, 2, tmp_path, jobs=1)
    assert (score.games, score.forfeits) == (2, 0)
    for path in sorted(tmp_path.glob("*.sgf")):
        assert check(load(path)) == []
    moves = [load(match.game_file(tmp_path, index)).moves()[:2] for index in range(2)]
    assert moves[0] == moves[1] == match.opening_of(plan, 0)


@pytest.mark.parametrize("game", GAMES)
def test_openings_differ_and_never_end_the_game(game: str) -> None:
    plan = plan_of(game, opening=5)
    openings = {tuple(match.opening_of(plan, number)) for number in range(4)}
    assert len(openings) == 4
    for moves in openings:
        position = new(game)
        for move in moves:
            position = position.play(move)
        assert (position.ply, position.outcome) == (5, None)


def test_a_game_that_goes_on_too_long_is_a_draw() -> None:
    record = play_game(plan_of("octi", "random", "random", longest=12), 0)
    assert len(record.moves()) == 12
    assert record.result == "Draw"
    assert list(record.main_line())[-1].comment == "a draw: not over after 12 moves"
    assert check(record) == []
    tally = Tally()
    count_game(tally, 0, record)
    assert tally.score.drawn == 1


def test_no_game_of_boche_is_too_long() -> None:
    size = max(option.high for option in GAMES["boche"].options if option.name == "size")
    assert size * (size + 1) * (size + 2) // 6 + 1 <= LONGEST


def test_the_longest_game_is_told_of_and_taken(boche, tmp_path: Path) -> None:
    assert f"(default: {LONGEST})" in " ".join(boche("match", "--help")[1].split())
    flags = ("--game", "octi", "--games", "2", "--longest", "8", "--jobs", "1", "--json")
    code, out, _ = boche("match", "random", "random", *flags, "-o", str(tmp_path / "m"))
    assert code == 0
    assert json.loads(out)["drawn"] == 2


def test_greedy_beats_random_in_che(tmp_path: Path) -> None:
    score = play_match(plan_of("che"), 6, tmp_path, jobs=1)
    assert score.won > score.lost


# -- analysis and the bench


@pytest.mark.parametrize("game", SAMPLES)
def test_records_are_analysed(game: str, boche, tmp_path: Path) -> None:
    out_file, path = tmp_path / "out.sgf", str(RECORDS / SAMPLES[game])
    flags = ("--playouts", "40", "--write", str(out_file), "--json")
    code, out, _ = boche("analyse", path, *flags)
    assert code == 0
    evaluations = json.loads(out)["evaluations"]
    record = load(path)
    assert [e["ply"] for e in evaluations] == list(range(len(record.moves()) + 1))
    position = new(game, **record.options)
    for evaluation, move in zip(evaluations, record.moves(), strict=False):
        assert position.play(evaluation["best"]).ply == position.ply + 1
        position = position.play(move)
    written = load(out_file)
    assert check(written) == []
    assert all("[boche] " in node.comment for node in written.main_line())


def test_a_table_of_long_moves_is_straight(boche) -> None:
    code, out, _ = boche("analyse", str(RECORDS / SAMPLES["che"]), "--playouts", "30")
    rows = out.partition("\n\n")[0].split("\n")  # the missed chances come after the table
    assert code == 0
    ends = {row.index("%") for row in rows[1:]}
    assert len(ends) == 1
    assert "+" in rows[-1].split()[1]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_speeds(game: str, boche) -> None:
    code, out, _ = boche("bench", "--game", game, "--seconds", "0.05", "--json")
    data = json.loads(out)
    assert code == 0
    assert data["game"] == game
    assert data["playouts_per_s"] > 0
    assert data["simulations_per_s"] > 0


# -- greedy, where a move wins at once


def test_greedy_closes_a_region_in_che() -> None:
    rng = random.Random(1)
    position = new("che")
    while position.outcome is None:
        before, position = position, position.play(position.random_move(rng))
    assert position.outcome.kind in ("closure", "largest")
    engine = Engine("che", player="greedy")
    for node in ("fl:0,0", "bl:0,1+bl:1,0", "fr:-1,0+fr:0,-1"):
        body(engine.answer(f"play {'WB'[engine.position.ply % 2]} {node}"))
    body(engine.answer("genmove B"))
    assert engine.position.outcome is not None
    assert engine.position.outcome.winner == "dark"
    engine.close()
    assert before.outcome is None
