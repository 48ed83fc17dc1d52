"""Many games at once for programs that learn, and random games to the end."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from boche.engine.arguments import check_flag, check_playable, check_position, check_whole
from boche.engine.errors import BocheError, IllegalMoveError
from boche.engine.game import Game, Position
from boche.engine.games.registry import DEFAULT_NAME, KnownName, find
from boche.engine.learning import actions as spaces
from boche.engine.learning import stacking
from boche.engine.learning.actions import state_of
from boche.engine.learning.stacking import narrowed, stacked
from boche.engine.native.kernels import (
    UnsearchedGameError,
    code_of,
    encoding_of,
    locked,
    searches,
)
from boche.engine.search import rng
from boche.engine.search.encoding import Encoding
from boche.engine.words import NO_ACTION

PART_SECONDS = 0.05
"""Time of compiled code after which Ctrl+C is looked for."""

IN_USE = "VectorGame: another thread plays these games; make others for this one"

Actions = npt.NDArray[np.int64]


class Observed(NamedTuple):
    """The games after a step; ``n`` is their number. The next step changes the arrays.

    ``observation``: float32, (n, planes, rows, columns), 0 to 1, as the player to move sees it.
    ``mask``: bool, (n, num_actions), True for legal actions.
    ``player``: int8, (n,), the player to move, 0 or 1.
    ``rewards``: float32, (n, 2), of players 0 and 1 for the last step: 1, -1, or 0.
    ``done``: bool, (n,), True if the last step ended a game. The rest describes the new game then.
    ``truncated``: bool, (n,), True if that game was only cut off, since it went on for too long.
    """

    observation: npt.NDArray[np.float32]
    mask: npt.NDArray[np.bool_]
    player: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.float32]
    done: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]


class VectorGame:
    """Any number of games that go on at once, compiled; a game that ends starts again.

    >>> from boche.engine.learning.vector_game import VectorGame
    >>> games = VectorGame(n=8, seed=1)
    >>> for _ in range(100):
    ...     state = games.step(games.random_actions())
    >>> state.rewards.shape, bool(state.mask.any(axis=1).all())
    ((8, 2), True)

    Games that could go on for ever are cut off, as in the search, and so is one in which no legal
    move has an action: nobody wins, and ``truncated`` says so. One thread plays the games: any
    other gets a ``BocheError`` until ``reset``. ``num_actions`` and
    ``observation_shape`` are those of ``start``, the position from which the games start.
    """

    def __init__(
        self,
        game: KnownName | Position = DEFAULT_NAME,
        n: int = 1024,
        *,
        seed: int = 0,
        observations: bool = True,
        **options: object,
    ) -> None:
        """Start ``n`` games of a game by name, with its options, or from a position.

        ``seed`` is that of ``random_actions``. Without ``observations``, which take much of the
        time, that array has no planes. Raises ``BocheError`` for a game without actions or a bad
        argument.
        """
        check_whole("n", n, 1)
        check_whole("seed", seed)
        check_flag("observations", observations)
        if not isinstance(game, str) and options:
            raise BocheError("VectorGame: options belong to a name; a position has its own")
        start = find(game).new(**options) if isinstance(game, str) else game
        check_position(start)
        if start.outcome is not None:
            raise BocheError(f"VectorGame: the game is over: {start.outcome.reason}")
        check_playable(start)
        self.start = start
        encoding: Encoding = encoding_of(start.game)
        space = spaces.action_space(start.game)
        self._kernels = learning_kernels(start.game)
        self._start = narrowed(spaces.state_of(start, self._kernels.game), space)
        self.num_actions = spaces.num_actions(start)
        self.observation_shape = spaces.observation_shape(start)
        self._observed = int(observations)
        try:
            self._stack = stacked(self._start, n, space.changing)
            planes, rows, columns = self.observation_shape
            shape = (planes if self._observed else 0, rows, columns)
            self._tables = new_tables(
                self._kernels.vector.Tables, n, shape, self.num_actions, encoding.most_moves(start)
            )
        except (MemoryError, OverflowError, ValueError):  # numpy's of what no machine could hold
            raise BocheError(f"VectorGame: not enough memory for {n:,} games") from None
        self._n, self._busy, self._player = n, threading.Lock(), 0
        shown = self._tables[: len(Observed._fields)]
        self._state = Observed(*map(_read_only, shown))
        self.reset(seed=seed)

    def __len__(self) -> int:
        return self._n

    def __repr__(self) -> str:
        return f"<VectorGame of {len(self)} games of {self.start.game.title}>"

    @property
    def state(self) -> Observed:
        """The games as they stand."""
        return self._state

    def reset(self, *, seed: int | None = None) -> Observed:
        """Start all games anew, and with a ``seed`` also the random actions."""
        if seed is not None:
            check_whole("seed", seed)
            self._source = np.array([rng.seed_word(seed, 0)], np.uint64)
        self._run(
            self._kernels.vector.begin, self._stack, self._start, self._tables, self._observed,
            anybody=True,
        )  # fmt: skip
        return self.state

    def _run(self, function: Callable[..., Any], *arguments: Any, anybody: bool = False) -> Any:
        """Call compiled code on the games, for the thread that plays them or for ``anybody``.

        Raises ``BocheError`` for any other thread, or while another is in here.
        """
        if not self._busy.acquire(blocking=False):
            raise BocheError(IN_USE)
        try:
            thread = threading.get_ident()
            if not anybody and self._player not in (0, thread):
                raise BocheError(IN_USE)
            result = function(*arguments)
            self._player = 0 if anybody else thread
            return result
        finally:
            self._busy.release()

    def step(self, actions: npt.ArrayLike) -> Observed:
        """Take one action in each game, given as (n,) integers.

        If one is illegal, nothing happens; raises ``IllegalMoveError`` for it, ``BocheError`` for
        another shape or type.
        """
        try:
            array = np.asarray(actions)
        except ValueError:  # rows of different lengths
            array = np.zeros((), object)
        if array.shape != (self._n,) or array.dtype.kind not in "iu":
            raise BocheError(
                f"VectorGame: actions of shape {array.shape} and type {array.dtype}; "
                f"pass {self._n} integers"
            )
        # A copy, since another thread may change the array while the compiled code reads it.
        own = array.astype(np.int64)
        wrong = self._run(
            self._kernels.vector.step, self._stack, self._start, self._tables, own, self._observed
        )
        if wrong >= 0:
            raise IllegalMoveError(NO_ACTION(), f"game {wrong}, action {array[wrong]}")
        return self._state

    def random_actions(self) -> Actions:
        """Return a random legal action for each game: int64, (n,)."""
        out = np.empty(self._n, np.int64)
        self._run(self._kernels.vector.sample, self._tables, self._source, out)
        return out


def new_tables(kind: type, n: int, shape: tuple[int, ...], actions: int, most_moves: int) -> Any:
    """Return the tables of ``n`` games; ``shape`` is that of an observation."""
    return kind(
        observation=_fixed((n, *shape), np.float32),
        mask=_fixed((n, actions), np.bool_),
        player=_fixed((n,), np.int8),
        rewards=_fixed((n, 2), np.float32),
        done=_fixed((n,), np.bool_),
        truncated=_fixed((n,), np.bool_),
        listed=np.zeros((n, most_moves), np.int32),
        moves=np.zeros((n, most_moves), np.int32),
        count=np.zeros(n, np.int32),
        chosen=np.zeros(n, np.int32),
        scratch=np.zeros(most_moves, np.int64),
    )


def _fixed(shape: tuple[int, ...], kind: type) -> npt.NDArray[Any]:
    """Return an array of zeros whose memory stays where it is, even if its users resize it."""
    return np.ndarray(shape, kind, bytearray(math.prod(shape) * np.dtype(kind).itemsize))


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the same memory, for users, who cannot make it writable."""
    memory: Any = array.base
    return np.frombuffer(memoryview(memory).toreadonly(), array.dtype).reshape(array.shape)


