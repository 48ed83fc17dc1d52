"""``match``: matches between players by name and of one's own, by one call."""

from __future__ import annotations

import random
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boche.engine.arguments import ArgumentError
from boche.engine.errors import BocheError, OptionError, UnknownGameError
from boche.engine.game import Position
from boche.engine.games.registry import GAMES
from boche.engine.match.plan import MatchError
from boche.engine.match.series import MatchResult, match
from boche.engine.match.suites import SuiteError, load_suite
from boche.engine.players.errors import PlayerError, ResignedError
from boche.engine.players.play import player
from boche.engine.players.player import Seat
from boche.engine.record import Record, check, load

games = pytest.mark.parametrize("game", list(GAMES))
SHORT: dict[str, dict[str, Any]] = {
    "boche": {"size": 2}, "che": {"num_tiles": 8}, "boku": {"longest": 20}, "octi": {"longest": 20},
}  # fmt: skip


class Careless:
    """Plays at random from its seat's seed."""

    def __init__(self, seat: Seat) -> None:
        self._rng = random.Random(seat.seed)

    def choose(self, position: Position) -> Any:
        return position.random_move(self._rng)


def consistent(result: MatchResult, games: int) -> None:
    assert result.games == games == len(result.records)
    won = [record.winning_player == index % 2 for index, record in enumerate(result.records)]
    drawn = [record.winning_player is None for record in result.records]
    assert (result.won, result.drawn) == (sum(won), sum(drawn))
    assert result.lost == games - result.won - result.drawn
    low, high = result.interval
    assert 0 <= low <= result.share <= high <= 1
    for record in result.records:
        assert check(record) == []


@games
def test_one_s_own_against_a_name(game: str) -> None:
    result = match(Careless, "random", game, 4, **SHORT[game])
    consistent(result, 4)
    names = [list(record.players.values()) for record in result.records]
    assert names == [["Careless", "Computer random"], ["Computer random", "Careless"]] * 2
    assert result.forfeits == 0


@games
def test_a_pair_of_games_has_one_opening(game: str) -> None:
    result = match("random", "random", game, 6, opening=2, **SHORT[game])
    consistent(result, 6)
    openings = [record.moves()[:2] for record in result.records]
    assert openings[::2] == openings[1::2]
    assert len({tuple(opening) for opening in openings}) > 1


def test_swaps_are_counted_for_persons() -> None:
    """Without an opening players swap, and the winner is still the right one."""
    result = match(Careless, lambda position: swap_or_first(position), size=2, games=30, opening=0)
    consistent(result, 30)
    swapped = [record for record in result.records if "swap" in record.moves()]
    assert {record.winning_player for record in swapped} == {0, 1}


def swap_or_first(position: Position) -> Any:
    moves = {str(move): move for move in position.legal_moves()}
    return moves.get("swap", next(iter(moves.values())))


def test_the_same_again_also_in_processes() -> None:
    one, again, two = (
        match("random", "greedy", size=2, games=4, seed=3, jobs=jobs) for jobs in (1, 1, 2)
    )
    assert one == again == two
    assert one.records == two.records


def test_an_object_is_shared_and_a_class_instantiated() -> None:
    made: list[object] = []

    class Counted(Careless):
        def __init__(self, seat: Seat) -> None:
            super().__init__(seat)
            made.append(self)

        def close(self) -> None:
            made.append("closed")

    match(Counted, "random", size=2, games=2)
    assert [one if isinstance(one, str) else "made" for one in made] == ["made", "closed"] * 2


