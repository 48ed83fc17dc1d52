"""``run_tasks``: the same function called with many arguments, wherever there is room."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

from boche.engine.tasks.worker_pool import WorkerPool


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
