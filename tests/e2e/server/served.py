"""``boche serve`` as a process, and its answers."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

from tests import ROOT

# To root nothing is forbidden, unless it gives that up.
POWERLESS = ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] if os.geteuid() == 0 else []

LONG = 120.0  # timeout of an answer in seconds; machines may be slow


def wait_until(holds: Callable[[], bool]) -> None:
    """Ask again and again until something holds."""
    end = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


class Served:
    """The command, started and ready; ``port`` 0 takes any free one.

    ``code`` is Python code to run instead of the command.
    """

    def __init__(
        self, *arguments: str, port: int = 0, before: tuple[str, ...] = (),
        environment: Mapping[str, str] | None = None, code: str = "",
    ) -> None:  # fmt: skip
        start = ["-c", code] if code else ["-m", "boche"]
        self.process = subprocess.Popen(
            [*before, sys.executable, *start, "serve", "run", "--port", str(port),
             "--workers", "0", *arguments],
            cwd=ROOT, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={**os.environ, **(environment or {})},
            start_new_session=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        if not self.said:
            raise AssertionError(self.end(signal.SIGKILL)[1])
        self.address = next(word for word in re.split('[ "]', self.said) if "://" in word)
        self.port = port or urlsplit(self.address).port or 80

    def ask(self, *asked: Any) -> tuple[int, dict[str, Any]]:
        """Send a request as ``Caller.ask`` does, on its own connection."""
        with closing(Caller(self.port)) as caller:
            return caller.ask(*asked)

    def board(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Open a board for two guests who have both arrived."""
        made = self.ask("POST", "/api/boards", asked)[1]
        assert (
            self.ask("POST", f"/api/boards/{made['board']}/come", {}, made["secrets"][1])[0] == 200
        )
        return made

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self.end(signal.SIGKILL)

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Send a signal; return the exit code and the text of standard error."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.ended()

    def ended(self) -> tuple[int, str]:
        """Return the same as ``end`` for a process that ends by itself."""
        _, errors = self.process.communicate(timeout=LONG)
        return self.process.returncode, errors


_SEATS: dict[str, str] = {}
"""Secrets of seats by the paths of their boards, for looks at private ones."""


class Caller:
    """A persistent connection. Raises ``OSError`` or ``HTTPException`` if it is closed."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)

    def ask(
        self, method: str, path: str, body: Any = None, secret: str | None = None,
        address: str | None = None,
    ) -> tuple[int, dict[str, Any]]:  # fmt: skip
        """Send a request, with a seat's secret if given; return the status and the JSON.

        ``address`` is the client's address that a proxy would report. A board is looked at by a
        seat that was made here.
        """
        if method == "GET":
            secret = secret or _SEATS.get(path)
        headers = {"Authorization": f"Seat {secret}"} if secret else {}
        headers |= {"X-Forwarded-For": address} if address else {}
        data = None if body is None else json.dumps(body)
        self._connection.request(method, path, data, headers)
        answer = self._connection.getresponse()
        found = json.loads(answer.read())
        for made in filter(None, found.get("secrets", ()) if isinstance(found, dict) else ()):
            _SEATS[f"/api/boards/{found['board']}"] = made
        return answer.status, found

    def close(self) -> None:
        self._connection.close()
