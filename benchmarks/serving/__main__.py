"""Capacity of the server: ``python -m benchmarks.serving [--watchers N] [--stored N ...]``.

Measures moves per second over HTTP, each checked by the rules, written to disk and sent to a
watcher of its board. For comparison: the transactions per second of one SQLite connection on the
same disk, and the moves per second of a minimal server on the same stack (``peer``), with the same
client in the same run. Also the latency of a move at half that load, the memory of idle watchers,
and the cost of a list and of a long game among many games. The client runs on the same machine and
takes its share of the CPU.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from benchmarks.machine import machine_line
from benchmarks.serving.playing import PLIES, bare_rate, moves_of, peer_rate, watching
from benchmarks.serving.stored import among
from tests.server.postgres import Cluster


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serving")
    parser.add_argument("--seconds", type=float, default=3.0, help="for the bare rate")
    parser.add_argument("--boards", type=int, default=320, help=f"each of {PLIES} moves")
    parser.add_argument("--watchers", type=int, default=10_000)
    parser.add_argument("--stored", type=int, nargs="*", default=[1_000, 10_000, 100_000])
    parser.add_argument("--folder", type=Path, help="on the disk to be measured")
    parser.add_argument("--no-postgresql", action="store_true")
    args = parser.parse_args()
    print(machine_line(), flush=True)
    with tempfile.TemporaryDirectory(dir=args.folder) as name:
        folder = Path(name)
        bare = bare_rate(folder, args.seconds)
        print(f"bare SQLite {bare:7.0f} transactions/s", flush=True)
        data = folder / "data"
        data.mkdir()
        rate, line = moves_of(
            ("--data", str(data)), f"sqlite:///{data / 'server.db'}", 1, args.boards
        )
        print(f"SQLite      {line}\n            {rate / bare:.2f} of the bare rate", flush=True)
        peer, burnt = peer_rate(folder, args.boards)
        print(
            f"least peer  {peer:7.0f} moves/s ({burnt:.2f} ms of processor a move): "
            f"ours are {rate / peer:.2f} of that",
            flush=True,
        )
        if not args.no_postgresql:
            postgresql(args.boards)
        if args.watchers:
            (folder / "watched").mkdir()
            print(watching(folder / "watched", args.watchers), flush=True)
        for count in args.stored:
            (folder / str(count)).mkdir()
            print(among(folder / str(count), count), flush=True)
    return 0


def postgresql(count: int) -> None:
    """Measure the same moves on PostgreSQL, with one process and with four."""
    folder = Path(tempfile.gettempdir()) / f"boche-serving-{os.getpid()}"
    cluster = Cluster(folder, durable=True)
    cluster.start()
    try:
        for processes in (1, 4):
            url = cluster.database(f"serving{processes}")
            _, line = moves_of(("--database", url), url, processes, count)
            print(f"PostgreSQL, {processes} {line}", flush=True)
    finally:
        cluster.remove()


if __name__ == "__main__":
    sys.exit(main())
