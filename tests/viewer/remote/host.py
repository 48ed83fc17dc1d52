"""A real server in a thread, a link to it that can be cut, and a server that lies."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import uvicorn
from pyotp import TOTP

from boche.engine.program import SERVER_MARK
from boche.server.database.connect import open_store
from boche.server.database.store import Transaction
from boche.server.people import second_factor
from boche.server.people.accounts import add_levels, named
from boche.server.play import attendance
from boche.server.web.app import make_app
from boche.server.web.service import Service
from tests.e2e.server.served import Caller
from tests.ports import free_port
from tests.server.web.site import open_to_all

LONG = 20.0  # timeout in seconds
LOOK = 0.01


def until(found: Callable[[], Any]) -> Any:
    """Wait until a value is true, and return it."""
    pause = threading.Event()
    for _ in range(int(LONG / LOOK)):
        if value := found():
            return value
        pause.wait(LOOK)
    raise AssertionError("that never came to be")


class Host:
    """The server on a local port, with its own database."""

    def __init__(self, folder: Path) -> None:
        self._store = open_store(f"sqlite:///{folder / 'server.db'}")
        self._store.write(lambda transaction: add_levels(transaction, 0.0))
        self._service = Service(self._store, "http://127.0.0.1")
        listening = socket.create_server(("127.0.0.1", 0))
        self.port = listening.getsockname()[1]
        app = make_app(self._service, background=False)
        config = uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([listening],))
        self._thread.start()
        until(lambda: self._server.started)

    def ask(self, *asked: Any) -> Any:
        """Send a request as ``Caller.ask`` does; return the JSON of an answer that must succeed."""
        with contextlib.closing(Caller(self.port)) as caller:
            status, found = caller.ask(*asked)
        assert status < 300, found
        return found

    def board(self, game: str = "boche", **more: Any) -> tuple[int, str, str]:
        """Open a board for two guests; return its number and the secrets of both seats."""
        options = {"size": 4, "kill": 0} if game == "boche" else {}
        names = {"as": "Ann", "name": "Bob"}
        made = self.ask("POST", "/api/boards", {"game": game, "options": options} | names | more)
        first, second = made["secrets"]
        self.ask("POST", f"/api/boards/{made['board']}/come", {}, second)
        return made["board"], first, second

    def open_to_all(self, number: int) -> None:
        """Let everybody watch a board."""
        open_to_all(self._store, number)

    def leave(self, number: int, seat: int) -> None:
        """Let a player have given no sign of being at the board for long enough."""
        self._service.noted.clear()
        late = self._service.now() + attendance.AWAY_AFTER + 1.0
        self._store.write(lambda transaction: attendance.note_gone(transaction, number, seat, late))

    def turn_on_second_factor(self, name: str) -> tuple[str, list[str]]:
        """Let an account need a code to sign in; return its key, and the recovery codes."""

        def work(transaction: Transaction) -> tuple[str, list[str]]:
            user = named(transaction, name).id
            second_factor.begin(transaction, user)
            key = second_factor.key_to_confirm(transaction, user)
            assert key is not None
            now = self._service.now()
            return key, second_factor.confirm(transaction, user, TOTP(key).at(int(now)), now)

        return self._store.write(work)

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._service.close()
        self._store.close()


class Cable:
    """A forwarding port that can be cut and mended; while cut it refuses connections."""

    def __init__(self, port: int) -> None:
        self._to, self._open = port, set[socket.socket]()
        self._lock = threading.Lock()
        self.port = free_port()
        self._listening: socket.socket | None = socket.create_server(("127.0.0.1", self.port))
        self._carry()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """End all connections and refuse new ones."""
        with self._lock:
            if self._listening is not None:
                self._listening.shutdown(socket.SHUT_RDWR)
                self._listening.close()
            self._listening = None
            for each in self._open:
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def mend(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", self.port), reuse_port=False)
        self._carry()

    def _carry(self) -> None:
        threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def _accept(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                one, _ = listening.accept()
                other = socket.create_connection(("127.0.0.1", self._to))
                with self._lock:
                    if self._listening is not listening:  # cut in the meantime
                        one.close()
                        other.close()
                        return
                    self._open |= {one, other}
                for pair in ((one, other), (other, one)):
                    threading.Thread(target=_pour, args=pair, daemon=True).start()


def _pour(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for each in (source, target):
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()


Answer = tuple[int, dict[str, str], bytes | Iterator[bytes]]


class Liar:
    """A server whose answers the test sets: a status, headers and bytes for each path.

    An unknown path is 404. ``asked`` lists the requested paths. The headers ``mark`` tell clients
    that it is one of ours.
    """

    def __init__(self) -> None:
        self.answers: dict[str, Callable[[], Answer]] = {}
        self.asked: list[str] = []
        self.mark = {SERVER_MARK: "1"}
        liar = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                liar.asked.append(path)
                unknown: Answer = (404, {}, b'{"error": "no"}')
                status, headers, body = liar.answers.get(path, lambda: unknown)()
                self.send_response(status)
                for name, value in (liar.mark | headers).items():
                    self.send_header(name, value)
                self.end_headers()
                with contextlib.suppress(OSError):
                    for part in [body] if isinstance(body, bytes) else body:
                        self.wfile.write(part)

            do_POST = do_GET  # noqa: N815

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def says(self, path: str, value: Any, status: int = 200, **headers: str) -> None:
        """Answer a path with JSON, or with bytes as given."""
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.answers[path] = lambda: (status, headers, body)

    def pours(self, path: str, parts: Callable[[], Iterator[bytes]]) -> None:
        """Answer a path with chunks that may never end."""
        self.answers[path] = lambda: (200, {}, parts())

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
