"""A server that gets secrets in many ways, right and wrong: none of them is ever shown."""

from __future__ import annotations

import base64
import http.client
import json
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.e2e.server.served import LONG, Served

PASSWORD, WRONG, INNER = "Pa55-of-ann-right", "Pa55-of-ann-wrong", "4-secret-in-the-database"


class Talk:
    """Requests to a server, and all responses."""

    def __init__(self, served: Served) -> None:
        self.port = served.port
        self.heard: list[str] = []

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        """Send a request; return status and body. ``body`` is text as is, or a value for JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        data = body if body is None or isinstance(body, str) else json.dumps(body)
        connection.request(method, path, data, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        self.heard.append(f"{answer.getheaders()}\n{text}")
        assert answer.getheader("Referrer-Policy") in ("no-referrer", "same-origin"), path
        connection.close()
        return answer.status, text

    def send(self, raw: bytes) -> None:
        """Send bytes that are no request, and read the server's answer, if any."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=LONG) as stream:
            stream.sendall(raw)
            stream.shutdown(socket.SHUT_WR)
            self.heard.append(stream.recv(65536).decode())


def test_nothing_secret_is_logged_or_answered(tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path))
    talk = Talk(served)
    right, wrong = {"name": "ann", "password": PASSWORD}, {"name": "ann", "password": WRONG}
    status, text = talk.ask("POST", "/api/accounts", right)
    assert status == 201
    session = json.loads(text)["session"]
    made = json.loads(talk.ask("POST", "/api/boards", {"game": "boche"})[1])
    seats = made["secrets"]
    given_once = len(talk.heard)  # to their owner
    bearer, cookie = f"Bearer {session}", f"boche_session={session}"
    seat = f"Seat {seats[0]}"

    for user in (right, wrong):
        basic = base64.b64encode(f"{user['name']}:{user['password']}".encode()).decode()
        talk.ask("GET", "/api/me", Authorization=f"Basic {basic}")
        talk.ask("GET", "/api/me", Authorization=f"Basic {user['password']}")
        talk.ask("GET", "/api/me", Authorization=f"Bearer {user['password']}")
        for line in ("message ann {} bob", "vacation ann {}", "{} ann", "boche move 1 {} ann c:d3",
                     "boche move {} ann 1 c:d3", "signup ann {}", "boche challenge ann {}",
                     "change password ann {} {}", "multiple\nmessage ann {}\n{}"):  # fmt: skip
            talk.ask("POST", "/command", line.replace("{}", user["password"]))
            talk.ask("POST", "/command", line.replace("{}", user["password"]), Authorization=bearer)
    talk.ask("POST", "/api/session", wrong)
    talk.ask("POST", "/sign-in", f"name=ann&password={WRONG}&next=/",
             **{"Content-Type": "application/x-www-form-urlencoded"})  # fmt: skip
    talk.ask("POST", "/api/session", f'{{"name": "ann", "password": "{PASSWORD}"')
    talk.ask("POST", "/api/session", wrong | {"old": PASSWORD})
    talk.ask("PATCH", "/api/me", {"password": WRONG, "old": WRONG}, Authorization=bearer)
    for path in ("/", "/account", "/board/1", "/api/me", "/api/me/export", "/api/boards/1"):
        talk.ask("GET", path, Authorization=bearer)
        talk.ask("GET", path, Cookie=cookie)
        talk.ask("GET", path, Authorization=seat)
    talk.ask("POST", "/api/boards/1/moves", {"move": "c:a1"}, Authorization=seat)
    talk.ask("POST", "/api/boards/1/moves", {"move": seats[1]}, Authorization=seat)
    talk.ask("GET", "/api/boards/1/record.sgf", Authorization=seat)

    for line in (b"Authorization: " + bearer.encode(), b"Cookie: " + cookie.encode()):
        for bad in (b"no header", b"Upgrade: websocket\r\nConnection: upgrade",
                    b"Content-Length: 9\r\n\r\n" + PASSWORD.encode()[:5]):  # fmt: skip
            talk.send(b"POST /api/session HTTP/1.1\r\nHost: x\r\n" + line + b"\r\n" + bad)
            talk.send(
                b"POST /api/session HTTP/1.1\r\nHost: x\r\n" + line + b"\r\n" + bad + b"\r\n\r\n"
            )
    talk.send(PASSWORD.encode() + b" / HTTP/1.1\r\n\r\n")

    # A server error: the database has an impossible value.
    database = closing(sqlite3.connect(tmp_path / "server.db", timeout=LONG))
    with database as connection, connection:
        connection.execute("UPDATE limits SET paid = ?", (INNER,))
        connection.execute("UPDATE boards SET options = ?", (f'"{INNER}"',))
    assert talk.ask("POST", "/command", f"message ann {PASSWORD} bob")[0] == 500
    assert talk.ask("POST", "/api/session", wrong)[0] == 500
    assert talk.ask("GET", "/api/boards/1", Authorization=seat)[0] == 500

    code, errors = served.end(signal.SIGTERM)
    assert code == 0
    assert "ValueError" in errors, "it does say what went wrong"
    assert "server/limits.py" in errors
    hashed = "argon2id"
    for secret in (PASSWORD, WRONG, INNER, session, *seats, hashed):
        assert secret not in errors
        for text in talk.heard[given_once:]:
            assert secret not in text, text
