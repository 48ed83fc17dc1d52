"""Processes of this machine that do tasks."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from boche.engine.interrupt import (
    end_with_parent,
    interrupt_allowed,
    interrupt_blocked,
    kill_children,
    stop_children,
)
from boche.engine.languages.current import tr
from boche.engine.native import cache
from boche.engine.tasks.errors import WorkerPoolError

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
        """Raise ``WorkerPoolError`` if a process is found to have died."""
        try:
            yield
        except BrokenProcessPool as error:
            raise WorkerPoolError(
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
    with interrupt_allowed():
        return work(*arguments)
