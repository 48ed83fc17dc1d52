"""Computer players by name: baselines, plain tree search, eight levels, programs that speak GTP.

A new player is a function with ``@player("name", "what it is")``. It gets a ``Seat`` and returns
something that meets ``Player``.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from engine.errors import BocheError
from engine.game import Move, Position
from engine.jit.kernels import UnsearchedGameError
from engine.players.command_line import split_command
from engine.players.levels import LEVELS, Level
from engine.search.params import PLAIN, Budget, Settings
from engine.search.steps import random_move

if TYPE_CHECKING:
    from engine.search.result import Answer
    from engine.search.searcher import Searcher

History = Sequence[tuple[str, str]]
"""The moves so far, each with its colour: ``[("light", "c:a1"), ("dark", "swap")]``."""


class PlayerError(BocheError):
    """A player that cannot go on: it loses, and the message is the reason."""


class ResignedError(PlayerError):
    """A player that could go on and resigns."""


@dataclass(frozen=True)
class Seat:
    """What a player is told before the game.

    ``argument`` is what stood behind the colon of its name; ``start`` the position before the
    first move; ``seconds`` the time it may take for a move; ``threads`` how many it may use.
    """

    argument: str
    start: Position
    seed: int = 0
    seconds: float = 1.0
    threads: int = 1


class Player(Protocol):
    """Chooses moves in one game. ``thoughts`` is the answer behind its last move, if it has one."""

    thoughts: Answer | None

    def choose(self, position: Position, history: History) -> Move:
        """A move for the side to move. Raises ``PlayerError``, ``ResignedError`` to resign."""
        ...

    def set_seconds(self, seconds: float) -> None:
        """From now on a move may take so long."""
        ...

    def close(self) -> None:
        """The game is over, or given up: let go of everything."""
        ...


Maker = Callable[[Seat], Player]


@dataclass(frozen=True)
class Kind:
    """An entry of the registry: how to make the player, and one line for the user."""

    make: Maker
    help: str


REGISTRY: dict[str, Kind] = {}


def player(name: str, text: str) -> Callable[[Maker], Maker]:
    """Register the decorated function under ``name``."""

    def register(make: Maker) -> Maker:
        REGISTRY[name] = Kind(make, text)
        return make

    return register


def make_player(
    name: str, start: Position, *, seed: int = 0, seconds: float = 1.0, threads: int = 1
) -> Player:
    """The player of that name (``"5"``, ``"uct:2000"``, ``"gtp:PROGRAM --OPTION"``).

    Raises ``PlayerError`` for a name or argument that means nothing, and where it cannot start.
    """
    check_name(name)
    kind, argument = find_kind(name)
    return kind.make(Seat(argument, start, seed, seconds, threads))


def find_kind(name: str) -> tuple[Kind, str]:
    """The registry's entry for a name, and its argument. Raises ``PlayerError``."""
    word, _, argument = name.partition(":")
    if word not in REGISTRY:
        raise PlayerError(f"no player {name!r}; there is: {', '.join(REGISTRY)}")
    return REGISTRY[word], argument


def check_name(name: str) -> None:
    """Raises ``PlayerError`` for a name or argument that means nothing; starts nothing."""
    argument = find_kind(name)[1]
    word = name.partition(":")[0]
    if word == "uct":
        _whole("uct", "1000" if argument in ("", "time") else argument)
    elif word == "gtp":
        _check_command(argument)
    elif argument:
        raise PlayerError(f"player {word} takes nothing behind a colon, not {argument!r}")


# -- baselines


class _Random:
    thoughts: Answer | None = None

    def __init__(
        self, seed: int, choose: Callable[[Position, random.Random], Move] = random_move
    ) -> None:
        self._rng, self._choose = random.Random(seed), choose

    def choose(self, position: Position, history: History) -> Move:
        return self._choose(position, self._rng)

    def set_seconds(self, seconds: float) -> None:
        pass

    def close(self) -> None:
        pass


@player("random", "any legal move")
def _random(seat: Seat) -> Player:
    return _Random(seat.seed)


MOST_LOOKED_AT = 300
"""Moves that are looked at one by one; of more, so many are drawn."""


@player(
    "greedy",
    "wins at once if it can, does not lose at once if it can help it, else random; "
    f"where there are over {MOST_LOOKED_AT} moves it looks at so many of them",
)
def _greedy(seat: Seat) -> Player:
    return _Random(seat.seed, lambda position, rng: rng.choice(best_at_once(position, rng)))


