"""The account's games that wait for the user, as the server tells it: asked once, or followed."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

from boche.engine.json_values import whole_number_of
from boche.viewer.remote.client.login import Login
from boche.viewer.remote.connection import FIRST, GROWTH, LONGEST
from boche.viewer.remote.errors import RefusedError, RemoteError, not_a_server
from boche.viewer.remote.parsing import LARGEST
from boche.viewer.remote.view import Turns

MOST = 1000  # boards that are named


def turns_now(login: Login) -> Turns:
    """Return what waits for the user of an account. Raises ``RemoteError``."""
    return turns_of(login.client().get("/api/me/turns"), login.server)


def turns_of(value: Any, server: str) -> Turns:
    """Return what waits for the user from JSON values. Raises ``UnbelievableError``."""
    try:
        due = whole_number_of("due", value["due"], 0, LARGEST)
        boards = [whole_number_of("boards", one, 0, LARGEST) for one in value["boards"][:MOST]]
    except (TypeError, KeyError, ValueError) as error:
        raise not_a_server(server) from error
    return Turns(server, due, tuple(dict.fromkeys(boards)))


class TurnWatch:
    """A thread that follows what waits for the user of an account. No call blocks.

    A lost connection is re-established after pauses that grow; ``pauses`` are the shortest and the
    longest, in seconds. If the server refuses, for one because the session has ended, it ends.
    """

    def __init__(self, login: Login, pauses: tuple[float, float] = (FIRST, LONGEST)) -> None:
        self.login = login
        self._client, self._pauses = login.client(), pauses
        self._closed = threading.Event()
        self._latest: Turns | None = None
        self._thread = threading.Thread(
            target=self._follow, name=f"turns at {login.server}", daemon=True
        )
        self._thread.start()

    @property
    def latest(self) -> Turns | None:
        """The last that the server has told, or None before that; no turns once it refuses."""
        return self._latest

    def close(self, wait: float = 0.0) -> None:
        """End the thread, which gets ``wait`` seconds."""
        self._closed.set()
        self._client.close()
        self._thread.join(wait)

    def _follow(self) -> None:
        pause = self._pauses[0]
        while not self._closed.is_set():
            try:
                for _ in self._listen():
                    pause = self._pauses[0]
            except RefusedError:
                self._latest = Turns(self.login.server)
                return
            except RemoteError:
                pass  # the last known turns stay
            self._closed.wait(pause * random.uniform(0.8, 1.2))
            pause = min(pause * GROWTH, self._pauses[1])

    def _listen(self) -> Iterator[None]:
        """Take the news of one stream until it ends; yield after each."""
        for value in self._client.events("/api/events", {"boards": [], "turns": True}):
            self._latest = turns_of(value, self.login.server)
            yield
