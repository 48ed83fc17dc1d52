"""Failing storage while people play: each is told the reason, and games go on."""

from __future__ import annotations

import http.client
import os
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from boche.engine.games.registry import find
from boche.engine.program import PROGRAM
from boche.server.database.connect import open_store
from boche.server.operation.heartbeat import BEAT
from tests import ROOT
from tests.e2e.server.load import CLOCK, Game, Load, check
from tests.e2e.server.served import LONG, POWERLESS, Served
from tests.server.postgres import Cluster

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of another process")


def disk(served: Served, size: int) -> None:
    """Limit the size of all the server's files to so many bytes, or -1 for no limit."""
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def one_line(answer: tuple[int, dict[str, Any]]) -> str:
    status, found = answer
    assert status == 503, found
    assert "\n" not in found["error"]
    return str(found["error"])


def told(served: Served) -> list[str]:
    """End the server, and return the lines that it wrote about its database."""
    time.sleep(2 * BEAT)  # the end of trouble is reported at a beat
    code, errors = served.end()
    assert code in (0, 130)
    stood = "nobody could move for"
    return [line for line in errors.splitlines() if not line.startswith(f"{PROGRAM}: {stood}")]


def pages(served: Served, *paths: str) -> Iterator[str]:
    """Yield the pages at some paths, which must be unavailable, with a time to retry after."""
    for path in paths:
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=LONG)
        with closing(connection):
            connection.request("GET", path, headers={"Cookie": "boche_session=none"})
            answer = connection.getresponse()
            assert (answer.status, answer.headers.get_content_type()) == (503, "text/html"), path
            assert int(answer.headers["Retry-After"]) > 0
            yield answer.read().decode()


def test_a_full_disk(tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path))
    load = Load([served.port], players=2)
    load.wait_for(10)
    disk(served, 0)
    line = one_line(served.ask("POST", "/api/boards", {"game": "boche"}))
    assert "nothing was changed. Try again" in line
    status, _ = served.ask("GET", "/api/boards")
    assert status == 200, "what needs no disk goes on"
    disk(served, -1)
    load.wait_for(10)
    games = load.finish()
    begun, over = told(served)
    assert repr(str(tmp_path / "server.db")) in begun
    assert "its disk" in begun
    assert "is back after" in over
    store = open_store(f"sqlite:///{tmp_path / 'server.db'}")
    assert check(store, games) >= 20
    store.close()


def test_a_folder_that_can_no_longer_be_written(tmp_path: Path) -> None:
    """Play on with the files that are open, and once more after the folder is writable again."""
    served = Served("--data", str(tmp_path), before=tuple(POWERLESS))
    load = Load([served.port], players=2)
    load.wait_for(10)
    files = list(tmp_path.iterdir())
    for path in (*files, tmp_path):
        path.chmod(0o500 if path == tmp_path else 0o400)
    try:
        for _ in range(30):
            status, found = served.ask("POST", "/api/boards", {"game": "boche", "clock": CLOCK})
            assert status == 200 or "\n" not in one_line((status, found))
            assert served.ask("GET", "/api/boards")[0] in (200, 503)
    finally:
        for path in (tmp_path, *files):
            path.chmod(0o700)
    load.wait_for(10)
    games = load.finish()
    code, errors = served.end()
    assert (code in (0, 130), "Traceback" in errors) == (True, False), errors
    store = open_store(f"sqlite:///{tmp_path / 'server.db'}")
    assert check(store, games) >= 20
    store.close()


