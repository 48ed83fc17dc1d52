"""An account that plays against one at the desk, by requests to the server."""

from __future__ import annotations

import contextlib
import http.client
import json
from typing import Any

PASSWORD = "correct-horse"
DAY = 86_400
SMALL = {"size": 4, "kill": 0}


class Rival:
    """The other player, who sends requests, also for the account at the desk: ``own``."""

    def __init__(self, port: int) -> None:
        self._port, self.name, self.own = port, "rival", ""
        self._sessions: dict[str, str] = {}
        self._sign_up(self.name)

    def _sign_up(self, name: str) -> None:
        wanted = {"name": name, "password": PASSWORD}
        self._sessions[name] = self.ask("POST", "/api/accounts", wanted)["session"]

    def against_new(self) -> Rival:
        """Take a new account without games at the desk."""
        self.own = f"owner{len(self._sessions)}"
        self._sign_up(self.own)
        return self

    def ask(self, method: str, path: str, body: Any = None, by: str = "") -> Any:
        """Send a request that must succeed, by this player or by another account."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self._port)) as caller:
            session = self._sessions.get(by or self.name)
            held = {"Authorization": f"Bearer {session}"} if session else {}
            caller.request(method, path, json.dumps(body or {}), held)
            answer = caller.getresponse()
            found = json.load(answer)
        assert answer.status < 300, found
        return found

    def board(self, begins: str = "other", days: int = 3, *, answered: bool = True) -> int:
        """Challenge the owner; ``begins`` says who moves first, as seen from here."""
        clock = {"clock": {"start": days * DAY, "increment": days * DAY, "most": days * DAY}}
        asked = {"game": "boche", "options": SMALL, "against": "name", "name": self.own,
                 "begins": begins} | (clock if days else {})  # fmt: skip
        number: int = self.ask("POST", "/api/boards", asked)["board"]
        if answered:
            path = f"/api/boards/{number}/answer"
            self.ask("POST", path, {"accepted": True}, self.own)
        return number

    def move(self, number: int, move: str) -> None:
        """Play a move."""
        self.ask("POST", f"/api/boards/{number}/moves", {"move": move})
