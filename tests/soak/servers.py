"""Servers killed while people play: nothing acknowledged is lost, and nothing is done twice.

``python -m tests.soak.servers [--count N] [--postgresql N] [--seed S]``
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from boche.server.database.connect import open_store
from boche.server.operation.configuration import FILE
from tests.e2e.server.load import Load, check
from tests.e2e.server.served import Served
from tests.server.postgres import shared_cluster

LEAST, MOST = 5, 60  # moves answered before a kill
BUSY = 'excepted = ["127.0.0.0/8"]\n'
"""The operator's configuration: this machine, which makes all games, is exempt from limits."""


def survive_kills(folder: Path, kills: int, seed: int = 0) -> int:
    """Kill a server on SQLite ``kills`` times. Return the number of moves then."""
    chance, arguments = random.Random(seed), ("--data", str(folder))
    (folder / FILE).write_text(BUSY)
    served = Served(*arguments)
    load = Load([served.port], seed=seed)
    try:
        for _ in range(kills):
            load.wait_for(chance.randint(LEAST, MOST))
            load.back.clear()
            served.kill()
            served = Served(*arguments, port=served.port)
            load.back.set()
        load.wait_for(LEAST)
        games = load.finish()
    finally:
        load.over.set()
        served.end()
    store = open_store(f"sqlite:///{folder / 'server.db'}")
    try:
        return check(store, games)
    finally:
        store.close()


def survive_kills_of_one(
    url: str, folder: Path, kills: int, seed: int = 0, processes: int = 3
) -> int:
    """Kill one of several servers on PostgreSQL ``kills`` times. Return the number of moves."""
    chance, arguments = random.Random(seed), ("--database", url, "--data", str(folder))
    (folder / FILE).write_text(BUSY)
    served = [Served(*arguments) for _ in range(processes)]
    load = Load([each.port for each in served], players=2 * processes, seed=seed)
    try:
        for _ in range(kills):
            load.wait_for(chance.randint(LEAST, MOST))
            number = chance.randrange(processes)
            served[number].kill()
            served[number] = Served(*arguments, port=served[number].port)
        load.wait_for(LEAST)
        games = load.finish()
    finally:
        load.over.set()
        for each in served:
            each.end()
    store = open_store(url)
    try:
        return check(store, games)
    finally:
        store.close()


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Kill servers while people play; lose nothing.")
    parser.add_argument("--count", type=int, default=500, help="kills of one on a file")
    parser.add_argument("--postgresql", type=int, default=100, help="kills of one of three")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = survive_kills(Path(folder), args.count, args.seed) if args.count else 0
        print(f"servers: {args.count} kills on a file, {found} moves, none lost", flush=True)
        if args.postgresql:
            with shared_cluster(Path(folder)) as cluster:
                url = cluster.database("kills")
                found = survive_kills_of_one(url, Path(folder), args.postgresql, args.seed)
            print(f"servers: {args.postgresql} kills of one of three on PostgreSQL, {found} moves")
    return 0


if __name__ == "__main__":
    sys.exit(main())
