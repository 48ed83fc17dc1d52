"""Single positions played by compiled code where it is at hand; it is never built for them.

Each thread has a *desk* for the options that it plays with: a state, and arrays for what goes in
and comes out. What cannot be played there, such as pieces too far out, is for the interpreted
rules, and so is whatever has to say why it is refused.
"""

from __future__ import annotations

import ctypes
import importlib
import threading
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

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


class Desk:
    """A thread's place to play with some options."""

    def __init__(self, whole: BasePosition) -> None:
        """Set it up. Raises ``LookupError`` if the library lacks the functions."""
        game: Game = whole.game
        code, encoding = code_of(game), _encoding(game)
        self.space, self.options = _space(game), whole._options
        own, entries = code.entries(f"{game.room}.search"), code.entries(SINGLE)
        start: Any = game.start(whole._options)
        make = self.space.make_state or encoding.make_state
        self._start = narrowed(make(start, own), self.space)
        self._state = narrowed(make(start, own), self.space)
        _check_room(start.board, self._state.board)
        self.num_actions = self.space.count(start)
        self._begun: Any = self.space.begun  # there is one wherever a move is begun
        most = encoding.most_moves(start)
        self._data = (ctypes.c_int32 * MOST_NUMBERS)()
        self.made = (ctypes.c_int64 * MOST_MADE)()
        self.moves, self.actions = (ctypes.c_int64 * most)(), (ctypes.c_int32 * most)()
        self.after = (ctypes.c_int64 * 3)()
        self._arrays = entries.Desk(
            *map(_array, (self._data, self.made, self.moves, self.actions, self.after))
        )
        pairs = None if self.space.pairs is None else self.space.pairs(start)
        self._wide = () if pairs is None else (np.zeros(pairs, np.int64), np.zeros(pairs, np.int64))
        self.action_array = self._arrays.actions
        self._at, self._entries = ctypes.addressof(self._data), entries
        self._prepare()

    def _prepare(self) -> None:
        fixed, made = (self._state, self._start, self._arrays), self._entries
        self._legal_actions = made.legal_actions.prepared(*fixed, numbers=2)
        self._legal_moves = made.legal_moves.prepared(*fixed, numbers=2)
        self._apply = made.apply.prepared(*fixed, numbers=3)
        self._play = made.play.prepared(*fixed, numbers=3)
        self._pairs = (
            made.whole_moves.prepared(*fixed, *self._wide, numbers=0) if self._wide else None
        )
        history: Any = getattr(self._state.board, "history", None)
        self._history: int | None = None if history is None else history.ctypes.data
        self._room = 0 if history is None else history.nbytes

    def _put(self, whole: BasePosition, made: tuple[int, ...]) -> int:
        """Put a position on the desk; return the number of positions that may recur, or -1."""
        data = whole.packed()
        if len(data) > 4 * MOST_NUMBERS or len(made) > MOST_MADE:
            return -1
        ctypes.memmove(self._at, data, len(data))
        for i, move in enumerate(made):
            self.made[i] = move
        return self._remember(whole.past) if self._history is not None else 0

    def _remember(self, past: tuple[bytes, ...]) -> int:
        total = sum(map(len, past))
        if total + 16 > self._room:
            board = self._state.board
            wider = np.zeros(total // 4 + 64, np.int64)
            self._state = self._state._replace(board=board._replace(history=wider))
            self._prepare()
        at = self._history or 0
        for block in past:
            ctypes.memmove(at, block, len(block))
            at += len(block)
        return total // 8

    def legal_actions(self, whole: BasePosition, made: tuple[int, ...]) -> int:
        """Write the legal actions to ``actions``; return their number, negative if it cannot."""
        seen = self._put(whole, made)
        return seen if seen < 0 else self._legal_actions(len(made), seen)

    def legal_moves(self, whole: BasePosition, made: tuple[int, ...] = ()) -> list[int] | None:
        """Return the rules' numbers of the legal moves, or None if it cannot."""
        seen = self._put(whole, made)
        count = seen if seen < 0 else self._legal_moves(len(made), seen)
        return None if count < 0 else self.moves[:count]

    def whole_moves(self, whole: BasePosition) -> tuple[npt.NDArray[np.int64], ...] | None:
        """Return the numbers of the first and the second steps of all moves, or None like above.

        The next call changes the arrays.
        """
        if self._pairs is None or self._put(whole, ()) < 0:
            return None
        count = self._pairs()
        return None if count < 0 else tuple(part[:count] for part in self._wide)

    def apply(self, whole: BasePosition, made: tuple[int, ...], action: int) -> Any:
        """Return the position after an action, or None if it is illegal or cannot be played."""
        seen = self._put(whole, made)
        count = seen if seen < 0 else self._apply(len(made), seen, action)
        return None if count < 0 else self._followed(whole, made, count)

    def play(self, whole: BasePosition, made: tuple[int, ...], move: int) -> Any:
        """Return the position after a move (or step) by its number, or None like ``apply``."""
        seen = self._put(whole, made)
        count = seen if seen < 0 else self._play(len(made), seen, move)
        return None if count < 0 else self._followed(whole, made, count)

    def _followed(self, whole: BasePosition, made: tuple[int, ...], count: int) -> Any:
        result, begun, move = self.after
        if begun:
            return self._begun(whole, (*made, move))
        return whole.followed(ctypes.string_at(self._at, 4 * count), result)


def _check_room(board: Any, arrays: Any) -> None:
    """Raise ``LookupError`` if a state has less room than the boards of its options need."""
    for name, part in zip(board._fields, board, strict=True):
        if isinstance(part, list) and len(getattr(arrays, name)) < len(part):
            raise LookupError(name)


def _array(memory: Any) -> Any:
    return np.ctypeslib.as_array(memory)


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.options: Any = None
        self.desk: Desk | None = None
        self.desks = dict[tuple[Any, ...], Desk]()


_HERE = _OfThread()


def desk_for(whole: BasePosition) -> Desk | None:
    """Return this thread's desk for a whole position, or None if it has to be interpreted."""
    here = _HERE
    if here.options is whole._options:
        return here.desk
    key = (whole.game.name, *whole._options.items())
    desk = here.desks.get(key)
    if desk is None or desk.space is not _space(whole.game):
        desk = _new_desk(whole)
        if desk is None:
            return None
        if len(here.desks) == MOST_DESKS:
            here.desks.clear()
        here.desks[key] = desk
    here.options, here.desk = whole._options, desk
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
    for name, *numbers in (("legal_actions",), ("legal_moves",), ("apply", 0), ("play", 0)):
        yield getattr(entries, name), state, state, desk, 0, 0, *numbers
    if space.pairs is not None:
        yield entries.whole_moves, state, state, desk, wide, wide
