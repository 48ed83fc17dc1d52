"""The positions used last: only they keep their boards, and what was derived from these.

A board that the rules work on takes up to a hundred times the memory of what it says. So each
thread has a list of the few positions that it used last, and whatever leaves that list is put away:
the board is packed into bytes, and derived data is dropped. Both are made again when they are
needed, so nobody notices.

Any number of threads may use a position while another one puts it away, and so may a signal
handler in the middle of a call. So the board of a position never changes: whoever makes a position
completes the board first. A position has its board, or that packed, or both; what it is packed into
is written once, before the board goes. Whoever looks takes the board if it is there, else that.
"""

from __future__ import annotations

import sys
import threading
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from struct import Struct
from typing import Any, NamedTuple, Protocol

MOST = 6
"""How many positions of a thread keep their boards."""


class Packable(Protocol):
    """What can be put away."""

    def put_away(self) -> None:
        """Keep only what cannot be made again."""


PATIENCE = 200
"""Moves that a thread lists and plays before it takes the trouble to load compiled code."""

LOOKING = 32
"""The same after it has looked at a board that compiled code had left packed."""


class _Used(OrderedDict[int, Packable]):
    """Positions by their ids, that used last at the end."""

    def __del__(self, at_the_end: Callable[[], bool] = sys.is_finalizing) -> None:
        if not at_the_end():
            for position in self.values():  # the thread has ended
                position.put_away()


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.used = _Used()
        self.patience = PATIENCE
        self.is_ready = self.interprets = False


_HERE = _OfThread()


def use(position: Packable) -> None:
    """Note that this thread uses a position, and put away the one not used for longest."""
    used, number = _HERE.used, id(position)
    # A signal handler that uses positions may come between any two of these steps.
    used.pop(number, None)
    used[number] = position
    if len(used) > MOST:
        used.popitem(last=False)[1].put_away()


# -- interpreted at the table, compiled for bulk


def prefers_compiled(board: Any) -> bool:
    """Return whether a position with this board, None if it is packed, should be played compiled.

    Compiled code takes a packed position as it is, and leaves one. Whoever looks at each board is
    better served by the interpreted rules, which have it at hand.
    """
    here = _HERE
    if here.interprets:
        return False
    if board is None and here.is_ready:
        return True
    here.patience -= 1
    return here.patience < 0


@contextmanager
def no_compiled_moves() -> Iterator[None]:
    """Have moves interpreted in this thread for a while, as those need who compare the rules."""
    before, _HERE.interprets = _HERE.interprets, True
    try:
        yield
    finally:
        _HERE.interprets = before


def note_look() -> None:
    """Note that this thread looks at a board."""
    _HERE.patience = max(_HERE.patience, LOOKING)


def is_ready() -> bool:
    """Return whether this thread has compiled code loaded."""
    return _HERE.is_ready


def note_ready() -> None:
    """Note that compiled code is loaded."""
    _HERE.is_ready = True


def drop_derived(position: Any) -> None:
    """Remove what ``cached_property`` has stored with a position."""
    kind = type(position)
    # A new dictionary, since one that is emptied keeps its size; another thread may use the old.
    position.__dict__ = {
        name: value
        for name, value in vars(position).copy().items()
        if not isinstance(getattr(kind, name, None), cached_property)
    }


# -- boards of lists

Form = tuple[type, tuple[tuple[str, int], ...]]
"""The class of a board, and for each of its lists the type of the numbers and their count."""


class Packed(NamedTuple):
    """A board of lists of whole numbers, each in the fewest bytes that hold it."""

    form: Form
    data: bytes


_FORMS = dict[Form, Form]()
"""Each form once: the positions of a game have few of them."""


def pack(board: Any) -> Packed | None:
    """Return a board packed, or None if it has anything but lists of whole numbers."""
    if not isinstance(board, tuple):
        return None
    parts = [_narrow(part) if isinstance(part, list) else None for part in board]
    arrays = [part for part in parts if part is not None]
    if len(arrays) < len(parts):
        return None
    form = type(board), tuple((part.typecode, len(part)) for part in arrays)
    return Packed(_FORMS.setdefault(form, form), b"".join(map(bytes, arrays)))


def _narrow(numbers: list[Any]) -> array[int] | None:
    for code in "bhiq":
        try:
            return array(code, numbers)
        except OverflowError:
            continue
        except TypeError:
            return None
    return None


def unpack(packed: Packed) -> Any:
    """Return the board that was packed, anew."""
    kind, counts = packed.form
    parts, at = [], 0
    for code, count in counts:
        part = array(code)
        part.frombytes(packed.data[at : at + count * part.itemsize])
        parts.append(part.tolist())
        at += count * part.itemsize
    return kind(*parts)


# -- positions in few numbers, as the rules of some games write them


def bytes_of(numbers: list[int]) -> bytes:
    """Return numbers of 32 bits as bytes."""
    return array("i", numbers).tobytes()


def numbers_in(data: bytes) -> list[int]:
    """Return the numbers in bytes."""
    found = array("i")
    found.frombytes(data)
    return found.tolist()


HEAD = Struct("=iii")
"""What packed positions begin with: turn, moves played, and 1 after a swap."""
