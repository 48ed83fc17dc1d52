"""Misbehaving guests while two people play: moves are answered soon, and memory is bounded.

``python -m tests.soak.crowd [--minutes N] [--guests N] [--seed S]``
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from sqlalchemy import update

from boche.server.database.connect import open_store
from boche.server.database.schema import boards
from boche.server.database.store import Transaction
from tests.e2e.server.served import Caller, Served
from tests.server.desk import PASSWORD
from tests.server.long_games import put
from tests.soak.guests import Told, misbehave
from tests.soak.logins import most_memory

LONG, BOARDS = 1990, 40  # moves of a long game, and how many of them there are
MOST = 600  # MB
SOON = 0.2  # seconds within which 99 of 100 moves are to be answered
THINKING = (0.1, 0.4)  # seconds from one move to the next


def long_boards(folder: Path, seed: int) -> list[int]:
    """Create boards of guests with very long games, half of them over; return their numbers."""

    def work(transaction: Transaction) -> list[int]:
        made = [put(transaction, LONG, seed + n, time.time()).number for n in range(BOARDS)]
        over = update(boards).where(boards.c.id.in_(made[::2]))
        transaction.connection.execute(
            over.values(state="over", turn=None, reason="over", result="")
        )
        return made

    store = open_store(f"sqlite:///{folder / 'server.db'}")
    try:
        return store.write(work)
    finally:
        store.close()


def honest(port: int, until: float, chance: random.Random) -> tuple[list[float], Counter[int]]:
    """Play games of two people by a clock; return the seconds of each move, and the statuses."""
    callers = [Caller(port), Caller(port)]
    times, statuses = list[float](), Counter[int]()
    while time.monotonic() < until:
        clock = {"start": 300, "increment": 5}
        status, made = callers[0].ask("POST", "/api/boards", {"game": "boku", "clock": clock})
        statuses[status] += 1
        if status != 200:
            time.sleep(1.0)
            continue
        callers[1].ask("POST", f"/api/boards/{made['board']}/come", {}, made["secrets"][1])
        path = f"/api/boards/{made['board']}/moves"
        cells = [f"{letter}{number}" for letter in "abcdef" for number in range(1, 6)]
        chance.shuffle(cells)
        for ply, cell in enumerate(cells, 1):
            if time.monotonic() > until:
                break
            time.sleep(chance.uniform(*THINKING))
            side = (ply + 1) % 2
            start = time.perf_counter()
            status, _ = callers[side].ask(
                "POST", path, {"move": cell, "ply": ply}, made["secrets"][side]
            )
            times.append(time.perf_counter() - start)
            statuses[status] += 1
            if status != 200:  # the move had to capture, or the game is over
                break
    for caller in callers:
        caller.close()
    return times, statuses


def run(folder: Path, minutes: float, guests: int, seed: int) -> bool:
    """Play for ``minutes``. Return whether all requirements are met."""
    boards = long_boards(folder, seed)
    served = Served("--data", str(folder), "--behind-proxy")
    for name in ("ann", "bob"):
        account = {"name": name, "password": PASSWORD}
        assert served.ask("POST", "/api/accounts", account)[0] == 201
    told: Told = multiprocessing.get_context("spawn").Queue()
    given: tuple[Any, ...] = (served.port, boards, 60.0 * minutes, guests, seed, told)
    crowd = multiprocessing.get_context("spawn").Process(target=misbehave, args=given)
    crowd.start()
    try:
        told.get(timeout=60.0)  # they have begun
        until = time.monotonic() + 60.0 * minutes
        times, statuses = honest(served.port, until, random.Random(seed))
        answered = told.get(timeout=120.0)
        crowd.join(60.0)
        memory = most_memory(served.process.pid)
    finally:
        crowd.kill()
        errors = served.end()[1]
    times.sort()
    slow = times[int(len(times) * 0.99)]
    print(
        f"crowd: {guests} guests for {minutes:g} minutes; {len(times)} moves of two who play: "
        f"{statistics.median(times) * 1e3:.0f} ms in the median, {slow * 1e3:.0f} ms at the 99th "
        f"percentile (the goal is {SOON * 1e3:.0f}), {times[-1] * 1e3:.0f} ms at most; "
        f"memory {memory:.0f} MB at most (the goal is {MOST})"
    )
    print(f"crowd: the two were answered {dict(statuses)}")
    for what, found in sorted(answered.items()):
        print(f"crowd: {what}: {dict(sorted(found.items()))}")
    print(errors[-2000:], end="")
    wrong = [what for what, found in answered.items() if found[500]] or "Traceback" in errors
    return not wrong and memory <= MOST


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Guests do their worst while two people play.")
    parser.add_argument("--minutes", type=float, default=0.5)
    parser.add_argument("--guests", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return 0 if run(Path(folder), args.minutes, args.guests, args.seed) else 1


if __name__ == "__main__":
    sys.exit(main())
