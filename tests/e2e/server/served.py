"""``boche serve`` as a process, and what it answers."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

from tests import ROOT

# To root nothing is forbidden, unless it gives that up.
POWERLESS = ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] if os.geteuid() == 0 else []

LONG = 120.0  # seconds after which an answer counts as none; machines may be slow


class Served:
    """The command, started and ready. ``port`` 0 takes any that is free."""

    def __init__(
        self, *arguments: str, port: int = 0, before: tuple[str, ...] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.process = subprocess.Popen(
            [*before, sys.executable, "-m", "viewer.cli", "serve", "--port", str(port),
             "--workers", "0", *arguments],
            cwd=ROOT, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={**os.environ, **(environment or {})},
            start_new_session=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        if not self.said:
            raise AssertionError(self.end(signal.SIGKILL)[1])
        self.address = self.said.split()[1]
        self.port = port or urlsplit(self.address).port or 80

    def ask(self, *asked: Any) -> tuple[int, dict[str, Any]]:
        """As ``Caller.ask``, on a connection for it alone."""
        with closing(Caller(self.port)) as caller:
            return caller.ask(*asked)

    def board(self, asked: dict[str, Any]) -> dict[str, Any]:
        """A new board between two guests who are both there."""
        made = self.ask("POST", "/api/boards", asked)[1]
        assert (
            self.ask("POST", f"/api/boards/{made['board']}/come", {}, made["secrets"][1])[0] == 200
        )
        return made

    def kill(self) -> None:
        """As a power cut would."""
        self.end(signal.SIGKILL)

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Send a signal; the exit code and what was written to standard error."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=LONG)
        return self.process.returncode, errors


class Caller:
    """One connection that is kept. Raises ``OSError`` or ``HTTPException`` where it ends."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)

    def ask(
        self, method: str, path: str, body: Any = None, secret: str | None = None
    ) -> tuple[int, dict[str, Any]]:
        """The status and the JSON that a request is answered with, as who has a seat's secret."""
        headers = {"Authorization": f"Seat {secret}"} if secret else {}
        data = None if body is None else json.dumps(body)
        self._connection.request(method, path, data, headers)
        answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read())

    def close(self) -> None:
        self._connection.close()
