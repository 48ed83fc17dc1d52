"""What the server writes to goes away while people play: each hears why, and games go on."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.database.opening import open_store
from tests.e2e.server.load import Load, check
from tests.e2e.server.served import Served
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
    load = Load([served.port], players=2)
    load.wait_for(10)
    own_cluster.run("stop")
    line = one_line(served.ask("POST", "/api/boards", {"game": "boche"}))
    assert "database does not answer" in line
    own_cluster.run("start")
    load.wait_for(10)
    games = load.finish()
    code, errors = served.end()
    assert code in (0, 130)
    assert "Traceback" not in errors
    store = open_store(url)
    assert check(store, games) >= 20
    store.close()
