"""Cost of listing one's own games and of a long game, among many stored games."""

from __future__ import annotations

import random
import signal
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.serving.clients import fetched
from benchmarks.serving.playing import PAIR, random_game, resident
from boche.engine.games.registry import GAMES, find
from boche.server.database.connect import open_store
from boche.server.database.schema import boards, moves, seats
from boche.server.database.store import Store, Transaction
from boche.server.people.accounts import open_session, sign_up
from boche.server.play.setup import Terms, make
from tests.e2e.server.served import Served

LONG = 300  # maximum moves of the long game


def fill(store: Store, count: int) -> tuple[str, int, int]:
    """Store ``count`` games of ten moves, and a long one.

    Return a session of an account with 100 of them, and the number and length of the long game.
    """
    chance = random.Random(2)
    game = random_game(name := next(iter(GAMES)), 10, chance)
    longest = max(((random_game(each, LONG, chance), each) for each in GAMES), key=_length)
    options = find(name).complete({})
    now = time.time()

    def work(transaction: Transaction) -> tuple[str, int, int]:
        user = sign_up(transaction, "ann", "", now)
        for start in range(0, count, 5000):
            _store(
                transaction,
                name,
                options,
                game,
                range(start, min(start + 5000, count)),
                user.id,
                now,
            )
        made = make(transaction, Terms.of(longest[1], {}), PAIR, now)
        transaction.connection.execute(
            moves.insert(),
            [{"board": made.number, "ply": ply, "text": move, "seat": seat, "at": now}
             for ply, (seat, move) in enumerate(longest[0], 1)],
        )  # fmt: skip
        return open_session(transaction, user.id, now), made.number, len(longest[0])

    return store.write(work)


def _length(game: tuple[list[tuple[int, str]], str]) -> int:
    return len(game[0])


def _store(
    transaction: Transaction,
    name: str,
    options: object,
    game: Sequence[tuple[int, str]],
    numbers: range,
    user: int,
    now: float,
) -> None:
    first = 1 + numbers.start
    row = {"game": name, "options": options, "state": "active", "rated": False, "created": now,
           "increment": 0.0, "ply": len(game), "nagged": False, "events": 0, "turn": 0,
           "private": False}  # fmt: skip
    ids = range(first, first + len(numbers))
    transaction.connection.execute(boards.insert(), [{"id": number, **row} for number in ids])
    transaction.connection.execute(
        seats.insert(),
        [{"board": number, "seat": seat, "name": "x", "muted": False, "notes": "",
          "state": "active", "to_move": not seat, "user_id": user if number <= 100 else None}
         for number in ids for seat in (0, 1)],
    )  # fmt: skip
    transaction.connection.execute(
        moves.insert(),
        [{"board": number, "ply": ply, "text": move, "seat": seat, "at": now}
         for number in ids for ply, (seat, move) in enumerate(game, 1)],
    )  # fmt: skip


def among(folder: Path, count: int) -> str:
    """Measure a list of one's own games and a long game among ``count`` games; return a line."""
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
