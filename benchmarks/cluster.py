"""What a task costs beside the work in it: here, in processes, on a cluster of this machine.

    python -m benchmarks.cluster [--tasks 200] [--rounds 5] [--workers 2]

Tasks do nothing, or sleep for 10 ms; the places take turns. The time to start the processes is
measured apart: until the first task is done.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks.machine import machine_line
from boche.engine.tasks.worker_pool import WorkerPool

SLEEP = 0.01


def nothing(number: int) -> int:
    return number


def sleep(number: int) -> int:
    time.sleep(SLEEP)
    return number


TASKS: dict[str, Callable[[int], int]] = {"empty": nothing, "10 ms": sleep}


def run(pool: Any, work: Callable[[int], int], tasks: int) -> float:
    """Return the seconds that a pool takes for some tasks."""
    began, waiting, results = time.perf_counter(), iter(range(tasks)), set[int]()
    while len(results) < tasks:
        while pool.has_room and (number := next(waiting, None)) is not None:
            pool.begin(number, work, number)
        results.add(pool.finished()[1])
    return time.perf_counter() - began


class Here:
    """A pool that does each task when it is asked for the result."""

    def __init__(self) -> None:
        self._next: list[Any] = []

    @property
    def has_room(self) -> bool:
        return not self._next

    def begin(self, name: Any, work: Callable[..., Any], *arguments: Any) -> None:
        self._next.append((name, work, arguments))

    def finished(self) -> tuple[Any, Any]:
        name, work, arguments = self._next.pop()
        return name, work(*arguments)


def main() -> None:
    """Measure and print."""
    from distributed import LocalCluster

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    print(f"{machine_line()}; {args.tasks} tasks, {args.workers} workers, {args.rounds} rounds")
    cluster = LocalCluster(
        n_workers=args.workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    )
    with (
        cluster,
        WorkerPool(args.workers) as processes,
        WorkerPool(args.tasks, cluster=cluster.scheduler_address) as far,
    ):
        pools = {"in this process": Here(), "processes": processes, "Dask": far}
        for name, pool in pools.items():
            print(f"{name:16} the first task {1000 * run(pool, nothing, 1):8.1f} ms")
            run(pool, nothing, 4 * args.workers)
        for kind, work in TASKS.items():
            times: dict[str, list[float]] = {name: [] for name in pools}
            for _ in range(args.rounds):
                for name, pool in pools.items():
                    times[name].append(run(pool, work, args.tasks))
            for name, values in times.items():
                whole = statistics.median(values)
                print(f"{name:16} {kind:6} {1000 * whole / args.tasks:8.3f} ms a task")


if __name__ == "__main__":
    main()
