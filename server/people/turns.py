"""A queue for CPU-bound work: a few at a time, and addresses served in turn.

Each address has its own line, and the lines take turns. If all places are taken, a newcomer
replaces the last one in the longest line: so a crowd from one address shuts out only itself.
Priority work goes before all others, and never finds the places taken by them.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


class FullError(Exception):
    """A queue without a free place; the work was not begun."""


@dataclass(frozen=True)
class _Work:
    do: Callable[[], Any]
    done: Future[Any] = field(default_factory=Future)


Lines = dict[str, deque[_Work]]


class Turns:
    """A queue that runs ``at_once`` at a time; ``places`` counts those running and waiting."""

    def __init__(self, at_once: int, places: int) -> None:
        # Dedicated threads: memory used by a hash stays with its thread.
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="password")
        self._places = places
        self._lock = threading.Lock()
        self._first: Lines = {}
        self._lines: Lines = {}
        self._working = 0

    def in_turn(self, address: str, work: Callable[[], T], *, first: bool = False) -> T:
        """Run work when its turn comes and return its result; ``first`` puts it before all others.

        Raises ``FullError``.
        """
        own, lines = _Work(work), self._first if first else self._lines
        with self._lock:
            self._make_room(address, lines)
            lines.setdefault(address, deque()).append(own)
        self._threads.submit(self._next)
        found: T = own.done.result()
        return found

    @property
    def waiting(self) -> int:
        """Number of pieces of work waiting."""
        lines = [*self._first.values(), *self._lines.values()]
        return sum(map(len, lines))

    def _make_room(self, address: str, lines: Lines) -> None:
        if self._working + self.waiting < self._places:
            return
        last = self._lines or lines
        longest = max(last, key=lambda each: len(last[each]), default=address)
        own = len(lines.get(address, ())) if last is lines else -1
        if len(last.get(longest, ())) <= own + 1:
            raise FullError
        last[longest].pop().done.set_exception(FullError())
        if not last[longest]:
            del last[longest]

    def _next(self) -> None:
        """Run the next work: the first of the line that has waited longest since its last turn."""
        with self._lock:
            lines = self._first or self._lines
            if not lines:
                return  # its place was given to another, which has its own call
            address = next(iter(lines))
            line = lines.pop(address)
            work = line.popleft()
            if line:
                lines[address] = line  # at the end
            self._working += 1
        try:
            work.done.set_result(work.do())
        except BaseException as error:
            work.done.set_exception(error)
        finally:
            with self._lock:
                self._working -= 1
