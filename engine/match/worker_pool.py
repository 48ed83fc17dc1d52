"""Work in processes of its own: so many at a time, and all of them end with it, come what may."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Self

from engine.errors import BocheError
from engine.interrupt import (
    end_with_parent,
    interrupt_allowed,
    interrupt_blocked,
    interrupt_deferred,
    kill_children,
    stop_children,
)
from engine.jit import cache

LOOK = 0.2
"""Seconds between two looks whether Ctrl+C was pressed."""

PATIENCE = 5.0
"""Seconds for the work to end by itself when it is told to stop; programs are told to quit."""


class WorkerPoolError(BocheError):
    """A process that died under its work."""


class WorkerPool:
    """A context in which work is done in up to ``size`` processes.

    Ctrl+C is an exception in ``finished`` alone, so it never falls between a process and the note
    that there is one.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._running: dict[Future[Any], Any] = {}
        self._closing = contextlib.ExitStack()

    def __enter__(self) -> Self:
        cache.place()  # for all of them the same
        # Not forked: the caller may have threads, and compiled code of its own.
        context = multiprocessing.get_context("spawn")
        self._interrupted = self._closing.enter_context(interrupt_deferred())
        self._pool = ProcessPoolExecutor(self.size, context, initializer=end_with_parent)
        self._closing.callback(self._stop)
        return self

    def __exit__(self, *error: Any) -> None:
        self._closing.__exit__(*error)

    @property
    def has_room(self) -> bool:
        return len(self._running) < self.size

    @property
    def is_busy(self) -> bool:
        return bool(self._running)

    def begin(self, name: Any, work: Callable[..., Any], *arguments: Any) -> None:
        """Have ``work(*arguments)`` done; ``name`` is what the caller knows it by.

        Raises ``WorkerPoolError``.
        """
        with interrupt_blocked(), _whole():
            self._running[self._pool.submit(_do, work, arguments)] = name

    def finished(self) -> tuple[Any, Any]:
        """The name and the result of one piece of work; waits for it.

        Raises what the work raised, ``WorkerPoolError`` and ``KeyboardInterrupt``.
        """
        while True:
            done = wait(self._running, timeout=LOOK, return_when=FIRST_COMPLETED).done
            if self._interrupted():
                raise KeyboardInterrupt
            for future in done:
                name = self._running.pop(future)
                with _whole():
                    return name, future.result()

    def _stop(self) -> None:
        for future in list(self._running):
            if future.cancel():
                del self._running[future]
        if self._running:
            # In a terminal they have heard of Ctrl+C as well: that counts as one.
            stop_children()
            if wait(self._running, timeout=PATIENCE).not_done:
                kill_children()
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def _whole() -> Iterator[None]:
    """Raises ``WorkerPoolError`` where one of the workers is found to have died."""
    try:
        yield
    except BrokenProcessPool as error:
        raise WorkerPoolError(
            "a process that did part of the work was ended from outside, or crashed; "
            "try again (a match goes on where it was)"
        ) from error


def _do(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """In a worker process."""
    with interrupt_allowed():
        return work(*arguments)
