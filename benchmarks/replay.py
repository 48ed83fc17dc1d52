"""Replaying and checking records: moves per second, interpreted and compiled.

    python -m benchmarks.replay

The game is the sample record of 56 moves with default options; every move is checked and judged.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.machine import machine_line
from boche.engine import new
from boche.engine.games.boche import board as tables
from boche.engine.games.boche import rules
from boche.engine.games.boche.geometry import LETTERS
from boche.engine.games.boche.notation import parse_move
from boche.engine.native.arrays import as_arrays
from boche.engine.native.kernels import compiled_module
from boche.engine.record import check
from boche.engine.record import load as load_record

RECORD = Path(__file__).parent.parent / "assets" / "records" / "boche-path.sgf"
BULK = 2000


def median_of(run: Callable[[], object], runs: int = 21) -> float:
    """Return the median time of a run in seconds, after one warm-up."""
    run()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def compiled_run(numbers: list[int], size: int) -> Callable[[], int]:
    """Return a compiled function that replays ``BULK`` games and counts the legal moves."""
    fast = compiled_module("boche.engine.games.boche.rules")
    geometry = as_arrays(tables.geometry_of(size), fast.Geometry)
    board, fresh = (as_arrays(tables.empty_board(size), fast.Board) for _ in range(2))
    moves = np.array(numbers * BULK)
    ends = np.arange(1, BULK + 1) * len(numbers)
    results, counts = np.zeros(2, np.int64), np.zeros(BULK, np.int64)
    variant = fast.Variant(4, 0, 0, 0, 0)

    def run() -> int:
        return int(fast.replay_games(geometry, board, fresh, variant, moves, ends, results, counts))

    assert run() == BULK * len(numbers)
    return run


def main() -> None:
    """Measure and print."""
    record = load_record(RECORD)
    moves, size = record.moves(), int(record.options["size"])
    columns = tables.column_numbers(size)
    parsed = [parse_move(move, size) for move in moves]
    numbers = [columns[m.c, m.r] * 8 + LETTERS.index(m.rotation) for m in parsed]
    variant, results = rules.Variant(4, 0, 0, 0, 0), [0, 0]

    def positions() -> None:
        position = new("boche")
        for move in moves:
            position = position.play(move)

    def plain() -> None:
        board = tables.empty_board(size)
        rules.replay(tables.geometry_of(size), board, variant, numbers, results)

    count = len(moves)
    whole = median_of(lambda: check(load_record(RECORD)))
    by_positions, by_rules = median_of(positions), median_of(plain)
    by_compiled = median_of(compiled_run(numbers, size)) / BULK
    print(machine_line())
    print(f"a game of {count} moves, default options; medians of 21 runs")
    rows = [
        ("read and check the SGF file, interpreted", whole),
        ("Position.play, interpreted", by_positions),
        ("the rules alone, interpreted", by_rules),
        ("the rules alone, compiled", by_compiled),
    ]
    for label, seconds in rows:
        print(f"{label:42} {seconds * 1e3:9.4f} ms a game {count / seconds:12,.0f} moves/s")
    print(f"compiled to Position.play: {by_positions / by_compiled:.0f} times the rate")
    print(f"compiled to interpreted rules: {by_rules / by_compiled:.0f} times the rate")


if __name__ == "__main__":
    main()
