"""What the server writes to goes away while people play: each hears why, and games go on."""

from __future__ import annotations

import http.client
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.games.registry import find
from server.database.opening import open_store
from tests.e2e.server.load import CLOCK, Game, Load, check
from tests.e2e.server.served import LONG, POWERLESS, Served
from tests.server.postgres import Cluster

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of another process")


def disk(served: Served, size: int) -> None:
    """Let no file of the server's grow beyond so many bytes; -1 for as large as they like."""
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def one_line(answer: tuple[int, dict[str, Any]]) -> str:
    status, found = answer
    assert status == 503, found
    assert "\n" not in found["error"]
    return str(found["error"])


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
    served.end()
    store = open_store(f"sqlite:///{tmp_path / 'server.db'}")
    assert check(store, games) >= 20
    store.close()


def test_a_folder_that_can_no_longer_be_written(tmp_path: Path) -> None:
    """What is open stays open, so that people play on; and once more when it is theirs again."""
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


class Stream:
    """A stream of a board's events, read as a browser does."""

    def __init__(self, port: int, board: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)
        self._connection.request("GET", f"/api/boards/{board}/events")
        self._answer = self._connection.getresponse()

    def numbers_until(self, kind: str, count: int) -> list[int]:
        """The numbers of the events up to the one that makes so many of a kind."""
        found = []
        while count:
            line = self._answer.readline().decode().strip()
            if line.startswith("id: "):
                found.append(int(line[4:]))
            count -= line == f"event: {kind}"
        return found

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def own_cluster(tmp_path: Path) -> Iterator[Cluster]:
    """One that a test may stop, while others use theirs."""
    cluster = Cluster(Path("/tmp") / f"boche-trouble-{tmp_path.name[-12:]}")
    cluster.start()
    yield cluster
    cluster.remove()


def test_a_database_that_goes_away_for_a_while(own_cluster: Cluster) -> None:
    url = own_cluster.database("trouble")
    served = Served("--database", url)
    new = {"game": "boche", "options": {"size": 4}, "clock": CLOCK}
    made = served.board(new)
    stream = Stream(served.port, made["board"])
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
    own_cluster.run("start")
    load.wait_for(10)
    answers = [served.ask("POST", path, {"move": "c:b1", "ply": 2}, two) for _ in range(2)]
    assert [(status, found["again"]) for status, found in answers] == [(200, False), (200, True)]
    assert stream.numbers_until("move", 2) == [1, 2, 3, 4], "without a gap, nothing twice"
    games = load.finish()
    code, errors = served.end()  # the stream is still open
    stream.close()
    assert code in (0, 130)
    assert "Exception" not in errors, errors
    assert "Cancel" not in errors
    store = open_store(url)
    known = Game(made["board"], (one, two), find("boche").new(size=4), ["c:a1", "c:b1"])
    assert check(store, [*games, known]) >= 20
    store.close()
