"""``player``: by name, of one's own, and other programs, with and without the moves so far."""

from __future__ import annotations

import random
import shlex
import sys
from collections.abc import Callable
from typing import Any

import pytest

from boche.engine.arguments import ArgumentError
from boche.engine.errors import UnknownGameError
from boche.engine.game import Position
from boche.engine.games.registry import GAMES, new
from boche.engine.players.errors import PlayerError, ResignedError
from boche.engine.players.play import player
from boche.engine.players.player import Seat
from boche.engine.record import Record
from tests.positions import played

games = pytest.mark.parametrize("game", list(GAMES))
ENGINE = f"gtp:{shlex.quote(sys.executable)} -m boche gtp --player random"


def first(position: Position) -> Any:
    """Play the first legal move."""
    return position.steps()[0].move or position.random_move(random.Random(0))


# -- by name


@pytest.mark.parametrize("name", ["random", "greedy", "uct:20", "1", "4"])
@games
def test_by_name(game: str, name: str) -> None:
    with player(name, game, seed=3, seconds=0.05) as made:
        position = new(game)
        for _ in range(3):
            move = made.choose(position)
            assert position.parse(str(move)) == move
            position = position.play(move)
        assert made.name == name


def test_one_player_for_all_games_and_options() -> None:
    with player("uct:10") as made:
        for start in (new("boche", size=2), new("octi"), new("boche", size=3), new("che")):
            start.play(made.choose(start))


def test_a_player_of_one_game() -> None:
    made = player("random", "boku")
    with pytest.raises(PlayerError, match=r"^random: it was made for boku, not for octi$"):
        made.choose(new("octi"))


def test_the_same_seed_plays_the_same() -> None:
    moves = [
        [str(player("random", seed=seed).choose(new("boche"))) for _ in range(3)]
        for seed in range(9)
    ]
    assert all(len(set(three)) == 1 for three in moves)
    assert len({three[0] for three in moves}) > 1


