"""A pool of worker processes, which all end with it in any case."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Self

from boche.engine.errors import BocheError
from boche.engine.interrupt import (
    end_with_parent,
    interrupt_allowed,
    interrupt_blocked,
    interrupt_deferred,
    kill_children,
    stop_children,
)
from boche.engine.jit import cache
from boche.engine.jit.compile import report_untried

LOOK = 0.2
"""Seconds between two checks for Ctrl+C."""

PATIENCE = 5.0
"""Seconds for the tasks to end when told to stop; external programs are told to quit."""


class WorkerPoolError(BocheError):
    """A worker process that died."""


class WorkerPool:
    """A context manager that runs tasks in up to ``size`` processes.

    ``stopped`` says when ``finished_or_stopped`` is to give up. Ctrl+C raises an exception only in
    ``finished``, so it never comes between starting a task and registering it.
    """

    def __init__(self, size: int, stopped: Callable[[], bool] = lambda: False) -> None:
        self.size, self._stopped = size, stopped
        self._running: dict[Future[Any], Any] = {}
        self._closing = contextlib.ExitStack()

    def __enter__(self) -> Self:
        cache.place()  # the same for all workers
        report_untried()
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
        """Submit the task ``work(*arguments)``; ``name`` identifies it to the caller.

        Raises ``WorkerPoolError``.
        """
        with interrupt_blocked(), _worker_errors():
            self._running[self._pool.submit(_do, work, arguments)] = name

    def finished(self) -> tuple[Any, Any]:
        """Wait for a task to finish; return its name and its result.

        Raises what the task raised, ``WorkerPoolError`` and ``KeyboardInterrupt``.
        """
        while True:
            done = self._done()
            if done is not None:
                return done

    def finished_or_stopped(self) -> tuple[Any, Any] | None:
        """Return what ``finished`` does, or None as soon as the caller's ``stopped`` is true."""
        while not self._stopped():
            done = self._done()
            if done is not None:
                return done
        return None

    def _done(self) -> tuple[Any, Any] | None:
        """Wait a moment for a task to finish."""
        done = wait(self._running, timeout=LOOK, return_when=FIRST_COMPLETED).done
        if self._interrupted():
            raise KeyboardInterrupt
        for future in done:
            name = self._running.pop(future)
            with _worker_errors():
                return name, future.result()
        return None

    def _stop(self) -> None:
        for future in list(self._running):
            if future.cancel():
                del self._running[future]
        if self._running:
            # In a terminal they have received Ctrl+C as well; both count as one.
            stop_children()
            if wait(self._running, timeout=PATIENCE).not_done:
                kill_children()
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def _worker_errors() -> Iterator[None]:
    """Raise ``WorkerPoolError`` if a worker is found to have died."""
    try:
        yield
    except BrokenProcessPool as error:
        raise WorkerPoolError(
            "a process that did part of the work was ended from outside, or crashed; "
            "try again (a match goes on where it was); a script starts it below "
            "if __name__ == '__main__'"
        ) from error


def _do(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Run a task in a worker process."""
    with interrupt_allowed():
        return work(*arguments)