def test_a_damaged_page(tmp_path: Path) -> None:
    """Read and write: the operator gets a line, the client a sentence, and nobody a traceback."""
    served = Served("--data", str(tmp_path))
    new = {"game": "boche", "options": {"size": 4}}
    boards = [served.ask("POST", "/api/boards", new)[1]["board"] for _ in range(40)]
    served.end()
    file = tmp_path / "server.db"
    with closing(sqlite3.connect(file)) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        roots = [number for (number,) in connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name IN ('seats', 'moves')")]  # fmt: skip
    with open(file, "r+b") as opened:
        for number in roots:
            opened.seek((number - 1) * size)
            opened.write(b"\xa5" * size)
    served = Served("--data", str(tmp_path))
    line = one_line(served.ask("GET", f"/api/boards/{boards[-1]}"))
    assert "damaged" in line
    assert "damaged" in one_line(served.ask("POST", "/api/boards", new))
    (page,) = pages(served, f"/board/{boards[-1]}")
    assert "database is damaged" in page
    (line,) = served.end()[1].splitlines()
    assert repr(str(file)) in line
    assert "restore a backup" in line
    command = [sys.executable, "-m", "boche", "serve", "backup", str(tmp_path / "copy.db")]
    done = subprocess.run([*command, "--data", str(tmp_path)], cwd=ROOT, timeout=LONG,
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert repr(str(file)) in line
    assert [path.name for path in tmp_path.glob("*copy*")] == []


class Stream:
    """A stream of a board's events, read as the browser of a seat's holder does."""

    def __init__(self, port: int, board: int, secret: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)
        by = {"Authorization": f"Seat {secret}"}
        self._connection.request("GET", f"/api/boards/{board}/events", headers=by)
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200

    def numbers_until(self, kind: str, count: int) -> list[int]:
        """Return the numbers of the events up to the ``count``-th of a kind."""
        found = []
        while count:
            read = self._answer.readline()
            assert read, "the stream has ended"
            line = read.decode().strip()
            if line.startswith("id: "):
                found.append(int(line[4:]))
            count -= line == f"event: {kind}"
        return found

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def own_cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Yield a cluster that a test may stop, separate from that of other tests."""
    # Sockets need a short path, and a run that was killed may have left one of the same name.
    cluster = Cluster(Path("/tmp") / f"boche-trouble-{os.getpid()}-{tmp_path.name[-12:]}")
    cluster.start()
    yield cluster
    cluster.remove()


def test_a_database_that_goes_away_for_a_while(own_cluster: Cluster) -> None:
    url = own_cluster.database("trouble")
    served = Served("--database", url)
    new = {"game": "boche", "options": {"size": 4}, "clock": CLOCK}
    made = served.board(new)
    stream = Stream(served.port, made["board"], made["secrets"][0])
    path, (one, two) = f"/api/boards/{made['board']}/moves", made["secrets"]
    assert served.ask("POST", path, {"move": "c:a1", "ply": 1}, one)[0] == 200
    load = Load([served.port], players=2)
    load.wait_for(10)
    own_cluster.run("stop")
    for asked in (("POST", "/api/boards", {"game": "boche"}),
                  ("POST", path, {"move": "c:b1", "ply": 2}, two)):  # fmt: skip
        line = one_line(served.ask(*asked))
        assert "database does not answer" in line
        assert str(own_cluster.folder) not in line, "where it is concerns nobody"
    for page in pages(served, "/", "/sign-in", "/games", f"/board/{made['board']}"):
        assert "database does not answer" in page
    own_cluster.run("start")
    load.wait_for(10)
    answers = [served.ask("POST", path, {"move": "c:b1", "ply": 2}, two) for _ in range(2)]
    assert [(status, found["again"]) for status, found in answers] == [(200, False), (200, True)]
    numbers = stream.numbers_until("move", 2)
    assert len(numbers) >= 4
    assert numbers == list(range(1, len(numbers) + 1)), "without a gap, nothing twice"
    games = load.finish()
    began, over = told(served)  # the stream is still open
    stream.close()
    assert "see that PostgreSQL runs" in began
    assert "is back after" in over
    store = open_store(url)
    known = Game(made["board"], (one, two), find("boche").new(size=4), ["c:a1", "c:b1"])
    assert check(store, [*games, known]) >= 20
    store.close()
