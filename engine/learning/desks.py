"""Single positions played by compiled code where it is at hand; it is never built for them.

Each thread has a *desk* for the options that it plays with: a state, and arrays for what goes in
and comes out. What cannot be played there, such as pieces too far out, is for the interpreted
rules, and so is whatever has to say why it is refused. So is what a signal handler, or an object
that is freed, plays while a call is under way in the same thread: a desk serves one at a time.
"""

from __future__ import annotations

import ctypes
import importlib
import threading
from collections.abc import Callable, Iterator
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

from boche.engine.game import Game
from boche.engine.learning import interface
from boche.engine.learning.stacking import narrowed
from boche.engine.native.kernels import code_of, encoding_of, locked, searches
from boche.engine.recent import note_ready
from boche.engine.search.encoding import ActionSpace, Encoding

if TYPE_CHECKING:
    from boche.engine.position import BasePosition

SINGLE = "boche.engine.learning.single"

MOST_NUMBERS = 4_096
"""Room for a packed position; all that the states can hold take less."""

MOST_MADE = 512
"""Room for the steps of a move."""

MOST_DESKS = 8
"""How many a thread has at a time."""


class Calls(NamedTuple):
    """Compiled functions with a state, and the memory of its ``history``, if it has one."""

    state: Any
    legal_actions: Callable[..., int]
    legal_moves: Callable[..., int]
    apply: Callable[..., int]
    play: Callable[..., int]
    go_on: Callable[..., int]
    whole_moves: Callable[..., int] | None
    history: int
    room: int
    """Bytes in ``history``."""


class Walk(NamedTuple):
    """A whole move: the number of each step, with the index of the piece that goes on then."""

    made: list[tuple[int, int]]
    after: Any
    """The position after it."""


Choice = Callable[[list[int]], int]
"""What chooses the number of a step among those given, or -1 to have the move interpreted."""

P = ParamSpec("P")
R = TypeVar("R")


def alone(method: Callable[Concatenate[Desk, P], R]) -> Callable[Concatenate[Desk, P], R | None]:
    """Return a method of a desk that returns None while the desk is in use."""

    @wraps(method)
    def call(desk: Desk, /, *arguments: P.args, **_: P.kwargs) -> R | None:
        if desk.is_in_use:
            return None
        try:
            desk.is_in_use = True
            return method(desk, *arguments)  # type: ignore[call-arg]
        finally:
            desk.is_in_use = False

    return call


