"""A server as those who run it see it: health, metrics, logs, signals and maintenance."""

from __future__ import annotations

import http.client
import json
import re
import signal
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from boche.server.operation.heartbeat import STANDSTILL
from tests.e2e.server.full.test_trouble import own_cluster
from tests.e2e.server.served import LONG, Served
from tests.e2e.server.test_upgrading import command
from tests.ports import free_port
from tests.server.postgres import Cluster

__all__ = ["own_cluster"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals")


def wait_for(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.2)


@contextmanager
def stream(served: Served, made: dict[str, Any]) -> Iterator[http.client.HTTPResponse]:
    """Yield an open stream of a new board's events, for the player of its first seat."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=LONG)
    with closing(connection):
        own = {"Authorization": f"Seat {made['secrets'][0]}"}
        connection.request("GET", f"/api/boards/{made['board']}/events", headers=own)
        with connection.getresponse() as answer:
            yield answer


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
    with stream(served, made):
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


SECRETS = ("Secret-One", "Secret-Two", "Secret-Three")


@pytest.mark.parametrize("as_json", [False, True])
def test_the_log_of_requests_has_no_secret(tmp_path: Path, as_json: bool) -> None:
    served = Served("--data", str(tmp_path), "--access-log", *(["--log-json"] if as_json else []))
    made = served.board({"game": "boche", "options": {"size": 4}})
    one, two, three = SECRETS
    for path in (f"/sign-up?invite={one}", f"/mail/{two}", f"/forgot/{two}", f"/people/{three}",
                 f"/nowhere/{two}?x={one}", f"/board/{made['board']}", "/help/boche"):  # fmt: skip
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=LONG)
        with closing(connection):
            connection.request("GET", path, headers={"Cookie": f"boche_session={three}"})
            connection.getresponse().read()
    code, text = served.end(signal.SIGTERM)
    assert code == 0
    for secret in (*SECRETS, *made["secrets"]):
        assert secret not in text
    lines = text.splitlines()
    if as_json:
        assert json.loads(served.said)["message"] == f"{served.address} (Ctrl+C ends it)"
        rows = [json.loads(line) for line in lines]
        shown = {(row["method"], row["path"], row["status"]) for row in rows if "path" in row}
        assert all({"time", "level", "message"} <= row.keys() for row in rows)
    else:
        pattern = re.compile(r"boche: 127\.0\.0\.1 (\w+) (\S+) (\d+) \d+ ms")
        shown = {(found[1], found[2], int(found[3]))
                 for line in lines if (found := pattern.fullmatch(line))}  # fmt: skip
    assert {("GET", "/help/boche", 200), ("GET", f"/board/{made['board']}", 200),
            ("GET", "/people/{name}", 404), ("GET", "unknown", 404)} <= shown  # fmt: skip


def test_a_proxy_without_an_address_is_warned_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOCHE_LANGUAGE", "de")  # the log is English all the same
    code, text = Served("--data", str(tmp_path), "--behind-proxy").end(signal.SIGTERM)
    assert (code, text.count("\n"), "--behind-proxy needs --address" in text) == (0, 1, True)


def test_the_file_is_read_again_and_a_wrong_one_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "serve.toml"
    file.write_text('sign-up = "closed"\n')
    served = Served("--data", str(tmp_path))
    new = {"name": "ann", "password": "correct-horse"}
    assert served.ask("POST", "/api/accounts", new)[0] == 403
    file.write_text('sign-up = "everybody"\n')
    served.process.send_signal(signal.SIGHUP)
    assert served.process.stderr is not None
    wrong = served.process.stderr.readline()
    assert served.ask("POST", "/api/accounts", new)[0] == 403
    file.write_text('sign-up = "open"\n')
    served.process.send_signal(signal.SIGHUP)
    wait_for(lambda: served.ask("POST", "/api/accounts", new)[0] == 201)
    code, right = served.end(signal.SIGTERM)
    assert (code, "nothing is changed" in wrong, "sign-up: expected one of" in wrong) == (
        0,
        True,
        True,
    )
    assert "read again" in right


def test_a_server_that_is_told_to_end_closes_its_streams(tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path))
    with stream(served, served.board({"game": "boche"})) as watched:
        start = time.monotonic()
        assert served.end(signal.SIGTERM) == (0, "")
        assert time.monotonic() - start < 20.0
        with pytest.raises(http.client.IncompleteRead):
            watched.read()


def test_a_maintenance_is_begun_and_ended_by_commands(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    served = Served(*data)
    clock = {"start": 60.0, "increment": 0.0}
    made = served.board({"game": "boche", "options": {"size": 4}, "clock": clock})
    path, (one, two) = f"/api/boards/{made['board']}", made["secrets"]
    for ply, (move, secret) in enumerate((("c:a1", one), ("c:b2", two)), 1):
        assert served.ask("POST", f"{path}/moves", {"move": move, "ply": ply}, secret)[0] == 200
    with stream(served, made) as watched:
        before, at = left(served, path), time.time()
        assert command("maintenance", "on", "a new disk", *data) == (0, "")
        wait_for(lambda: served.ask("GET", path)[0] == 503)
        assert served.ask("GET", path)[1] == {"error": "a new disk"}
        begun = time.time()
        time.sleep(STANDSTILL + 1.0)  # what is shorter is no standstill
        assert command("maintenance", "off", *data) == (0, "")
        lasted = time.time() - begun
        wait_for(lambda: served.ask("GET", path)[0] == 200)
        told = b"".join(lines_until(watched, b"event: time"))
        assert b"event: move" in told, "the stream stayed open, and says that there is more time"
        spent = before - left(served, path)
        assert spent < time.time() - at - lasted / 2, "the maintenance's time does not count"
    code, text = served.end(signal.SIGTERM)
    assert (code, "Traceback" in text) == (0, False), text


def left(served: Served, path: str) -> float:
    """Return the seconds that the side to move has left."""
    return float(served.ask("GET", path)[1]["deadline"]) - time.time()


def lines_until(answer: http.client.HTTPResponse, last: bytes) -> Iterator[bytes]:
    while not (line := answer.readline()).startswith(last):
        assert line
        yield line