def best_at_once(position: Position, rng: random.Random) -> Sequence[Move]:
    """The moves that win at once; if there are none, those that do not lose at once; else all.

    Of more than ``MOST_LOOKED_AT`` moves it knows only some.
    """
    moves, safe, wins = some_moves(position, rng), [], []
    for move in moves:
        outcome = position.play(move).outcome
        if outcome is None or outcome.winner is None:
            safe.append(move)
        elif outcome.winner == position.turn:
            wins.append(move)
    return wins or safe or moves


def some_moves(position: Position, rng: random.Random) -> Sequence[Move]:
    """All legal moves; of more than ``MOST_LOOKED_AT`` so many drawn ones, each once."""
    # Counting them all could take minutes where they are made as they are asked for.
    moves = list(islice(position.legal_moves(), MOST_LOOKED_AT + 1))
    if len(moves) <= MOST_LOOKED_AT:
        return moves
    return list(dict.fromkeys(random_move(position, rng) for _ in range(MOST_LOOKED_AT)))


# -- tree search


class SearchPlayer:
    """Plays what a tree search finds; each game has a search of its own."""

    def __init__(self, seat: Seat, settings: Settings, level: Level) -> None:
        from engine.search.searcher import Searcher

        self.thoughts: Answer | None = None
        self._level, self._rng = level, random.Random(seat.seed)
        seconds = seat.seconds if level.simulations is None else None
        self._budget = Budget(seconds=seconds, simulations=level.simulations)
        threads = seat.threads if level.simulations is None else 1
        self._searcher: Searcher = Searcher(seat.start, settings, seed=seat.seed, threads=threads)

    def choose(self, position: Position, history: History) -> Move:
        try:
            self._searcher.go_to(position, [move for _, move in history])
        except UnsearchedGameError as error:
            raise PlayerError(str(error)) from error
        answer = self.thoughts = self._searcher.search(self._budget)
        return self._level.pick(answer, self._rng)

    def set_seconds(self, seconds: float) -> None:
        if self._level.simulations is None:
            self._budget = replace(self._budget, seconds=seconds)

    def stop(self) -> None:
        """Make ``choose`` return at once, from another thread."""
        self._searcher.stop()

    def close(self) -> None:
        self._searcher.stop()


@player(
    "uct",
    "plain tree search, no refinements; uct:N with N playouts a move (default: 1000), "
    "uct:time with all the time it gets",
)
def _uct(seat: Seat) -> Player:
    if seat.argument == "time":
        settings = replace(PLAIN, nodes=LEVELS[8].settings.nodes)
        return SearchPlayer(seat, settings, Level(None, 0.0, settings))
    simulations = _whole("uct", seat.argument or "1000")
    # Below 100 nodes a playout's worth of children would not fit.
    settings = replace(PLAIN, nodes=min(1_000_000, 1000 + 100 * simulations))
    return SearchPlayer(seat, settings, Level(simulations, 0.0, settings))


def _whole(name: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) == int(text):
        raise PlayerError(
            f"player {name}: {text[:40]!r} is neither a number of playouts (1 or more) nor 'time'"
        )
    return int(text)


def _level_maker(number: int) -> Maker:
    def make(seat: Seat) -> Player:
        level = LEVELS[number]
        return SearchPlayer(seat, level.settings, level)

    return make


for _number, _level in LEVELS.items():
    REGISTRY[str(_number)] = Kind(_level_maker(_number), f"level {_number}: {_level.text}")


# -- other programs


@player("gtp", "any program that speaks GTP: gtp:COMMAND")
def _gtp(seat: Seat) -> Player:
    from engine.players.external import GtpPlayer

    return GtpPlayer(seat.argument, seat.start, seat.seconds)


def _check_command(command: str) -> None:
    if not command.strip():
        raise PlayerError("player gtp: name the program, as in 'gtp:boche gtp'")
    try:
        program = split_command(command)[0]
        found = shutil.which(program)
    except ValueError as error:
        raise PlayerError(f"{command}: cannot be started: {error}") from error
    if found is None:
        hint = "" if program == command.strip() else f" as {program!r} (quote a name with blanks)"
        raise PlayerError(f"{command}: cannot be started: there is no such program{hint}")


def described() -> Mapping[str, str]:
    """All players with what they are."""
    return {name: kind.help for name, kind in REGISTRY.items()}
