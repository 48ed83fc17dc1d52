"""A queue for CPU-bound work: a few at a time, and addresses served in turn.

Each address has its own line, and the lines take turns. If all places are taken, the longest line
gives way, as for connections: see ``server.infrastructure.crowd``.
Priority work goes before all others, and never finds the places taken by them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from boche.engine.languages.current import carried
from boche.server.infrastructure.crowd import Lines

T = TypeVar("T")


class FullError(Exception):
    """A queue without a free place; the work was not begun."""


@dataclass(frozen=True, eq=False)
class _Work:
    do: Callable[[], Any]
    done: Future[Any] = field(default_factory=Future)


class Turns:
    """A queue that runs ``at_once`` at a time; ``places`` counts those running and waiting."""

    def __init__(self, at_once: int, places: int) -> None:
        # Dedicated threads: memory used by a hash stays with its thread.
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="password")
        self._places = places
        self._lock = threading.Lock()
        self._first: Lines[_Work] = Lines()
        self._lines: Lines[_Work] = Lines()
        self._working = 0

    def in_turn(self, address: str, work: Callable[[], T], *, first: bool = False) -> T:
        """Run work when its turn comes and return its result; ``first`` puts it before all others.

        Raises ``FullError``.
        """
        own, lines = _Work(carried(work)), self._first if first else self._lines
        with self._lock:
            self._make_room(address, lines)
            lines.add(address, own)
        self._threads.submit(self._next)
        found: T = own.done.result()
        return found

    @property
    def waiting(self) -> int:
        """Number of pieces of work waiting."""
        return len(self._first) + len(self._lines)

    def _make_room(self, address: str, lines: Lines[_Work]) -> None:
        if self._working + self.waiting < self._places:
            return
        last = self._lines or lines
        other = last.give_way(lines.length(address) if last is lines else -1)
        if other is None:
            raise FullError
        other.done.set_exception(FullError())

    def _next(self) -> None:
        """Run the next work: the first of the line that has waited longest since its last turn."""
        with self._lock:
            lines = self._first or self._lines
            if not lines:
                return  # its place was given to another, which has its own call
            work = lines.take_next()
            self._working += 1
        try:
            work.done.set_result(work.do())
        except BaseException as error:
            work.done.set_exception(error)
        finally:
            with self._lock:
                self._working -= 1
