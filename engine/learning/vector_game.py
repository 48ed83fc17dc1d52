"""Many games at once for programs that learn, and random games to the end."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from boche.engine.errors import BocheError, IllegalMoveError
from boche.engine.game import Position
from boche.engine.games.registry import DEFAULT, find
from boche.engine.jit.kernels import encoding_of
from boche.engine.learning import actions as spaces
from boche.engine.learning.kernels import learning_kernels
from boche.engine.learning.stacking import stacked
from boche.engine.search import rng
from boche.engine.search.encoding import Encoding
from boche.engine.words import NO_ACTION

Actions = npt.NDArray[np.int64]


class Observed(NamedTuple):
    """The games after a step; ``n`` is their number. The arrays change with the next step.

    ``observation``: float32, (n, planes, rows, columns), as the player to move sees it.
    ``mask``: bool, (n, num_actions), True for legal actions.
    ``player``: int8, (n,), the player to move, 0 or 1.
    ``rewards``: float32, (n, 2), of players 0 and 1 for the last step: 1, -1, or 0.
    ``done``: bool, (n,), True if the last step ended a game. The rest describes the new game then.
    """

    observation: npt.NDArray[np.float32]
    mask: npt.NDArray[np.bool_]
    player: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.float32]
    done: npt.NDArray[np.bool_]


class VectorGame:
    """Any number of games that go on at once, compiled; a game that ends starts again.

    >>> from boche.engine.learning.vector_game import VectorGame
    >>> games = VectorGame(n=8, seed=1)
    >>> for _ in range(100):
    ...     state = games.step(games.random_actions())
    >>> state.rewards.shape, bool(state.mask.any(axis=1).all())
    ((8, 2), True)

    Games that could go on for ever end as draws, as in the search; so does one in which no legal
    move has an action.
    """

    def __init__(
        self,
        game: str | Position = DEFAULT.name,
        n: int = 1024,
        *,
        seed: int = 0,
        observations: bool = True,
        **options: object,
    ) -> None:
        """Start ``n`` games of a game by name, with its options, or from a position.

        ``seed`` is that of ``random_actions``. Without ``observations``, which take most of the
        time, theirs has no planes. The first time, compiling takes some seconds. Raises
        ``BocheError`` for a game without actions or a bad argument.
        """
        if n < 1:
            raise BocheError(f"VectorGame: {n} games; there must be at least one")
        if not isinstance(game, str) and options:
            raise BocheError("VectorGame: options belong to a name; a position has its own")
        start = find(game).new(**options) if isinstance(game, str) else game
        if start.outcome is not None:
            raise BocheError(f"VectorGame: the game is over: {start.outcome.reason}")
        self.start = start
        encoding: Encoding = encoding_of(start.game)
        space = spaces.action_space(start.game)
        self._kernels = learning_kernels(start.game)
        at = encoding.searchable(start) if encoding.searchable is not None else start
        self._start = (space.make_state or encoding.make_state)(at, self._kernels.game)
        self._stack = stacked(self._start, n, space.changing)
        self.num_actions = spaces.num_actions(start)
        planes, rows, columns = spaces.observation_shape(start)
        self.observation_shape = (planes, rows, columns)
        self._observed = int(observations)
        shape = (n, planes if observations else 0, rows, columns)
        self._tables = self._kernels.vector.Tables(
            observation=np.zeros(shape, np.float32),
            mask=np.zeros((n, self.num_actions), np.bool_),
            player=np.zeros(n, np.int8),
            rewards=np.zeros((n, 2), np.float32),
            done=np.zeros(n, np.bool_),
            listed=np.zeros((n, encoding.most_moves(at)), np.int32),
            moves=np.zeros((n, encoding.most_moves(at)), np.int32),
            count=np.zeros(n, np.int32),
            scratch=np.zeros(encoding.most_moves(at), np.int64),
        )
        self._source = np.array([rng.seed_word(seed, 0)], np.uint64)
        self._actions = np.zeros(n, np.int64)
        self.reset()

    def __len__(self) -> int:
        return len(self._actions)

    def __repr__(self) -> str:
        return f"<VectorGame of {len(self)} games of {self.start.game.title}>"

    @property
    def state(self) -> Observed:
        """The games as they stand."""
        return Observed(*self._tables[: len(Observed._fields)])

    def reset(self) -> Observed:
        """Start all games anew."""
        self._kernels.vector.begin(self._stack, self._start, self._tables, self._observed)
        return self.state

    def step(self, actions: npt.ArrayLike) -> Observed:
        """Take one action in each game, given as (n,) integers.

        If one is illegal, nothing happens; raises ``IllegalMoveError`` for it, ``BocheError`` for
        another shape or type.
        """
        array = np.asarray(actions)
        if array.shape != (len(self),) or not np.issubdtype(array.dtype, np.integer):
            raise BocheError(
                f"VectorGame: actions of shape {array.shape} and type {array.dtype}; "
                f"pass {len(self)} integers"
            )
        array = np.ascontiguousarray(array, np.int64)
        wrong = self._kernels.vector.step(
            self._stack, self._start, self._tables, array, self._observed
        )
        if wrong >= 0:
            raise IllegalMoveError(NO_ACTION(), f"game {wrong}, action {array[wrong]}")
        return self.state

    def random_actions(self) -> Actions:
        """Return a random legal action for each game: int64, (n,); changed by the next call."""
        self._kernels.vector.sample(self._tables, self._source, self._actions)
        return self._actions


def rollouts(position: Position, n: int, seed: int = 0) -> npt.NDArray[np.int8]:
    """Play ``n`` random games from a position to the end; return their results.

    A result is 1 if player 0 wins, -1 if player 1 wins, 0 for a draw: int8, (n,). The same seed
    gives the same games. They are those of the search: nobody swaps, the steps of a move are drawn
    one by one, and a game that goes on for too long is a draw.

    Raises ``BocheError`` for a game or position that the search cannot play.
    """
    if n < 0:
        raise BocheError(f"rollouts: {n} games; there cannot be fewer than none")
    out = np.zeros(n, np.int8)
    if position.outcome is not None:
        out[:] = _result_of(position)
        return out
    encoding: Encoding = encoding_of(position.game)
    kernels = learning_kernels(position.game)
    at: Any = encoding.searchable(position) if encoding.searchable is not None else position
    root, state = (encoding.make_state(at, kernels.game) for _ in range(2))
    trail = np.zeros(max(encoding.longest(at), encoding.most_moves(at)) + 2, np.int64)
    source = np.array([rng.seed_word(seed, 0)], np.uint64)
    kernels.rollouts.results(root, state, source, trail, encoding.games_at_once(at), out)
    return out


def _result_of(position: Position) -> int:
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return 0
    first = position.game.colours[int(position.swapped)]
    return 1 if outcome.winner == first else -1
