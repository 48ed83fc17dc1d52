"""``search``: whole and legal moves, visits that sum to the playouts, and a certain end."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

from boche.engine.arguments import ArgumentError
from boche.engine.game import Position
from boche.engine.games.registry import GAMES, new
from boche.engine.search.search import Analysis, search
from tests import ROOT
from tests.positions import played

games = pytest.mark.parametrize("game", list(GAMES))
threads = pytest.mark.parametrize("threads", [1, 2])


def check(found: Analysis, playouts: int | None = None) -> None:
    """Check what holds for every search."""
    position = found.position
    assert sum(found.visits.values()) == found.playouts
    assert playouts is None or found.playouts <= playouts
    assert list(found.visits.values()) == sorted(found.visits.values(), reverse=True)
    for text in found.visits:
        assert str(position.parse(text)) == text
        position.play(text)
    assert str(found.best) in found.visits
    assert found.line[0] == found.best == found.candidates[0].move
    assert found.line == found.candidates[0].line
    for candidate in found.candidates:
        assert candidate.line[0] == candidate.move
        assert candidate.visits == found.visits.get(str(candidate.move), 0)
        assert 0 <= candidate.value <= 1
        follow(position, candidate.line)
    assert len({str(candidate.move) for candidate in found.candidates}) == len(found.candidates)
    assert found.value(position.player) == found.win[position.turn] == found.candidates[0].value
    assert found.value(0) + found.value(1) == pytest.approx(1)
    assert found.proven in (None, "draw", *position.game.colours)


def follow(position: Position, line: tuple[object, ...]) -> None:
    for move in line:
        assert not position.is_over
        position = position.play(move)


def walk(game: str, seed: int, moves: int, **options: object) -> Iterator[Position]:
    """Yield the unfinished positions of a random game."""
    rng, position = random.Random(seed), new(game, **options)
    for _ in range(moves):
        yield position
        position = position.play(position.random_move(rng))
        if position.is_over:
            return


@threads
@games
def test_a_deeper_search(game: str, threads: int) -> None:
    """The middle of a game, where moves of Che and Octi have several steps."""
    position = list(walk(game, 9, 9 if game == "che" else 30))[-1]
    found = search(position, 3000, threads=threads, candidates=8)
    check(found, 3000)
    assert found.proven or found.playouts == 3000


@games
def test_one_playout(game: str) -> None:
    found = search(new(game), 1)
    check(found, 1)
    assert sum(found.visits.values()) == found.playouts == 1


def test_moves_of_several_steps_are_whole() -> None:
    """Nearly all visits of a long search of Octi end behind a whole move; none are lost."""
    position = list(walk("octi", 3, 60))[-1]
    found = search(position, 5000)
    check(found, 5000)
    jumps = [text for text in found.visits if "-" in text]
    assert jumps, "no move of several steps was searched"
    position = new("che").play("bl:0,0")
    found = search(position, 2000)
    check(found, 2000)
    assert all(text.count("+") == 1 for text in found.visits), "two tiles each"


@pytest.mark.parametrize("options", [{"size": 4}, {"size": 4, "fill_board": True}, {"size": 7}])
def test_equivalent_moves_of_the_start_count_once(options: dict[str, object]) -> None:
    start = new("boche", **options)
    found = search(start, 2000)
    check(found, 2000)
    assert found.proven or found.playouts == 2000
    assert len(found.visits) < len(start.legal_moves()) / 2


def test_a_win_at_hand() -> None:
    """A proof at the first look: no playout is needed, and the best move still has an entry."""
    wins = 0
    for seed in range(30):
        position = list(walk("boche", seed, 40, size=2))[-1]
        found = search(position, 500)
        check(found, 500)
        if any(position.play(move).winner == position.turn for move in position.legal_moves()):
            wins += 1
            assert found.proven == position.turn
            assert (found.playouts, found.visits) == (0, {str(found.best): 0})
            assert position.play(found.best).winner == position.turn
            assert found.value(position.player) == 1.0
    assert wins > 3


@threads
def test_a_solved_board(threads: int) -> None:
    found = search(new("boche", size=2), 50_000, threads=threads)
    check(found, 50_000)
    assert found.proven == "dark"
    assert 0 < found.playouts < 50_000
    assert found.value(0) == 0.0
    assert found.value(1) == 1.0


def test_after_the_swap_persons_have_the_other_colours() -> None:
    for moves in ("c:a1", "c:a1 swap"):
        position = played("boche", moves, size=3)
        found = search(position, 400)
        check(found, 400)
        first = "dark" if position.swapped else "light"
        assert found.value(0) == found.win[first]


@games
def test_the_same_again(game: str) -> None:
    position = list(walk(game, 2, 6))[-1]
    one, two = (search(position, 300, seed=5, threads=2) for _ in range(2))
    assert one == two
    assert pickle.loads(pickle.dumps(one)) == one
    assert str(one).splitlines()[0].count("%") == 2


@games
def test_only_seconds(game: str) -> None:
    found = search(new(game), seconds=0.05)
    check(found)
    more = search(new(game), playouts=7, seconds=100.0)
    assert more.playouts == 7


def test_seconds_alone_set_no_limit_of_playouts() -> None:
    """A limit of 10,000 holds only where nothing else is said."""
    start = new("octi")
    assert search(start).playouts == 10_000
    assert search(start, 10_000, 1000.0).playouts == 10_000
    assert search(start, playouts=None, seconds=0.2).playouts > 0


WRONG = {
    "no limit": ({"playouts": None}, "a search needs a limit: playouts or seconds"),
    "no playouts": ({"playouts": 0}, "playouts: 0 is below 1"),
    "fewer": ({"playouts": -5}, "playouts: -5 is below 1"),
    "half a playout": ({"playouts": 0.5}, "playouts: 0.5 is not a whole number"),
    "a flag": ({"playouts": True}, "playouts: True is not a whole number"),
    "text": ({"playouts": "many"}, "playouts: 'many' is not a whole number"),
    "no time": ({"seconds": 0}, "seconds: 0 is not a finite number above 0"),
    "all time": ({"seconds": float("inf")}, "seconds: inf is not a finite number above 0"),
    "no number": ({"seconds": float("nan")}, "seconds: nan is not a finite number above 0"),
    "no thread": ({"threads": 0}, "threads: 0 is below 1"),
    "too many threads": ({"threads": 10**9}, "threads: 1000000000 is above 256"),
    "candidates": ({"candidates": -1}, "candidates: -1 is below 0"),
    "no nodes": ({"nodes": 0}, "nodes: 0 is below 1"),
    "too many nodes": ({"nodes": 2**31}, "nodes: 2147483648 is above 2147483647"),
    "seed": ({"seed": "x"}, "seed: 'x' is not a whole number"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_arguments_that_mean_nothing(kind: str) -> None:
    arguments, message = WRONG[kind]
    with pytest.raises(ArgumentError) as told:
        search(new("boche", size=2), **arguments)
    assert str(told.value) == message


@games
def test_a_finished_game(game: str) -> None:
    with pytest.raises(ArgumentError, match=r"^the game is over: \w+ resigned$"):
        search(new(game).resign())


def test_a_person_that_is_none() -> None:
    found = search(new("boche", size=2), 10)
    with pytest.raises(ArgumentError, match="player: 2 is above 1"):
        found.value(2)


def test_candidates_may_be_left_out() -> None:
    assert search(new("boche", size=3), 10, candidates=0).candidates == ()


@pytest.mark.parametrize("seed", [-1, 0, 2**70])
def test_any_seed(seed: int) -> None:
    check(search(new("boche", size=3), 30, seed=seed), 30)


def test_naming_it_loads_nothing() -> None:
    code = "import sys; import boche.engine.search.search; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_a_search_says_why_it_ended() -> None:
    found = search(new("boche", size=4), 100)
    assert (found.ended, found.playouts) == ("limit", 100)
    assert search(new("boche"), seconds=0.01).ended == "limit"
    found = search(new("boche", size=2), 50_000)
    assert (found.ended, found.proven) == ("proven", "dark")


def test_a_choice_that_is_the_only_one_takes_no_playouts() -> None:
    """In this position of Octi the best move begins with a pod that can jump in one way only."""
    rng, position = random.Random(7), new("octi")
    for _ in range(18):
        position = position.play(rng.choice(position.legal_moves()))
    found = search(position, 400, seed=7)
    assert (found.ended, found.proven) == ("forced", None)
    assert found.playouts < 400


@threads
@games
def test_a_full_tree_is_told(game: str, threads: int) -> None:
    """The search goes on in the room that there is, to its limit."""
    position = list(walk(game, 2, 6))[-1]
    small = search(position, 3000, nodes=400, threads=threads)
    check(small, 3000)
    assert small.full
    assert small.ended in ("limit", "forced")
    large = search(position, 3000, threads=threads)
    assert not large.full
    assert 0 < small.nodes < large.nodes


def test_the_smallest_tree_holds_the_moves_of_the_position() -> None:
    """Each search by the compiled code ends at once there, and the next one is no longer."""
    found = search(new("boche"), 4000, nodes=1)
    check(found, 4000)
    assert (found.full, found.playouts) == (True, 4000)


@games
def test_an_analysis_goes_through_json(game: str) -> None:
    position = list(walk(game, 2, 6))[-1]
    found = search(position, 300, seed=5)
    again = Analysis.from_data(json.loads(json.dumps(found.as_data())))
    assert again == found
    assert again.seconds == found.seconds
    assert again.policy == found.policy
    assert again.value(0) == found.value(0)


BROKEN: dict[str, tuple[dict[str, object], str]] = {
    "another position": ({"position": "boche"}, "not an analysis as JSON data: "),
    "no move": ({"best": "z9"}, "not an analysis as JSON data: "),
    "a line that cannot be played": ({"line": ["swap", "swap"]}, "not an analysis as JSON data: "),
    "a colour": ({"proven": "red"}, "'red' is not among None, draw, light, dark"),
    "visits": ({"visits": []}, "not an analysis as JSON data: "),
    "no number": ({"playouts": "many"}, "not an analysis as JSON data: "),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_other_data_is_no_analysis(kind: str) -> None:
    change, message = BROKEN[kind]
    found = search(new("boche", size=2).play("c:a1"), 50).as_data()
    with pytest.raises(ArgumentError, match=message) as told:
        Analysis.from_data({**found, **change})
    assert "\n" not in str(told.value)
    for data, text in (({}, "'position' is missing"), (5, "JSON data: 5")):
        with pytest.raises(ArgumentError, match=text):
            Analysis.from_data(data)  # type: ignore[arg-type]
