"""What the server bears: ``python -m benchmarks.serving [--watchers N] [--stored N ...]``.

Moves a second over HTTP, each checked by the rules, on disk, and told to a watcher of its board,
beside the transactions a second that one connection of SQLite writes to the same disk; how long a
move takes at half that load; the memory of idle watchers; what a list and a long game cost among
many games. The client runs on the same machine and takes its share of it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import selectors
import signal
import socket
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.machine import machine_line
from engine.game import Position
from engine.games.registry import GAMES, find
from server.database.opening import open_store
from server.database.schema import boards, moves, seats
from server.database.store import Store, Unit
from server.people.accounts import open_session, sign_up
from server.play.board import seat_of
from server.play.clocks import Clock
from server.play.setup import Sitter, Terms, make
from tests.e2e.server.served import Served
from tests.server.postgres import Cluster

CONNECTIONS = 32
PLIES = 12  # of each board, unless its game ends before
LONG = 300  # moves of a long game at most
LOADED = 0.5  # of the most, when the time of a move is measured


@dataclass(frozen=True)
class Script:
    """A board and the requests that play its game, ready to be sent."""

    number: int
    requests: tuple[bytes, ...]


def random_game(name: str, most: int, chance: random.Random) -> list[tuple[int, str]]:
    """Random moves from the start of a game, so many unless it ends, each with its seat."""
    position: Position = find(name).start(find(name).complete({}))
    found: list[tuple[int, str]] = []
    while len(found) < most and position.outcome is None:
        move = str(chance.choice(list(position.legal_moves())))
        found.append((seat_of(position, position.turn), move))
        position = position.play(move)
    return found


def request(method: str, path: str, secret: str, body: object = None) -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {secret}\r\n"
    return head.encode() + b"Content-Length: %d\r\n\r\n" % len(data) + data


def scripts(store: Store, count: int, games: Sequence[list[tuple[int, str]]]) -> list[Script]:
    """New boards of guests, with clocks, and what is to be played on them."""
    found = []
    names = list(GAMES)
    for index in range(count):
        name, game = names[index % len(names)], games[index % len(games)]
        terms = Terms.of(name, {}, Clock(3600.0, 5.0, 3700.0))
        made = store.write(lambda unit, terms=terms: make(unit, terms, PAIR, time.time()))
        path = f"/api/boards/{made.number}/moves"
        lines = [
            request("POST", path, f"Seat {made.secrets[seat]}", {"move": move, "ply": ply})
            for ply, (seat, move) in enumerate(game, 1)
        ]
        found.append(Script(made.number, tuple(lines)))
    return found


PAIR = (Sitter(), Sitter())


# -- clients


def answer(stream: socket.socket, rest: bytes) -> tuple[bytes, bytes, bytes]:
    """The first line of an answer, its body, and what came behind it."""
    while b"\r\n\r\n" not in rest:
        rest += received(stream)
    head, _, rest = rest.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
    while len(rest) < length:
        rest += received(stream)
    return head.partition(b"\r\n")[0], rest[:length], rest[length:]


def received(stream: socket.socket) -> bytes:
    data = stream.recv(65536)
    if not data:
        raise ConnectionError("the server closed a connection")
    return data


def play(
    ports: Sequence[int], played: Sequence[Script], rate: float | None = None
) -> tuple[float, list[float]]:
    """Play the scripts over many connections; seconds in all, and those of each move.

    With a ``rate`` moves are sent that often, evenly, whether or not others were answered; a move's
    time then counts from when it was to be sent.
    """
    times: list[float] = []
    start = time.perf_counter() + 0.1

    def player(number: int) -> None:
        stream = socket.create_connection(("127.0.0.1", ports[number % len(ports)]))
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        rest, sent = b"", 0
        for script in played[number::CONNECTIONS]:
            for line in script.requests:
                due = time.perf_counter()
                if rate is not None:
                    due = start + (sent * CONNECTIONS + number) / rate
                    time.sleep(max(due - time.perf_counter(), 0.0))
                sent += 1
                stream.sendall(line)
                status, body, rest = answer(stream, rest)
                times.append(time.perf_counter() - due)
                if b" 200 " not in status:
                    raise AssertionError(body)
        stream.close()

    threads = [threading.Thread(target=player, args=(each,)) for each in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start, times


class Watchers:
    """Streams of boards' events, read by one thread, which counts the moves that it is told."""

    def __init__(self, ports: Sequence[int], numbers: Sequence[int]) -> None:
        self.moves = 0
        self._selector = selectors.DefaultSelector()
        self._over = threading.Event()
        self.streams = []
        for index, number in enumerate(numbers):
            stream = socket.create_connection(("127.0.0.1", ports[index % len(ports)]))
            path = f"/api/boards/{number}/events"
            stream.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            self.streams.append(stream)
            self._selector.register(stream, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._over.is_set():
            for key, _ in self._selector.select(0.2):
                data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                self.moves += data.count(b"event: move\n")
                if not data:
                    self._selector.unregister(key.fileobj)

    def wait_for(self, count: int) -> float:
        """Seconds until so many moves were told; those lost show as a minute."""
        start = time.perf_counter()
        while self.moves < count and time.perf_counter() - start < 60.0:
            time.sleep(0.005)
        return time.perf_counter() - start

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        for stream in self.streams:
            stream.close()


# -- what is measured


def bare_rate(folder: Path, seconds: float) -> float:
    """Transactions a second of one connection: a row each, on disk when it returns."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    for line in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {line}")
    connection.execute("CREATE TABLE moves (number INTEGER PRIMARY KEY, text TEXT)")
    count, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO moves (text) VALUES ('c:d3')")
        connection.execute("COMMIT")
        count += 1
    connection.close()
    return count / seconds


def moves_of(arguments: Sequence[str], url: str, processes: int, count: int) -> tuple[float, str]:
    """Moves a second of so many processes, and a line that says more."""
    chance = random.Random(1)
    store = open_store(url)
    names = list(GAMES)
    games = [random_game(names[index % len(names)], PLIES, chance) for index in range(count)]
    batches = [scripts(store, count, games) for _ in range(2)]
    store.close()
    served = [Served(*arguments) for _ in range(processes)]
    ports = [each.port for each in served]
    try:
        watchers = Watchers(ports, [each.number for batch in batches for each in batch])
        seconds, times = play(ports, batches[0])
        late = watchers.wait_for(len(times))
        rate = len(times) / (seconds + late)
        _, times = play(ports, batches[1], rate * LOADED)
        watchers.close()
        times.sort()
        middle, slow = statistics.median(times), times[int(len(times) * 0.99)]
        burnt = sum(cpu_seconds(each.process.pid) for each in served)
        return rate, (
            f"{rate:7.0f} moves/s; at half of that a move takes {middle * 1e3:.1f} ms in the "
            f"median, {slow * 1e3:.1f} ms at the 99th percentile "
            f"({burnt * 1e3 / (2 * len(times)):.2f} ms of processor a move)"
        )
    finally:
        for each in served:
            each.end(signal.SIGTERM)


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """Memory of a process, in MB."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


def watching(folder: Path, count: int) -> str:
    """The memory of a process with so many idle watchers."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    count = min(count, hard - 200)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    url = f"sqlite:///{folder / 'server.db'}"
    store = open_store(url)
    number = store.write(lambda unit: make(unit, Terms.of(next(iter(GAMES)), {}), PAIR, 0.0)).number
    store.close()
    served = Served("--data", str(folder))
    try:
        before = resident(served.process.pid)
        watchers = Watchers([served.port], [number] * count)
        answered = 0
        while answered < 1:  # one more request is answered once all before it are open
            with suppress(OSError):
                answered = len(fetched(served.port, f"/api/boards/{number}", "none"))
        time.sleep(5.0)
        after = resident(served.process.pid)
        watchers.close()
        return (
            f"{count:,} idle watchers: {after:.0f} MB, {before:.0f} MB without them "
            f"({(after - before) * 1024 / count:.1f} kB each)"
        )
    finally:
        served.end(signal.SIGTERM)


def fetched(port: int, path: str, secret: str) -> bytes:
    with socket.create_connection(("127.0.0.1", port)) as stream:
        stream.sendall(request("GET", path, secret))
        status, body, _ = answer(stream, b"")
    if b" 200 " not in status:
        raise AssertionError(body)
    return body


# -- many games


def fill(store: Store, count: int) -> tuple[str, int, int]:
    """Store so many games of ten moves, and one long one.

    Returns a session of who has 100 of them, and the long one's number and moves.
    """
    chance = random.Random(2)
    game = random_game(name := next(iter(GAMES)), 10, chance)
    longest = max(((random_game(each, LONG, chance), each) for each in GAMES), key=_length)
    options = find(name).complete({})
    now = time.time()

    def work(unit: Unit) -> tuple[str, int, int]:
        user = sign_up(unit, "ann", "", now)
        for start in range(0, count, 5000):
            _store(unit, name, options, game, range(start, min(start + 5000, count)), user.id, now)
        made = make(unit, Terms.of(longest[1], {}), PAIR, now)
        unit.connection.execute(
            moves.insert(),
            [{"board": made.number, "ply": ply, "text": move, "seat": seat, "at": now}
             for ply, (seat, move) in enumerate(longest[0], 1)],
        )  # fmt: skip
        return open_session(unit, user.id, now), made.number, len(longest[0])

    return store.write(work)


def _length(game: tuple[list[tuple[int, str]], str]) -> int:
    return len(game[0])


def _store(
    unit: Unit, name: str, options: object, game: Sequence[tuple[int, str]], numbers: range,
    user: int, now: float,
) -> None:  # fmt: skip
    first = 1 + numbers.start
    row = {"game": name, "options": options, "state": "active", "rated": False, "created": now,
           "increment": 0.0, "ply": len(game), "nagged": False, "events": 0, "turn": 0}  # fmt: skip
    ids = range(first, first + len(numbers))
    unit.connection.execute(boards.insert(), [{"id": number, **row} for number in ids])
    unit.connection.execute(
        seats.insert(),
        [{"board": number, "seat": seat, "name": "x", "muted": False, "notes": "",
          "state": "active", "to_move": not seat, "user_id": user if number <= 100 else None}
         for number in ids for seat in (0, 1)],
    )  # fmt: skip
    unit.connection.execute(
        moves.insert(),
        [{"board": number, "ply": ply, "text": move, "seat": seat, "at": now}
         for number in ids for ply, (seat, move) in enumerate(game, 1)],
    )  # fmt: skip


def among(folder: Path, count: int) -> str:
    """What a list of one's own games and a long game cost among so many."""
    store = open_store(f"sqlite:///{folder / 'server.db'}")
    session, long, plies = fill(store, count)
    store.close()
    served = Served("--data", str(folder))
    try:
        found = []
        for path in ("/api/boards?user=me", f"/api/boards/{long}"):
            times = []
            for _ in range(21):
                start = time.perf_counter()
                fetched(served.port, path, f"Bearer {session}")
                times.append((time.perf_counter() - start) * 1e3)
            found.append((times[0], statistics.median(times[1:])))
        size = (folder / "server.db").stat().st_size / 1e6
        (one, mine), (first, board) = found
        return (
            f"{count:,} games ({size:.0f} MB): my games {mine:.1f} ms (the first time {one:.1f}), "
            f"one of {plies} moves {board:.1f} ms (the first time {first:.1f}), "
            f"memory {resident(served.process.pid):.0f} MB"
        )
    finally:
        served.end(signal.SIGTERM)


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
    """The same moves on PostgreSQL, by one process and by four."""
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
