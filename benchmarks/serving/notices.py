"""What NOTIFY costs: ``python -m benchmarks.serving.notices [--seconds N]``.

Transactions of one row, durable, from 1, 4 and 16 connections, as ``pgbench`` counts them: alone,
and with a NOTIFY in each that 1, 4 or 16 processes hear, as many as serve one database. PostgreSQL
lets one transaction with a NOTIFY commit at a time, its disk sync included, so they cannot share
syncs as others do.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from benchmarks.machine import machine_line
from tests.server.postgres import USER, Cluster, program

ROW = "INSERT INTO written (board) VALUES (:client_id)"
NOTICE = "SELECT pg_notify('games', 'board ' || :client_id)"
CLIENTS = (1, 4, 16)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serving.notices")
    parser.add_argument("--seconds", type=int, default=5, help="for each figure")
    seconds = parser.parse_args().seconds
    print(machine_line(), flush=True)
    folder = Path(tempfile.gettempdir()) / f"boche-notices-{os.getpid()}"
    cluster = Cluster(folder, durable=True)
    cluster.start()
    try:
        url = cluster.database("notices")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE TABLE written (board integer)")
        print("| connections that write | " + " | ".join(map(str, CLIENTS)) + " |")
        print("|---|" + "---|" * len(CLIENTS))
        for hear, name in ((0, "no NOTIFY"), *((n, f"NOTIFY, {n} that listen") for n in CLIENTS)):
            with listening(url, hear):
                rates = [rate(folder, clients, bool(hear), seconds) for clients in CLIENTS]
            print(
                f"| {name} | " + " | ".join(f"{each:,.0f}/s" for each in rates) + " |", flush=True
            )
    finally:
        cluster.remove()
    return 0


@contextmanager
def listening(url: str, count: int) -> Iterator[None]:
    """Keep connections that read every notice."""
    over = threading.Event()

    def listen() -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("LISTEN games")
            while not over.is_set():
                for _ in connection.notifies(timeout=0.2):
                    pass

    threads = [threading.Thread(target=listen) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def rate(folder: Path, clients: int, notify: bool, seconds: int) -> float:
    """Return transactions per second."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write("\n".join(["BEGIN;", f"{ROW};", *[f"{NOTICE};"] * notify, "COMMIT;"]))
        script.flush()
        done = subprocess.run(
            [program("pgbench"), "-h", str(folder), "-U", USER, "-n", "-f", script.name,
             "-c", str(clients), "-j", "2", "-T", str(seconds), "notices"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    assert found is not None, done.stdout
    return float(found[1])


if __name__ == "__main__":
    sys.exit(main())