class Desk:
    """A thread's place to play with some options.

    Its methods return None where the desk is in use, or cannot hold the position.
    """

    def __init__(self, whole: BasePosition) -> None:
        """Set it up. Raises ``LookupError`` if the library lacks the functions."""
        game: Game = whole.game
        code, encoding = code_of(game), _encoding(game)
        self.space, self.is_in_use = _space(game), False
        own, entries = code.entries(f"{game.room}.search"), code.entries(SINGLE)
        start: Any = game.start(whole._options)
        make = self.space.make_state or encoding.make_state
        self._start = narrowed(make(start, own), self.space)
        state = narrowed(make(start, own), self.space)
        _check_room(start.board, state.board)
        self.num_actions = self.space.count(start)
        self._begun: Any = self.space.begun  # there is one wherever a move is begun
        most = encoding.most_moves(start)
        self._data = (ctypes.c_int32 * MOST_NUMBERS)()
        self._made = (ctypes.c_int64 * MOST_MADE)()
        self._moves, self._actions = (ctypes.c_int64 * most)(), (ctypes.c_int32 * most)()
        self._after = (ctypes.c_int64 * 3)()
        self._arrays = entries.Desk(
            *map(_array, (self._data, self._made, self._moves, self._actions, self._after))
        )
        pairs = None if self.space.pairs is None else self.space.pairs(start)
        self._wide = () if pairs is None else (np.zeros(pairs, np.int64), np.zeros(pairs, np.int64))
        self._at, self._entries = ctypes.addressof(self._data), entries
        self._calls = self._prepared(state)

    def _prepared(self, state: Any) -> Calls:
        fixed, entries = (state, self._start, self._arrays), self._entries
        history: Any = getattr(state.board, "history", None)
        return Calls(
            state,
            entries.legal_actions.prepared(*fixed, numbers=2),
            entries.legal_moves.prepared(*fixed, numbers=1),
            entries.apply.prepared(*fixed, numbers=3),
            entries.play.prepared(*fixed, numbers=2),
            entries.go_on.prepared(state, self._arrays, numbers=1),
            entries.whole_moves.prepared(*fixed, *self._wide, numbers=0) if self._wide else None,
            0 if history is None else history.ctypes.data,
            0 if history is None else history.nbytes,
        )

    def _put(self, whole: BasePosition, made: tuple[int, ...]) -> int:
        """Put a position on the desk; return the number of positions that may recur, or -1."""
        data = whole._as_packed()
        if len(data) > 4 * MOST_NUMBERS or len(made) > MOST_MADE:
            return -1
        ctypes.memmove(self._at, data, len(data))
        for i, move in enumerate(made):
            self._made[i] = move
        return self._remember(whole._past) if self._calls.history else 0

    def _remember(self, past: tuple[bytes, ...]) -> int:
        total, calls = sum(map(len, past)), self._calls
        if total + 16 > calls.room:
            board = calls.state.board._replace(history=np.zeros(total // 4 + 64, np.int64))
            # All at once, so that an exception leaves what belongs together.
            calls = self._calls = self._prepared(calls.state._replace(board=board))
        at = calls.history
        for block in past:
            ctypes.memmove(at, block, len(block))
            at += len(block)
        return total // 8

    def _count_actions(self, whole: BasePosition, made: tuple[int, ...]) -> int:
        seen = self._put(whole, made)
        return seen if seen < 0 else self._calls.legal_actions(len(made), seen)

    @alone
    def legal_actions(self, whole: BasePosition, made: tuple[int, ...]) -> list[int] | None:
        """Return the legal actions in rising order."""
        count = self._count_actions(whole, made)
        return None if count < 0 else sorted(self._actions[:count])

    @alone
    def mask(self, whole: BasePosition, made: tuple[int, ...]) -> npt.NDArray[np.bool_] | None:
        """Return an array that is True for legal actions."""
        count = self._count_actions(whole, made)
        if count < 0:
            return None
        legal = np.zeros(self.num_actions, np.bool_)
        legal[self._arrays.actions[:count]] = True
        return legal

    @alone
    def legal_moves(self, whole: BasePosition) -> list[int] | None:
        """Return the rules' numbers of the legal moves, or of the first steps."""
        seen = self._put(whole, ())
        count = seen if seen < 0 else self._calls.legal_moves(seen)
        return None if count < 0 else self._moves[:count]

    @alone
    def whole_moves(self, whole: BasePosition) -> tuple[npt.NDArray[np.int64], ...] | None:
        """Return the numbers of the first and the second steps of all moves."""
        call = self._calls.whole_moves
        if call is None or self._put(whole, ()) < 0:
            return None
        count = call()
        return None if count < 0 else tuple(part[:count].copy() for part in self._wide)

    @alone
    def apply(self, whole: BasePosition, made: tuple[int, ...], action: int) -> Any:
        """Return the position after an action, or None if it is illegal."""
        seen = self._put(whole, made)
        count = seen if seen < 0 else self._calls.apply(len(made), seen, action)
        return None if count < 0 else self._followed(whole, made, count)

    @alone
    def play(self, whole: BasePosition, steps: tuple[int, ...]) -> Any:
        """Return the position after a whole move by the numbers of its steps.

        It is None if there is no such move.
        """
        seen = self._put(whole, steps)
        count = seen if seen < 0 else self._calls.play(len(steps), seen)
        return None if count < 0 else self._after_all(whole, count)

    @alone
    def walk(self, whole: BasePosition, choose: Choice) -> Walk | None:
        """Make a move of steps that are chosen from those possible; return it."""
        seen = self._put(whole, ())
        count = seen if seen < 0 else self._calls.legal_moves(seen)
        if count < 0:
            return None
        go_on, moves, after = self._calls.go_on, self._moves, self._after
        made, goes_on = list[tuple[int, int]](), 1
        while goes_on:
            number = choose(moves[:count])
            if number < 0:
                return None
            count, goes_on = go_on(number), after[1]
            made.append((number, goes_on - 1))
        return Walk(made, self._after_all(whole, count))

    def _followed(self, whole: BasePosition, made: tuple[int, ...], count: int) -> Any:
        _, begun, move = self._after
        if begun:
            return self._begun(whole, (*made, move))
        return self._after_all(whole, count)

    def _after_all(self, whole: BasePosition, count: int) -> Any:
        """Return the position that a whole move has led to, which is in ``count`` numbers."""
        return whole._followed(ctypes.string_at(self._at, 4 * count), self._after[0])


def _check_room(board: Any, arrays: Any) -> None:
    """Raise ``LookupError`` if a state has less room than the boards of its options need."""
    for name, part in zip(board._fields, board, strict=True):
        if isinstance(part, list) and len(getattr(arrays, name)) < len(part):
            raise LookupError(name)


def _array(memory: Any) -> Any:
    return np.ctypeslib.as_array(memory)


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.last: tuple[Any, Desk] | None = None
        self.desks = dict[tuple[Any, ...], Desk]()


_HERE = _OfThread()


def desk_for(whole: BasePosition) -> Desk | None:
    """Return this thread's desk for a whole position, or None if it has to be interpreted."""
    here = _HERE
    last = here.last
    if last is not None and last[0] is whole._options:
        return last[1]
    key = (whole.game.name, *whole._options.items())
    desk = here.desks.get(key)
    if desk is None or desk.space is not _space(whole.game):
        desk = _new_desk(whole)
        if desk is None:
            return None
        if len(here.desks) == MOST_DESKS:
            here.desks.clear()
        here.desks[key] = desk
    here.last = whole._options, desk
    note_ready()
    return desk


def _new_desk(whole: BasePosition) -> Desk | None:
    if not can_pack(whole.game):
        return None
    with locked():
        if not code_of(whole.game).is_at_hand:
            return None
        try:
            return Desk(whole)
        except LookupError:
            return None


@cache
def can_pack(game: Game) -> bool:
    """Return whether compiled code can take the game's positions one by one."""
    if not searches(game) or encoding_of(game).actions is None:
        return False
    return hasattr(importlib.import_module(f"{game.room}.learning"), interface.unpack.__name__)


def _encoding(game: Game) -> Encoding:
    encoding: Encoding = encoding_of(game)
    return encoding


def _space(game: Game) -> ActionSpace:
    space = _encoding(game).actions
    assert space is not None
    return space


def compiled_calls(game: Game) -> Iterator[tuple[Any, ...]]:
    """Yield the compiled functions called here, with arguments as they are passed."""
    if not can_pack(game):
        return
    code, space, start = code_of(game), _space(game), game.new()
    entries, own = code.entries(SINGLE), code.entries(f"{game.room}.search")
    make = space.make_state or _encoding(game).make_state
    state = narrowed(make(start, own), space)
    wide, narrow = np.zeros(1, np.int64), np.zeros(1, np.int32)
    desk = entries.Desk(narrow, wide, wide, narrow, wide)
    yield entries.legal_actions, state, state, desk, 0, 0
    yield entries.legal_moves, state, state, desk, 0
    yield entries.apply, state, state, desk, 0, 0, 0
    yield entries.play, state, state, desk, 0, 0
    yield entries.go_on, state, desk, 0
    if space.pairs is not None:
        yield entries.whole_moves, state, state, desk, wide, wide