@pytest.mark.parametrize(
    "name", ["10", "", "uct:0", "random:3", "5:1", "gtp", "gtp:no such program"]
)
def test_names_that_mean_nothing(name: str) -> None:
    with pytest.raises(PlayerError) as told:
        player(name)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"game": "chess"}, UnknownGameError, "unknown game 'chess'"),
        ({"seconds": 0}, ArgumentError, "seconds: 0 is not"),
        ({"seconds": "1"}, ArgumentError, "seconds: '1' is not"),
        ({"threads": 0}, ArgumentError, "threads: 0 is below 1"),
        ({"seed": None}, ArgumentError, "seed: None is not a whole number"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        player("random", **arguments)


@games
def test_a_finished_game(game: str) -> None:
    with pytest.raises(ArgumentError, match=r"^the game is over: \w+ resigned$"):
        player("random").choose(new(game).resign())


def test_after_it_is_closed() -> None:
    made = player("random")
    made.close()
    made.close()
    with pytest.raises(PlayerError, match=r"^random: the player is closed$"):
        made.choose(new("boche"))


# -- of one's own


class Thinker:
    """Plays the first move, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.closed = False

    def choose(self, position: Position) -> Any:
        self.asked += 1
        return first(position)

    def close(self) -> None:
        self.closed = True


class Seated:
    """Gets its seat, as a player of a name does."""

    seats: list[Seat] = []  # noqa: RUF012

    def __init__(self, seat: Seat) -> None:
        self.seats.append(seat)

    def choose(self, position: Position) -> Any:
        return first(position)


class Historian:
    """Wants the moves so far."""

    def choose(self, position: Position, history: Any) -> Any:
        at = new(position.game.name, **position.options)
        for move in history:
            at = at.play(move)
        assert at == position
        return str(first(position))


OWN: dict[str, Callable[[], Any]] = {
    "a function": lambda: first,
    "a lambda": lambda: lambda position: str(first(position)),
    "an object": Thinker,
    "a class": lambda: Thinker,
    "a class with a seat": lambda: Seated,
    "a player": lambda: player("uct:5"),
    "a bound method": lambda: Thinker().choose,
}


@pytest.mark.parametrize("kind", OWN)
@games
def test_one_s_own(game: str, kind: str) -> None:
    with player(OWN[kind](), game) as made:
        position = new(game)
        for _ in range(3):
            position = position.play(made.choose(position))


def test_an_object_is_used_and_a_class_instantiated() -> None:
    mine = Thinker()
    with player(mine) as made:
        made.choose(new("boche", size=3))
        made.choose(new("octi"))
    assert (mine.asked, mine.closed) == (2, False), "its maker closes it"
    closed: list[Thinker] = []

    class Kept(Thinker):
        def close(self) -> None:
            closed.append(self)

    with player(Kept) as made:
        made.choose(new("boche", size=3))
        made.choose(new("boche", size=3).play("c:a1"))
        assert closed == []
        made.choose(new("octi"))
        assert [one.asked for one in closed] == [2], "a new one for other games"
    assert [one.asked for one in closed] == [2, 1]


def test_a_class_gets_its_seat() -> None:
    Seated.seats.clear()
    player(Seated, seed=5, seconds=2.5, threads=2).choose(played("boche", "c:a1", size=3))
    (seat,) = Seated.seats
    assert (seat.seed, seat.seconds, seat.threads) == (5, 2.5, 2)
    assert seat.start == new("boche", size=3)


@games
def test_the_moves_so_far(game: str) -> None:
    record, rng = Record.new(game), random.Random(1)
    for _ in range(4):
        end = record.main_line()[-1]
        end.add(record.position().random_move(rng))
    position = record.position()
    with player(Historian()) as made:
        for history in (record, record.main_line()[-1], record.moves()):
            made.choose(position, history)
        moves = [record.position(n).parse(n.move) for n in record.main_line()[1:]]
        made.choose(position, moves)
        earlier = record.main_line()[2]
        made.choose(record.position(earlier), record)
        with pytest.raises(PlayerError, match="history: these moves do not lead to"):
            made.choose(position, record.moves()[:-1])
        with pytest.raises(PlayerError, match=r"^history: "):
            made.choose(position, ["nonsense", *record.moves()])


class Named(Thinker):
    """Has a name of its own, which only an object tells."""

    @property
    def name(self) -> str:
        return "Deep\nThought"


def test_names() -> None:
    names = {first: "first", Thinker: "Thinker", Thinker(): "Thinker", Named: "Named",
             Named(): "Deep Thought", "uct:5": "uct:5"}  # fmt: skip
    for source, name in names.items():
        assert player(source).name == name
        assert repr(player(source)) == f"<Player {name}>"


def test_who_needs_the_moves_says_so() -> None:
    made = player(Historian)
    made.choose(new("boche", size=3))
    with pytest.raises(PlayerError, match=r"^Historian: needs the moves that led here; pass them"):
        made.choose(played("boche", "c:a1", size=3))


def bad(answer: object) -> Callable[[Position], Any]:
    def answers(position: Position) -> Any:
        if isinstance(answer, BaseException):
            raise answer
        return answer

    return answers


class Unprintable:
    def __str__(self) -> str:
        raise RuntimeError("no text")


WRONG = {
    "an exception": (ZeroDivisionError("one\ntwo"), "answers: ZeroDivisionError: one two"),
    "without a message": (MemoryError(), "answers: MemoryError: MemoryError"),
    "nothing": (None, "answers: chose an invalid move: 'None': not a move"),
    "nonsense": ("e2-e4", "answers: chose an invalid move: 'e2-e4': not a move"),
    "an illegal move": ("c:a1", "answers: chose an invalid move: c:a1: "),
    "a number": (7, "answers: chose an invalid move: '7': not a move"),
    "no text": (Unprintable(), "answers: RuntimeError: no text"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_goes_wrong_is_told_in_one_line(kind: str) -> None:
    answer, message = WRONG[kind]
    with player(bad(answer)) as made, pytest.raises(PlayerError) as told:
        made.choose(played("boche", "c:a1", size=3))
    assert str(told.value).startswith(message)
    assert "\n" not in str(told.value)


def test_the_cause_of_an_exception_is_kept() -> None:
    error = ZeroDivisionError("x")
    with pytest.raises(PlayerError) as told:
        player(bad(error)).choose(new("boche"))
    assert told.value.__cause__ is error


def test_resigning_and_interrupting() -> None:
    with pytest.raises(ResignedError):
        player(bad(ResignedError("enough"))).choose(new("boche"))
    with pytest.raises(KeyboardInterrupt):
        player(bad(KeyboardInterrupt())).choose(new("boche"))


def test_a_function_of_something_else() -> None:
    with pytest.raises(PlayerError, match=r"^new: UnknownGameError: unknown game "):
        player(new).choose(new("boche"))


@pytest.mark.parametrize("source", [7, None, object(), object, [first]])
def test_what_is_no_player(source: Any) -> None:
    with pytest.raises(PlayerError, match="is not a player: pass a name, a function"):
        player(source)


def test_a_class_that_cannot_be_made() -> None:
    class Broken(Thinker):
        def __init__(self) -> None:
            raise OSError("no network")

    with pytest.raises(PlayerError, match=r"^Broken: OSError: no network$"):
        player(Broken).choose(new("boche"))


def test_another_program_after_a_swap() -> None:
    position = played("boche", "c:a1 swap", size=4)
    with player(ENGINE) as made:
        position.play(made.choose(position, ["c:a1", "swap"]))


def test_a_program_that_is_none() -> None:
    command = f"gtp:{shlex.quote(sys.executable)} -c pass"
    with player(command) as made, pytest.raises(PlayerError, match="exited"):
        made.choose(new("boche", size=3))
