"""Speed of random play and of the search, with one thread, compiled and warm."""

from __future__ import annotations

import time
from collections.abc import Callable

from boche.engine.game import Position
from boche.engine.native.kernels import encoding_of, kernels
from boche.engine.search.encoding import Encoding
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher
from boche.engine.search.worker import new_work


def measure(position: Position, seconds: float) -> dict[str, float]:
    """Measure ``playouts_per_s`` of random play and ``simulations_per_s`` of the search.

    Both start from ``position`` and run for about ``seconds``, after a warm-up: a tenth of that
    for the search.
    """
    speeds = {"playouts_per_s": playouts_per_s(position, seconds)}
    searcher = Searcher(position, SearchParams(nodes=2_000_000, learned=False))
    searcher.search(Budget(seconds=seconds / 10))
    searcher.set_position(position)
    result = searcher.search(Budget(seconds=seconds))
    return {**speeds, "simulations_per_s": result.simulations_per_s}


def playouts_per_s(position: Position, seconds: float, seed: int = 1) -> float:
    """Return the number of uniformly random games from ``position`` to the end per second."""
    compiled = kernels(position.game)
    encoding: Encoding = encoding_of(position.game)
    root, scratch = (encoding.make_state(position, compiled.game) for _ in range(2))
    work = new_work(compiled, encoding, position, SearchParams(), seed, 0)

    def run(count: int) -> None:
        compiled.tree.playouts(work, root, scratch, count)

    return rate(run, seconds) * encoding.games_at_once(position)


def rate(run: Callable[[int], None], seconds: float) -> float:
    """Return the count per second that ``run`` achieves when warm, in batches of about 20 ms."""
    batch, took = 1, 0.0
    run(batch)  # loads or compiles
    while took < 0.02:
        batch *= 2
        start = time.perf_counter()
        run(batch)
        took = time.perf_counter() - start
    total, start, passed = 0, time.perf_counter(), 0.0
    while not total or passed < seconds:
        run(batch)
        total += batch
        passed = time.perf_counter() - start
    return total / passed
