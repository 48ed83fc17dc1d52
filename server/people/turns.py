"""A queue for what takes a processor: a few at a time, and people from each address in turn.

Each address has a line of its own, and the lines take turns. Who comes when all places are taken
gets that of whoever came last from the address with the longest line: so a crowd from one address
keeps out nobody but itself.
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
    """There is no place: the work was not begun."""


@dataclass(frozen=True)
class _Work:
    do: Callable[[], Any]
    done: Future[Any] = field(default_factory=Future)


class Turns:
    """``at_once`` are worked on at a time; ``places`` is for how many together with those."""

    def __init__(self, at_once: int, places: int) -> None:
        # Threads of their own: the memory that a hash has had stays with its thread.
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="password")
        self._places = places
        self._lock = threading.Lock()
        self._lines: dict[str, deque[_Work]] = {}
        self._working = 0

    def in_turn(self, address: str, work: Callable[[], T]) -> T:
        """What the work returns, once its turn has come. Raises ``FullError``."""
        own = _Work(work)
        with self._lock:
            self._make_room(address)
            self._lines.setdefault(address, deque()).append(own)
        self._threads.submit(self._next)
        found: T = own.done.result()
        return found

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return sum(len(line) for line in list(self._lines.values()))

    def _make_room(self, address: str) -> None:
        if self._working + self.waiting < self._places:
            return
        longest = max(self._lines, key=lambda each: len(self._lines[each]), default=address)
        if len(self._lines.get(longest, ())) <= len(self._lines.get(address, ())) + 1:
            raise FullError
        self._lines[longest].pop().done.set_exception(FullError())

    def _next(self) -> None:
        """Do what is next: the first of the line that has waited longest since its last turn."""
        with self._lock:
            if not self._lines:
                return  # its place was given to somebody else, who has a turn of their own
            address = next(iter(self._lines))
            line = self._lines.pop(address)
            work = line.popleft()
            if line:
                self._lines[address] = line  # at the end
            self._working += 1
        try:
            work.done.set_result(work.do())
        except BaseException as error:
            work.done.set_exception(error)
        finally:
            with self._lock:
                self._working -= 1