WRONG: dict[str, tuple[Callable[[Position], Any], str]] = {
    "raises": (lambda position: 1 // 0, "ZeroDivisionError"),
    "nonsense": (lambda position: "e2-e4", "chose an invalid move: 'e2-e4': "),
    "nothing": (lambda position: None, "chose an invalid move: 'None'"),
}


@pytest.mark.parametrize("kind", WRONG)
@games
def test_a_player_that_fails_loses_with_its_reason(game: str, kind: str) -> None:
    wrong, reason = WRONG[kind]
    result = match(wrong, "random", game, 2, **SHORT[game])
    assert (result.won, result.lost, result.forfeits) == (0, 2, 2)
    for index, record in enumerate(result.records):
        assert record.result.endswith("+F")
        assert record.winning_player == 1 - index
        comment = record.main_line()[-1].comment
        assert f"loses: <lambda>: {reason}" in comment
        assert "\n" not in comment


def test_a_player_that_cannot_be_made_or_closed() -> None:
    class Unmade(Careless):
        def __init__(self) -> None:
            raise OSError("no network")

    class Unclosed(Careless):
        def close(self) -> None:
            raise OSError("no network")

    assert match(Unmade, "random", size=2, games=2).forfeits == 2
    result = match(Unclosed, "random", size=2, games=2)
    assert result.forfeits == 0
    consistent(result, 2)
    assert [str(error) for error in result.errors.values()] == ["Unclosed: OSError: no network"] * 2
    with pytest.raises(PlayerError, match=r"^Unclosed: OSError: no network$"):
        match(Unclosed, "random", size=2, games=2, raising=True)


def test_a_player_that_ends_its_process_is_named(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import os\n\ndef leaves(position):\n    os._exit(3)\n")
    with pytest.raises(BocheError) as caught:
        match(f"python:{bot}:leaves", "random", "boku", 2, jobs=2)
    players = f"python:{bot}:leaves played against random"
    assert str(caught.value).startswith(f"a worker process crashed or was killed while {players}, ")
    assert "\n" not in str(caught.value)


def test_resigning_is_no_failure() -> None:
    def resigns(position: Position) -> Any:
        raise ResignedError("enough")

    result = match(resigns, "random", size=2, games=2)
    assert (result.lost, result.forfeits) == (2, 0)
    assert {record.result for record in result.records} == {"B+R", "W+R"}


def test_an_interrupt_passes() -> None:
    def interrupted(position: Position) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match(interrupted, "random", size=2, games=2)


def test_other_programs_get_the_moves() -> None:
    engine = f"gtp:{shlex.quote(sys.executable)} -m boche gtp --player random"
    result = match(engine, "random", size=2, games=2)
    assert result.forfeits == 0
    consistent(result, 2)
    with player(engine) as mine:
        result = match(mine, "random", size=2, games=2)
    assert result.forfeits == 0, [r.main_line()[-1].comment for r in result.records]


def test_a_folder_is_continued(tmp_path: Path) -> None:
    begun = match("random", "greedy", size=2, games=2, folder=tmp_path / "m")
    assert [load(path) for path in sorted((tmp_path / "m").glob("*.sgf"))] == list(begun.records)
    more = match("random", "greedy", size=2, games=4, folder=str(tmp_path / "m"))
    assert more.records[:2] == begun.records
    assert more.games == 4
    with pytest.raises(MatchError, match="contains another match"):
        match("random", "random", size=2, games=4, folder=tmp_path / "m")


def test_it_says_its_score() -> None:
    result = match("greedy", "random", size=3, games=4)
    assert str(result).startswith(f"{result.won} won, {result.lost} lost")
    assert result.as_data()["games"] == 4
    assert isinstance(result.records[0], Record)


REFUSED: dict[str, tuple[dict[str, Any], type[BocheError], str]] = {
    "no games": ({"games": 0}, ArgumentError, "games: 0 is below 1"),
    "half a game": ({"games": 0.5}, ArgumentError, "games: 0.5 is not a whole number"),
    "opening": ({"opening": 21}, ArgumentError, "opening: 21 is above 20"),
    "jobs": ({"jobs": 0}, ArgumentError, "jobs: 0 is below 1"),
    "seconds": ({"seconds": -1}, ArgumentError, "seconds: -1 is not a finite number above 0"),
    "seed": ({"seed": "x"}, ArgumentError, "seed: 'x' is not a whole number"),
    "option": ({"colour": 1}, OptionError, "boche has no option 'colour'"),
    "size": ({"size": 99}, OptionError, "99 is not between"),
    "game": ({"game": "chess"}, UnknownGameError, "unknown game 'chess'"),
    "name": ({"first": "nobody"}, PlayerError, "unknown player 'nobody'"),
    "no player": ({"second": 7}, PlayerError, "is not a player"),
    "processes": (
        {"first": Careless, "jobs": 2},
        MatchError,
        "Careless can only play in this process",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_bad_arguments_are_told_before_a_game(kind: str) -> None:
    arguments, error, message = REFUSED[kind]
    with pytest.raises(error, match=message) as told:
        match(**{"first": "random", "second": "random", **arguments})
    assert "\n" not in str(told.value)


# -- what the command can do as well


def test_a_sequential_test_ends_a_match_early_with_the_command_s_decision(tmp_path: Path) -> None:
    result = match("greedy", "random", "boku", sprt=(0, 300), seed=2, folder=tmp_path)
    assert result.accepted == "H1"
    assert result.games == 2 * sum(result.pairs) <= len(result.records) < 200
    assert "H1 accepted" in str(result)
    assert match("greedy", "random", "boku", sprt=(0, 300), seed=2, folder=tmp_path) == result
    plain = match("greedy", "random", "boku", result.games, seed=2)
    assert (plain.accepted, plain.pairs) == (None, result.pairs)


def test_a_sequential_test_judges_whole_pairs_and_may_stay_undecided() -> None:
    result = match("random", "random", games=3, sprt=(-5.0, 5), size=2)
    assert (result.games, result.accepted) == (4, None)
    assert "undecided" in str(result)


def test_openings_come_from_a_suite_by_its_name_or_from_a_file(tmp_path: Path) -> None:
    shipped = match("random", "random", "boku", 4, suite="testing", longest=30)
    taken = load_suite("testing", GAMES["boku"], {})
    for index, record in enumerate(shipped.records):
        opening = list(taken[index // 2])
        assert record.moves()[: len(opening)] == opening
    own = tmp_path / "own.sgf"
    first = Record.new("boche", size=3)
    first.root.add("a:a1").add("a:b1")
    first.save(own)
    again = match("random", "random", games=2, suite=own, size=3)
    assert [record.moves()[:2] for record in again.records] == [["a:a1", "a:b1"]] * 2


@pytest.mark.parametrize(
    ("more", "error", "reason"),
    [
        ({"sprt": (50, 0)}, ArgumentError, "the smaller one first"),
        ({"sprt": 5}, ArgumentError, "two Elo differences"),
        ({"sprt": (0, 2000)}, ArgumentError, "-1000 to 1000"),
        ({"suite": "nowhere"}, SuiteError, "no openings 'nowhere'"),
        ({"suite": "testing", "fair": True}, MatchError, "fair tests random openings"),
        ({"cluster": "here"}, BocheError, "tcp://"),
    ],
    ids=str,
)
def test_what_a_match_cannot_do_is_said(
    more: dict[str, Any], error: type[BocheError], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        match("random", "random", "boku", 2, **more)


def test_a_player_of_one_s_own_cannot_play_on_a_cluster() -> None:
    with pytest.raises(MatchError, match="use no cluster"):
        match(Careless, "random", cluster="tcp://127.0.0.1:1")
