"""A pool that does tasks in processes of this machine, or on a cluster."""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, Self

from boche.engine.interrupt import (
    call_interruptibly,
    end_with_parent,
    interrupt_blocked,
    interrupt_deferred,
    kill_children,
    stop_children,
)
from boche.engine.languages.current import tr
from boche.engine.native import cache
from boche.engine.tasks.address import CrashError

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


# Processes of this machine that do tasks.

PATIENCE = 5.0
"""Seconds for the tasks to end when told to stop; external programs are told to quit."""


class Processes:
    """Up to ``size`` processes, which all end with this one in any case."""

    def __init__(self, size: int) -> None:
        cache.place()  # the same for all processes
        self.room = size
        # Not forked: the caller may have threads, and compiled code of its own.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(size, context, initializer=end_with_parent)

    def check(self) -> None:
        """Do nothing: the futures of a process that dies fail."""

    def submit(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> Future[Any]:
        """Begin ``work(*arguments)``. Raises ``WorkerPoolError``."""
        with interrupt_blocked(), self.errors():
            return self._pool.submit(_do, work, arguments)

    @contextlib.contextmanager
    def errors(self) -> Iterator[None]:
        """Raise ``CrashError`` if a process is found to have died."""
        try:
            yield
        except BrokenProcessPool as error:
            raise CrashError(
                tr(
                    "a worker process crashed or was killed; try again (a match continues where "
                    "it stopped); a script must start it below if __name__ == '__main__'"
                )
            ) from error

    def close(self, running: Collection[Future[Any]]) -> None:
        """End all processes, whatever they are doing."""
        under_way = [future for future in running if not future.cancel()]
        if under_way:
            # In a terminal they have received Ctrl+C as well; both count as one.
            stop_children()
            if wait(under_way, timeout=PATIENCE).not_done:
                kill_children()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _do(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Run a task in a worker process."""
    return call_interruptibly(work, arguments)


# ``run_tasks``: the same function called with many arguments, wherever there is room.


def run_tasks(
    work: Callable[..., Any],
    arguments: Iterable[tuple[Any, ...]],
    *,
    jobs: int = 1,
    cluster: str | None = None,
) -> Generator[tuple[int, Any], None, None]:
    """Yield ``i, work(*arguments[i])`` for each ``i`` once, as the results come, in any order.

    The calls are done in this process, in ``jobs`` processes of this machine if there are several,
    or on the ``cluster`` with this address. ``work`` is a function of a module, and its result
    depends on nothing but its arguments (say a plan, a number and a seed), since a cluster calls
    it again if a worker is lost. ``arguments`` may have no end: they are drawn when there is room.
    Closing the generator gives up what is under way. Raises what ``work`` raises, and
    ``WorkerPoolError``.
    """
    waiting = iter(enumerate(arguments))
    if jobs <= 1 and not cluster:
        for index, each in waiting:
            yield index, work(*each)
        return
    with WorkerPool(sys.maxsize if cluster else jobs, cluster=cluster) as workers:
        more = True
        while more or workers.is_busy:
            while more and workers.has_room:
                index, each = next(waiting, (-1, ()))
                if index < 0:
                    more = False
                else:
                    workers.begin(index, work, *each)
            if workers.is_busy:
                yield workers.finished()


def in_order(results: Iterable[tuple[int, Any]]) -> Iterator[Any]:
    """Yield the results of ``run_tasks`` by their numbers: the same order however they come."""
    early: dict[int, Any] = {}
    due = 0
    for index, result in results:
        early[index] = result
        while due in early:
            yield early.pop(due)
            due += 1
