"""A pool that does tasks in processes of this machine, or on a cluster."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, Protocol, Self

from boche.engine.interrupt import interrupt_deferred
from boche.engine.tasks.processes import Processes

LOOK = 0.2
"""Seconds between two checks for Ctrl+C."""


class Place(Protocol):
    """Where tasks are done."""

    @property
    def room(self) -> int:
        """The number of tasks that may be under way."""

    def check(self) -> None:
        """Raise ``WorkerPoolError`` if nothing can be done here any more."""

    def submit(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> Future[Any]:
        """Begin a task."""

    def errors(self) -> contextlib.AbstractContextManager[None]:
        """Turn what the loss of a task raises in the block into ``WorkerPoolError``."""

    def close(self, running: Collection[Future[Any]]) -> None:
        """Give up the tasks under way, and leave."""


class WorkerPool:
    """A context manager that runs up to ``size`` tasks at a time.

    They run in processes of this machine, or on the ``cluster`` with this address; there its
    threads set the number, up to ``size``. ``stopped`` says when ``finished_or_stopped`` is to
    give up. Ctrl+C raises an exception only in ``finished``, so it never comes between starting a
    task and registering it. Raises ``WorkerPoolError``.
    """

    def __init__(
        self, size: int, stopped: Callable[[], bool] = lambda: False, cluster: str | None = None
    ) -> None:
        self.size, self.cluster, self._stopped = size, cluster, stopped
        self._running: dict[Future[Any], Any] = {}
        self._closing = contextlib.ExitStack()

    def __enter__(self) -> Self:
        cluster = self._connected()  # Ctrl+C ends the wait for a cluster at once
        self._interrupted = self._closing.enter_context(interrupt_deferred())
        self._place = cluster or Processes(self.size)
        self._closing.callback(lambda: self._place.close(self._running))
        return self

    def __exit__(self, *error: Any) -> None:
        self._closing.__exit__(*error)

    def _connected(self) -> Place | None:
        """Return the cluster, or None if the work is to be done here."""
        if not self.cluster:
            return None
        from boche.engine.tasks.cluster import Cluster

        return Cluster(self.cluster)

    @property
    def has_room(self) -> bool:
        return len(self._running) < min(self.size, self._place.room)

    @property
    def is_busy(self) -> bool:
        return bool(self._running)

    def begin(self, name: Any, work: Callable[..., Any], *arguments: Any) -> None:
        """Submit the task ``work(*arguments)``; ``name`` identifies it to the caller.

        The function and its arguments are pickled. On a cluster a task whose worker is lost runs
        again, so its result is to depend on nothing but its arguments. Raises
        ``WorkerPoolError``.
        """
        self._running[self._place.submit(work, arguments)] = name

    def finished(self) -> tuple[Any, Any]:
        """Wait for a task to finish; return its name and its result, once for each task.

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
            with self._place.errors():
                return name, future.result()
        self._place.check()
        return None
