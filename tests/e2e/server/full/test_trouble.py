"""A folder that can no longer be written while people play."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from boche.engine.games.registry import find
from boche.server.database.connect import open_store
from tests.e2e.server.full.test_trouble_more import Stream, one_line, own_cluster, pages, told
from tests.e2e.server.load import CLOCK, Game, Load, check
from tests.e2e.server.served import POWERLESS, Served
from tests.server.postgres import Cluster

__all__ = ["own_cluster"]


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of another process")


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
