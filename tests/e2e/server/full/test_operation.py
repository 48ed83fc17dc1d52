"""Health and metrics while the database is away, and a log for people."""

from __future__ import annotations

import signal
import socket
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.server.full import test_operation_more as push
from tests.e2e.server.full.test_operation_more import stream, wait_for
from tests.e2e.server.full.test_trouble_more import own_cluster
from tests.e2e.server.served import LONG, Served
from tests.server.postgres import Cluster

__all__ = ["own_cluster"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals")


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        return int(listener.getsockname()[1])


def health(served: Served, path: str = "ready") -> tuple[int, dict[str, Any]]:
    return served.ask("GET", f"/health/{path}")


def metrics(port: int) -> dict[str, float]:
    """Return the values of the metrics, by name and labels."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=LONG) as answer:
        lines = answer.read().decode().splitlines()
    return {
        name: float(value)
        for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    }


def test_health_and_metrics_while_the_database_is_away(own_cluster: Cluster) -> None:
    port = free_port()
    served = Served("--database", own_cluster.database("watched"), "--metrics", f"127.0.0.1:{port}")
    made = served.board({"game": "boche", "options": {"size": 4}})
    path, (one, _) = f"/api/boards/{made['board']}/moves", made["secrets"]
    assert served.ask("POST", path, {"move": "c:a1", "ply": 1}, one)[0] == 200
    with stream(served, made["board"]):
        assert health(served)[0] == 200
        before = metrics(port)
    assert before["boche_moves_total"] == 1
    assert before["boche_open_streams"] == 1
    assert before['boche_up{part="database"}'] == 1
    assert before["boche_active_games"] >= 0
    route = 'method="POST",route="/api/boards/{board}/moves"'
    assert before[f"boche_request_seconds_count{{{route}}}"] == 1
    assert before[f'boche_requests_total{{{route},status="200"}}'] == 1
    for name in ("thoughts", "mails", "tournaments_due"):
        assert (before[f"boche_{name}"], before[f"boche_{name}_age_seconds"]) == (0, 0)
    own_cluster.run("stop")
    wait_for(lambda: health(served)[0] == 503)
    for _ in range(5):
        start = time.monotonic()
        assert health(served, "live")[0] == 200
        status, said = health(served)
        assert time.monotonic() - start < 4.0, "at once"
        assert (status, said["database"]["ok"], said["disk"]["ok"]) == (503, False, True)
        assert "does not answer" in said["database"]["says"]
        assert str(own_cluster.folder) not in str(said)
    assert (health(served, "ready/database")[0], health(served, "ready/mail")[0]) == (503, 200)
    assert metrics(port)['boche_up{part="database"}'] == 0
    own_cluster.run("start")
    wait_for(lambda: health(served)[0] == 200)
    assert metrics(port)['boche_up{part="database"}'] == 1
    assert served.end(signal.SIGTERM)[0] == 0


@pytest.mark.parametrize("as_json", [False])
def test_the_log_of_requests_has_no_secret(tmp_path: Path, as_json: bool) -> None:
    push.test_the_log_of_requests_has_no_secret(tmp_path, as_json)
