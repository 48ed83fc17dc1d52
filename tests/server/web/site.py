"""The whole application, queried as by browsers and programs, without a socket."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Self

import httpx
from sqlalchemy import update

from boche.server.database.schema import boards
from boche.server.database.store import Store, Transaction
from boche.server.people import accounts
from boche.server.web.app import make_app
from boche.server.web.service import Service
from tests.own_loop import Loop
from tests.server.desk import HASH, START

ADDRESS = "http://test"


def open_to_all(store: Store, number: int) -> None:
    """Let everybody watch a board that was made with a friend's link."""
    opened = update(boards).where(boards.c.id == number).values(private=False, watch=None)
    store.write(lambda transaction: transaction.connection.execute(opened))


class Site:
    """An application with a store, with a clock that the test sets."""

    def __init__(self, store: Store, *, proxied: bool = True) -> None:
        self.now = START
        self.service = Service(store, ADDRESS, proxied=proxied, now=lambda: self.now)
        self.app = make_app(self.service, background=False)
        self._loop = Loop()
        self._stack = AsyncExitStack()

    def __enter__(self) -> Self:
        self.run(self._stack.enter_async_context(self.app.router.lifespan_context(self.app)))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.run(self._stack.aclose())
        self._loop.close()
        self.service.close()

    def run(self, work: Any) -> Any:
        """Wait for a coroutine in the application's loop."""
        return self._loop.run(work)

    def ask(
        self, method: str, path: str, body: Any = None, *, auth: str | None = None,
        content: bytes | None = None, **headers: str,
    ) -> httpx.Response:  # fmt: skip
        """Send one request; ``auth`` is the header, ``headers`` have ``_`` for hyphens."""
        return self.run(self.asking(method, path, body, auth=auth, content=content, **headers))

    async def asking(
        self, method: str, path: str, body: Any = None, *, auth: str | None = None,
        content: bytes | None = None, **headers: str,
    ) -> httpx.Response:  # fmt: skip
        """Send a request as ``ask`` does, to be awaited beside others."""
        if auth is not None:
            headers["authorization"] = auth
        sent = {name.replace("_", "-"): text.encode("latin-1") for name, text in headers.items()}
        # An unforeseen error is a 500 answer here, as it is in production.
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as client:
            if content is None and body is not None:
                content = json.dumps(body).encode()
            return await client.request(method, path, content=content, headers=sent)

    def get(self, path: str, **more: Any) -> Any:
        """Return the answer of a successful GET."""
        return self.done("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> Any:
        """Return the answer of a successful POST."""
        return self.done("POST", path, body, **more)

    def done(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        answer = self.ask(method, path, body, **more)
        assert answer.status_code in (200, 201), f"{method} {path}: {answer.text}"
        return answer.json()

    def refused(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, str]:
        """Send a request that must be refused; return the status and the reason, one line."""
        answer = self.ask(method, path, body, **more)
        assert 400 <= answer.status_code < 500, f"{method} {path}: {answer}: {answer.text}"
        reason = answer.json()["error"]
        assert reason
        assert "\n" not in reason
        return answer.status_code, reason

    def sign_up(self, name: str) -> str:
        """Sign up, if needed; return the header of a session."""

        def work(transaction: Transaction) -> str:
            user = accounts.find(transaction, name) or accounts.sign_up(
                transaction, name, HASH, self.now
            )
            return accounts.open_session(transaction, user.id, self.now)

        return f"Bearer {self.service.store.write(work)}"

    def friends(self, *, private: bool = False, **more: Any) -> tuple[int, str, str]:
        """Set up a board between two guests who are there; return its number and both headers.

        Everybody may watch it, unless it is to stay ``private``, as guests' boards are.
        """
        made = self.post("/api/boards", {"game": "boche", "options": {"size": 4}} | more)
        one, two = (f"Seat {secret}" for secret in made["secrets"])
        for seat in (one, two):
            self.post(f"/api/boards/{made['board']}/come", auth=seat)
        if not private:
            open_to_all(self.service.store, made["board"])
        return made["board"], one, two


class Stream:
    """A stream of events, read while it lasts."""

    def __init__(self, site: Site, path: str, body: Any = None, **headers: str) -> None:
        """Open a stream. ``body`` is sent by POST; ``of`` says which board an event is of."""
        self._site = site
        self._sent: asyncio.Queue[bytes] = asyncio.Queue()
        self._text = b""
        self.status = 0
        self._task = site.run(self._start(path, body, headers))

    async def _start(self, path: str, body: Any, headers: dict[str, str]) -> asyncio.Task[None]:
        path, _, query = path.partition("?")
        parts = [] if body is None else [json.dumps(body).encode()]
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1",
            "method": "POST" if parts else "GET", "path": path,
            "raw_path": path.encode(), "query_string": query.encode(),
            "root_path": "", "scheme": "http", "client": ("192.0.2.9", 1), "server": ("test", 80),
            "headers": [(name.replace("_", "-").encode(), value.encode())
                        for name, value in headers.items()],
        }  # fmt: skip
        over = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if parts:
                return {"type": "http.request", "body": parts.pop(), "more_body": False}
            await over.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            self.status = message.get("status", self.status)
            await self._sent.put(message.get("body", b""))

        return asyncio.create_task(self._site.app(scope, receive, send))

    def next(self) -> dict[str, Any]:
        """Wait for the next event and return its data."""
        return self._site.run(asyncio.wait_for(self._next(), 20.0))

    async def _next(self) -> dict[str, Any]:
        while True:
            part, found, rest = self._text.partition(b"\n\n")
            if not found:
                self._text += await self._sent.get()
                continue
            self._text = rest
            fields = dict(
                line.split(": ", 1) for line in part.decode().split("\n") if ": " in line[1:]
            )
            if "data" in fields:
                data = json.loads(fields["data"])
                if "id" not in fields:  # not of a board
                    return {"kind": fields["event"], **data}
                mark, colon, number = fields["id"].rpartition(":")
                assert number == str(data["number"])
                data |= {"of": int(mark)} if colon else {}
                assert fields["event"] == data["kind"]
                return data

    def until(self, kind: str) -> list[dict[str, Any]]:
        """Return the events up to the next one of a kind."""
        found = [self.next()]
        while found[-1]["kind"] != kind:
            found.append(self.next())
        return found

    def end(self) -> None:
        """Wait until the server ends it; no more events may come."""
        self._site.run(asyncio.wait_for(self._task, 20.0))
        while not self._sent.empty():
            self._text += self._sent.get_nowait()
        assert b"data" not in self._text

    def close(self) -> None:
        self._site.run(self._end())

    async def _end(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
