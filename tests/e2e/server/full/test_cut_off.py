"""What the server holds on to is cut off during play: its database connections, its processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from boche.engine.games.registry import find
from boche.engine.program import PROGRAM
from boche.server.database.connect import open_store
from boche.server.database.postgresql import LISTENER
from tests.e2e.server.full.test_trouble import Stream
from tests.e2e.server.load import CLOCK, Game, Load, check
from tests.e2e.server.served import Served, wait_until
from tests.server.conftest import cluster
from tests.server.postgres import Cluster

__all__ = ["cluster"]

NEW = {"game": "boche", "options": {"size": 4}, "clock": CLOCK}
MOVES = ("c:a1", "c:b1", "c:a2", "c:b2", "c:a3", "c:b3")


@pytest.fixture
def url(cluster: Cluster) -> str:
    return cluster.database("cut_off")


@pytest.fixture
def pair(url: str) -> Iterator[tuple[Served, Served]]:
    """Yield two servers of one database."""
    one = Served("--database", url)
    other = Served("--database", url)
    yield one, other
    for served in (one, other):
        served.end()


def terminate(url: str, name: str) -> int:
    """End all connections of that name, as an administrator of the database; return how many."""
    with psycopg.connect(url, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name = %s",
            (name,),
        ).fetchall()
    return len(ended)


def parts(served: Served) -> dict[str, str]:
    """Return what ``/health/ready`` says of each part; the server must be ready."""
    status, said = served.ask("GET", "/health/ready")
    assert status == 200, said
    return {name: part["says"] for name, part in said.items() if name != "ok"}


def test_listeners_that_are_cut_off_hear_the_next_moves(
    pair: tuple[Served, Served], url: str
) -> None:
    one, other = pair
    made = one.board(NEW)
    path, seats = f"/api/boards/{made['board']}/moves", made["secrets"]
    stream = Stream(other.port, made["board"], seats[0])
    load = Load([one.port, other.port], players=2)
    load.wait_for(10)
    numbers: list[int] = []
    for ply, move in enumerate(MOVES, 1):
        wait_until(lambda: terminate(url, LISTENER) > 0)
        asked = {"move": move, "ply": ply}
        assert one.ask("POST", path, asked, seats[1 - ply % 2])[0] == 200
        numbers += stream.numbers_until("move", 1)  # at the other server, which was not told
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    load.wait_for(10)
    games = load.finish()
    for served in pair:
        wait_until(lambda served=served: "database listener ended" in parts(served)["threads"])
    assert one.ask("GET", f"/api/boards/{made['board']}")[1]["ply"] == len(MOVES)
    stream.close()
    own = Game(made["board"], tuple(seats), find("boche").new(size=4), list(MOVES))
    with closing(open_store(url)) as store:
        assert check(store, [*games, own]) >= 20


def test_connections_that_are_cut_off_while_nobody_asks_are_not_missed(
    pair: tuple[Served, Served], url: str
) -> None:
    """Each is replaced before it is used: nobody hears of it."""
    one, _ = pair
    made = one.board(NEW)
    path, seats = f"/api/boards/{made['board']}/moves", made["secrets"]
    for ply, move in enumerate(MOVES, 1):
        assert one.ask("GET", "/api/boards")[0] == 200
        wait_until(lambda: terminate(url, PROGRAM) > 0)
        asked = {"move": move, "ply": ply}
        status, said = one.ask("POST", path, asked, seats[1 - ply % 2])
        assert status == 200, said


def test_connections_that_are_cut_off_during_play_lose_no_move(
    pair: tuple[Served, Served], url: str
) -> None:
    load = Load([served.port for served in pair], players=4)
    for _ in range(5):
        load.wait_for(10)
        assert terminate(url, PROGRAM) > 0
    load.wait_for(20)
    games = load.finish()
    for served in pair:
        wait_until(lambda served=served: served.ask("GET", "/health/ready")[0] == 200)
        assert "Traceback" not in served.end()[1]
    with closing(open_store(url)) as store:
        assert check(store, games) >= 70


def workers(served: Served) -> list[int]:
    """Return the processes that a server has started to search."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            command = (entry / "cmdline").read_bytes()
        except OSError:  # it has ended meanwhile
            continue
        if parent == served.process.pid and b"spawn_main" in command:
            found.append(int(entry.name))
    return found


def test_an_analysis_whose_process_is_killed_is_done_again(tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path), "--workers", "1")
    try:
        made = served.board(NEW)
        number, seats = made["board"], made["secrets"]
        for ply, move in enumerate(MOVES):
            status, said = served.ask(
                "POST", f"/api/boards/{number}/moves", {"move": move}, seats[ply % 2]
            )
            assert status == 200, said
        served.ask("POST", f"/api/boards/{number}/resign", {}, seats[0])
        path = f"/api/boards/{number}/analysis"
        assert served.ask("POST", path, {}, seats[0])[0] == 200

        def done() -> int:
            return int(served.ask("GET", path, None, seats[0])[1]["done"])

        killed = list[int]()
        for count in (0, 2):
            wait_until(lambda count=count: done() >= count and workers(served) != [])
            (worker,) = workers(served)
            os.kill(worker, signal.SIGKILL)
            killed.append(worker)
            wait_until(lambda: workers(served) not in ([], [killed[-1]]))
        wait_until(lambda: done() == len(MOVES) + 1)
        assert len(set(killed)) == 2
        said = parts(served)["threads"]
        assert "analysis process ended unexpectedly 2 times" in said
        seen = served.ask("GET", path, None, seats[0])[1]
        assert (seen["state"], seen["count"]) == ("done", len(MOVES) + 1)
        assert seen["review"] is not None
    finally:
        served.end()
