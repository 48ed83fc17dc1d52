"""A week of operating a server: drills while people play.

``python -m tests.soak.operating [--seconds N] [--streams N] [--seed S] [DRILL ...]``

The drills are full (a full disk), away (PostgreSQL stopped), clocks (the machine's clock set an
hour ahead and back), restarts (under load, with open streams), upgrade (an old process beside a new
one). A table lists the moves played and lost, the lines in the log, and other measurements.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from boche.server.database import migrations
from boche.server.database.connect import open_store
from boche.server.operation.heartbeat import BEAT
from tests.e2e.server.load import Load, check
from tests.e2e.server.served import Served
from tests.e2e.server.test_clocks import BANK, HOUR, NEW, SET, set_clock
from tests.e2e.server.test_upgrading import NEWER
from tests.server.postgres import Cluster, shared_cluster

PLAYED = 20
"""Number of moves answered before and after an incident."""


@dataclass
class Drill:
    """The setting of the drills: ``seconds`` that an incident lasts, ``streams`` that are open."""

    folder: Path
    cluster: Cluster
    seconds: float
    streams: int
    seed: int
    rows: list[tuple[str, ...]] = field(default_factory=list)

    def row(self, what: str, database: str, moves: int, errors: str, more: str) -> None:
        """Add a row to the table and print the log; once this is reached, nothing was lost."""
        self.rows.append((what, database, str(moves), "0", str(len(errors.splitlines())), more))
        for line in errors.splitlines():
            print(f"    {line}", flush=True)

    def databases(self, name: str) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Return the URL and the server arguments of a database of either kind, by name."""
        data = self.folder / name
        url = self.cluster.database(name)
        return {
            "SQLite": (f"sqlite:///{data / 'server.db'}", ("--data", str(data))),
            "PostgreSQL": (url, ("--database", url)),
        }


def held_to(url: str, load: Load) -> int:
    """End the load and return the number of moves. Raises ``AssertionError`` if one is lost."""
    games = load.finish()
    store = open_store(url)
    try:
        return check(store, games)
    finally:
        store.close()


def status_of(port: int, path: str) -> int:
    """Return the status of a page for a returning browser."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Cookie": "boche_session=none"})
        return connection.getresponse().status


# -- the drills

MOVES = ("c:a1", "c:b1", "c:c1", "c:d1", "c:a2", "c:b2", "c:a3")


def full(drill: Drill) -> None:
    """Fill the disk: a small one of its own if it can be mounted, else by a limit on file sizes."""
    data = drill.folder / "full"
    data.mkdir()
    mounted = not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=6m,mode=700", "tmpfs", str(data)],
        capture_output=True, check=False,
    ).returncode  # fmt: skip
    try:
        served = Served("--data", str(data))
        load = Load([served.port], seed=drill.seed)
        load.wait_for(PLAYED)
        pid, filler = served.process.pid, data / "filler"
        if mounted:
            with contextlib.suppress(OSError), open(filler, "wb", 0) as file:
                while True:
                    file.write(b"x" * 4096)
        else:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        time.sleep(drill.seconds)
        pages = [status_of(served.port, path) for path in ("/", "/games", "/board/1")]
        refused = ", ".join(sorted(load.refusals))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        filler.unlink(missing_ok=True)
        load.wait_for(PLAYED)
        time.sleep(2 * BEAT)
        moves = held_to(f"sqlite:///{data / 'server.db'}", load)
        kind = "a disk of 6 MB" if mounted else "files that may not grow"
        drill.row("full disk", "SQLite", moves, served.end()[1],
                  f"{kind}; pages {pages}; told: {refused}")  # fmt: skip
    finally:
        if mounted:
            subprocess.run(["umount", str(data)], check=False)


def away(drill: Drill) -> None:
    """Stop PostgreSQL, and start it again."""
    own = Cluster(Path("/tmp") / f"boche-operating-{os.getpid()}")
    own.start()
    try:
        url = own.database("away")
        served = Served("--database", url)
        load = Load([served.port], seed=drill.seed)
        load.wait_for(PLAYED)
        own.run("stop")
        time.sleep(drill.seconds)
        pages = [status_of(served.port, path) for path in ("/", "/games", "/board/1")]
        own.run("start")
        began = time.monotonic()
        load.wait_for(1)
        back = time.monotonic() - began
        load.wait_for(PLAYED)
        time.sleep(2 * BEAT)
        moves = held_to(url, load)
        drill.row("database away", "PostgreSQL", moves, served.end()[1],
                  f"pages {pages}; a move {back:.1f} s after it was back")  # fmt: skip
    finally:
        own.remove()


def clocks(drill: Drill) -> None:
    """Set the machine's clock while people play, and before a restart."""
    for database, (_, arguments) in drill.databases("clocks").items():
        _set_clocks(drill, database, arguments)