def compiled_calls(game: Game) -> Iterator[tuple[Any, ...]]:
    """Yield the compiled functions called here, with arguments as they are passed."""
    compiled, encoding = learning_kernels(game), encoding_of(game)
    start: Any = (encoding.searchable or (lambda position: position))(game.new())
    state, source = encoding.make_state(start, compiled.game), np.ones(1, np.uint64)
    trail, out = np.zeros(1, np.int64), np.zeros(1, np.int8)
    yield compiled.rollouts.results, state, state, source, trail, 1, out
    if compiled.vector is None:
        return
    space = spaces.action_space(game)
    first = narrowed(spaces.state_of(game.new(), compiled.game), space)
    stack = stacked(first, 1, space.changing)
    tables = new_tables(compiled.vector.Tables, 1, (0, 1, 1), 1, 1)
    actions = np.zeros(1, np.int64)
    yield compiled.vector.begin, stack, first, tables, 0
    yield compiled.vector.step, stack, first, tables, actions, 0
    yield compiled.vector.sample, tables, source, actions


def rollouts(position: Position, n: int, seed: int = 0) -> npt.NDArray[np.int8]:
    """Play ``n`` random games from a position to the end; return their results.

    A result is 1 if player 0 wins, -1 if player 1 wins, 0 for a draw: int8, (n,). The same seed
    gives the same games. They are those of the search: nobody swaps, the steps of a move are drawn
    one by one, and a game that goes on for too long is a draw.

    Raises ``BocheError`` for a game or position that the search cannot play.
    """
    check_position(position)
    check_playable(position)
    check_whole("n", n, 0)
    check_whole("seed", seed)
    try:
        out = np.zeros(n, np.int8)
    except (MemoryError, OverflowError, ValueError):  # numpy's of what no machine could hold
        raise BocheError(f"rollouts: not enough memory for {n:,} results") from None
    if position.outcome is not None:
        out[:] = int(position.returns()[0])
        return out
    encoding: Encoding = encoding_of(position.game)
    kernels = learning_kernels(position.game)
    root, state = (encoding.make_state(position, kernels.game) for _ in range(2))
    longest = max(encoding.longest(position), encoding.most_moves(position))
    trail = np.zeros(longest + 2, np.int64)
    source = np.array([rng.seed_word(seed, 0)], np.uint64)
    at_once = encoding.games_at_once(position)
    done, part, start = 0, at_once, time.perf_counter()
    while done < n:  # in parts, so that Ctrl+C is heard
        kernels.rollouts.results(root, state, source, trail, at_once, out[done : done + part])
        done += part
        if time.perf_counter() - start < PART_SECONDS:
            part *= 2
        start = time.perf_counter()
    return out


# Compiled rollouts and many games at once, for one game; see ``engine.native.kernels``.

VECTOR = "boche.engine.learning.vector"


class LearningKernels(NamedTuple):
    """The compiled functions of one game for ``engine.learning``, for calls from Python.

    ``vector`` is None for a game without integer actions.
    """

    game: Any
    rollouts: Any
    vector: Any = None


def learning_kernels(game: Game) -> LearningKernels:
    """Return the compiled rollouts and vector games of a game, from any thread.

    Raises ``UnsearchedGameError``.
    """
    with locked():
        return _learning_kernels(game)


@cache
def _learning_kernels(game: Game) -> LearningKernels:
    if not searches(game):
        raise UnsearchedGameError(f"{game.title} cannot be played by compiled code yet")
    code = code_of(game)
    own = code.entries(f"{game.room}.search")
    rollouts = code.entries("boche.engine.learning.rollouts")
    space = encoding_of(game).actions
    if space is None:
        return LearningKernels(own, rollouts)
    state = state_of(game.new())  # for the names and kinds of its fields
    code.scope.replaced[f"{VECTOR}.select"] = stacking.select_of(state, space.changing)
    return LearningKernels(own, rollouts, code.entries(VECTOR))
