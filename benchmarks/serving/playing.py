"""Moves per second, latency at half that load, and the memory of idle watchers."""

from __future__ import annotations

import os
import random
import resource
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from benchmarks.serving.clients import Script, Watchers, fetched, play, request
from boche.engine.game import Position, seat_of
from boche.engine.games.registry import GAMES, find
from boche.server.database.connect import open_store
from boche.server.database.store import Store
from boche.server.play.clocks import Clock
from boche.server.play.setup import SeatTaker, Terms, make
from tests.e2e.server.served import Served

ANY_NUMBER = "--behind-proxy"  # allows any number of connections from one address
PLIES = 12  # per board, unless its game ends earlier
LOADED = 0.5  # share of the maximum load at which latency is measured


def random_game(name: str, most: int, chance: random.Random) -> list[tuple[int, str]]:
    """Return up to ``most`` random moves from the start of a game, each with its seat."""
    position: Position = find(name).start(find(name).complete({}))
    found: list[tuple[int, str]] = []
    while len(found) < most and position.outcome is None:
        move = str(chance.choice(list(position.legal_moves())))
        found.append((seat_of(position, position.turn), move))
        position = position.play(move)
    return found


def scripts(store: Store, count: int, games: Sequence[list[tuple[int, str]]]) -> list[Script]:
    """Return new boards of guests, with clocks, and the requests that play on them."""
    found = []
    names = list(GAMES)
    for index in range(count):
        name, game = names[index % len(names)], games[index % len(games)]
        terms = Terms.of(name, {}, Clock(3600.0, 5.0, 3700.0))
        made = store.write(
            lambda transaction, terms=terms: make(transaction, terms, PAIR, time.time())
        )
        path = f"/api/boards/{made.number}/moves"
        lines = [
            request("POST", path, f"Seat {made.secrets[seat]}", {"move": move, "ply": ply})
            for ply, (seat, move) in enumerate(game, 1)
        ]
        found.append(Script(made.number, tuple(lines)))
    return found


PAIR = (SeatTaker(), SeatTaker())


def bare_rate(folder: Path, seconds: float) -> float:
    """Return transactions per second of one connection: one row each, durable on return."""
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
    """Return moves per second of ``processes`` processes, and a line with more details."""
    chance = random.Random(1)
    store = open_store(url)
    names = list(GAMES)
    games = [random_game(names[index % len(names)], PLIES, chance) for index in range(count)]
    batches = [scripts(store, count, games) for _ in range(2)]
    store.close()
    served = [Served(*arguments, ANY_NUMBER) for _ in range(processes)]
    ports = [each.port for each in served]
    try:
        watchers = Watchers(ports, [each.number for batch in batches for each in batch])
        before = sum(cpu_seconds(each.process.pid) for each in served)
        seconds, times = play(ports, batches[0])
        late = watchers.wait_for(len(times))
        rate = len(times) / (seconds + late)
        _, times = play(ports, batches[1], rate * LOADED)
        watchers.close()
        times.sort()
        middle, slow = statistics.median(times), times[int(len(times) * 0.99)]
        burnt = sum(cpu_seconds(each.process.pid) for each in served) - before
        return rate, (
            f"{rate:7.0f} moves/s; at half of that a move takes {middle * 1e3:.1f} ms in the "
            f"median, {slow * 1e3:.1f} ms at the 99th percentile "
            f"({burnt * 1e3 / (2 * len(times)):.2f} ms of processor a move)"
        )
    finally:
        for each in served:
            each.end(signal.SIGTERM)


def peer_rate(folder: Path, count: int) -> tuple[float, float]:
    """Return moves per second of the minimal server, and its CPU milliseconds per move.

    The same client sends it the same requests.
    """
    chance, names = random.Random(1), list(GAMES)
    games = [random_game(names[index % len(names)], PLIES, chance) for index in range(count)]
    played = [
        Script(number, tuple(
            request("POST", f"/api/boards/{number}/moves", "Seat x" * 9, {"move": move, "ply": ply})
            for ply, (_, move) in enumerate(game, 1)
        ))
        for number, game in enumerate(games, 1)
    ]  # fmt: skip
    command = [sys.executable, "-m", "benchmarks.serving.peer", str(folder / "peer.db")]
    peer = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert peer.stdout is not None
        port = int(peer.stdout.readline())
        while True:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
        before = cpu_seconds(peer.pid)
        seconds, times = play([port], played)
        burnt = cpu_seconds(peer.pid) - before
        return len(times) / seconds, burnt * 1e3 / len(times)
    finally:
        peer.kill()
        peer.communicate()


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


def watching(folder: Path, count: int) -> str:
    """Return a line on the memory of a process with ``count`` idle watchers."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    count = min(count, hard - 200)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    url = f"sqlite:///{folder / 'server.db'}"
    store = open_store(url)
    number = store.write(
        lambda transaction: make(transaction, Terms.of(next(iter(GAMES)), {}), PAIR, 0.0)
    ).number
    store.close()
    served = Served("--data", str(folder), ANY_NUMBER)
    try:
        before = resident(served.process.pid)
        watchers = Watchers([served.port], [number] * count)
        answered = 0
        while answered < 1:  # answered only once all earlier connections are open
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