def _set_clocks(drill: Drill, database: str, arguments: tuple[str, ...]) -> None:
    clock = drill.folder / f"clock of {database}"
    set_clock(clock, 0.0)
    environment = {"SET_BY": str(clock)}
    served = Served(*arguments, code=SET, environment=environment)
    made = served.board(NEW)
    path, lines, banks, moves = f"/api/boards/{made['board']}", "", [], 2
    for seat in (0, 1):  # from then on both clocks run
        first = {"move": MOVES[seat]}
        assert served.ask("POST", f"{path}/moves", first, made["secrets"][seat])[0] == 200
    for at, restart in ((HOUR, False), (0.0, False), (HOUR, True), (0.0, True), (-HOUR, True)):
        set_clock(clock, at)
        if restart:
            lines += served.end()[1]
            served = Served(*arguments, code=SET, environment=environment)
        time.sleep(2 * BEAT)
        board = served.ask("GET", path)[1]
        banks += [board["deadline"] - board["now"], *(each["bank"] for each in board["seats"])]
        move, secret = MOVES[moves], made["secrets"][board["turn"]]
        status, told = served.ask("POST", f"{path}/moves", {"move": move}, secret)
        assert status == 200, told
        moves += 1
    lines += served.end()[1]
    least, most = min(banks), max(banks)
    assert least > BANK - 120.0, banks
    assert most <= BANK, banks
    drill.row("clock +-1 h", database, moves, lines,
              f"of a bank of {BANK:.0f} s there were {least:.0f} to {most:.0f} s")  # fmt: skip


def restarts(drill: Drill) -> None:
    """End the server by SIGTERM while people play and watch, and restart it; five times."""
    for database, (url, arguments) in drill.databases("restarts").items():
        served = Served(*arguments)
        load = Load([served.port], seed=drill.seed)
        load.wait_for(PLAYED)
        lines, took = "", []
        for _ in range(5):
            watching = [_watch(served.port) for _ in range(drill.streams)]
            load.wait_for(PLAYED)
            load.back.clear()
            began = time.monotonic()
            lines += served.end(15)[1]
            served = Served(*arguments, port=served.port)
            took.append(time.monotonic() - began)
            load.back.set()
            for each in watching:
                each.close()
        load.wait_for(PLAYED)
        moves = held_to(url, load)
        lines += served.end()[1]
        measured = f"{drill.streams} streams; back in {min(took):.1f} to {max(took):.1f} s"
        drill.row("restarts", database, moves, lines, measured)


def _watch(port: int) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", port))
    stream.sendall(b"GET /api/boards/1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    stream.recv(64)
    return stream


def upgrade(drill: Drill) -> None:
    """Migrate the database with a newer program while an old one serves it."""
    for database, (url, arguments) in drill.databases("upgrade").items():
        before = Served(*arguments)
        load = Load([before.port], seed=drill.seed)
        load.wait_for(PLAYED)
        load.back.clear()
        began = time.monotonic()
        after = Served("--migrate", *arguments, code=NEWER)
        code, errors = before.ended()
        took = time.monotonic() - began
        assert code == 2, errors
        load.ports = [after.port]
        load.back.set()
        load.wait_for(PLAYED)
        with mock.patch.object(migrations, "NEWEST", migrations.NEWEST + 1):
            moves = held_to(url, load)
        after.end()
        drill.row("old beside new", database, moves, errors,
                  f"the old one had ended {took:.1f} s after the new one was started")  # fmt: skip


DRILLS: dict[str, Callable[[Drill], None]] = {
    each.__name__: each for each in (full, away, clocks, restarts, upgrade)
}
HEAD = ("drill", "database", "moves", "lost", "lines", "measured")


def table(rows: list[tuple[str, ...]]) -> str:
    """Return the rows in columns."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    return "\n".join(
        "  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="An operator's troubles, while people play.")
    parser.add_argument("drills", nargs="*", metavar="DRILL", help=f"of {', '.join(DRILLS)}")
    parser.add_argument("--seconds", type=float, default=30.0, help="that trouble lasts")
    parser.add_argument("--streams", type=int, default=200, help="open while it is restarted")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for name in args.drills:
        if name not in DRILLS:
            parser.error(f"no {name!r}; there is: {', '.join(DRILLS)}")
    failed = 0
    with tempfile.TemporaryDirectory() as folder, shared_cluster(Path(folder)) as cluster:
        drill = Drill(Path(folder), cluster, args.seconds, args.streams, args.seed)
        for name in args.drills or DRILLS:
            print(f"{name}:", flush=True)
            try:
                DRILLS[name](drill)
            except AssertionError as error:
                failed += 1
                print(f"    failed: {error}")
        print(table([HEAD, *drill.rows]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
