"""Guests who misbehave at a server, each from an address of their own."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import islice
from multiprocessing.queues import Queue
from typing import Any, TypeAlias

from tests.server.desk import PASSWORD
from tests.server.long_games import endless

Told: TypeAlias = "Queue[Any]"
PATIENCE = 60.0  # seconds for an answer
AT_ONCE = 6  # requests of one guest


def misbehave(
    port: int, boards: list[int], seconds: float, guests: int, seed: int, told: Told
) -> None:
    """Let the guests act for ``seconds``; report that they have begun, then their statuses."""
    told.put("begun")
    told.put(asyncio.run(_all(port, boards, seconds, guests, seed)))


async def _all(
    port: int, boards: list[int], seconds: float, guests: int, seed: int
) -> dict[str, Counter[int]]:
    until = time.monotonic() + seconds
    crowd = [Guest(port, boards, number, random.Random(seed + number)) for number in range(guests)]
    with suppress(TimeoutError):  # requests not answered by then are abandoned
        async with asyncio.timeout(seconds + 10.0):
            await asyncio.gather(*(each.go_on(until) for each in crowd))
    found: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for each in crowd:
        for what, statuses in each.answered.items():
            found[what] += statuses
    return dict(found)


class Guest:
    """A guest. ``answered`` holds the statuses that each kind of mischief got, 0 for none."""

    def __init__(self, port: int, boards: list[int], number: int, chance: random.Random) -> None:
        self.port, self.boards, self.chance = port, boards, chance
        self.address = f"10.1.{number}.1"
        self.answered: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self.made: dict[str, Any] | None = None
        self.turns = endless(number)
        self.ply = 0

    async def go_on(self, until: float) -> None:
        """Act repeatedly until a time."""
        kinds: list[Callable[[], Awaitable[None]]] = [
            self.play, self.play, self.look, self.look, self.look, self.keep, self.command,
            self.watch, self.talk, self.sign_in,
        ]  # fmt: skip
        while time.monotonic() < until:
            await self.chance.choice(kinds)()

    async def play(self) -> None:
        """Play forty turns of an endless game, as fast as they are answered."""
        if self.made is None:
            status, found = await self.ask("made", "POST", "/api/boards", {"game": "octi"})
            if status != 200:
                return
            self.made = json.loads(found)
            come, second = f"/api/boards/{self.made['board']}/come", self.made["secrets"][1]
            await self.ask("made", "POST", come, {}, f"Seat {second}")
        path = f"/api/boards/{self.made['board']}/moves"
        for text in islice(self.turns, 40):
            seat = f"Seat {self.made['secrets'][self.ply % 2]}"
            self.ply += 1
            await self.ask("moves", "POST", path, {"move": text, "ply": self.ply}, seat)

    async def look(self) -> None:
        """Request the scenes of long games at random plies."""
        board, ply = self.chance.choice(self.boards), self.chance.randrange(1900)
        part = self.chance.choice(["positions", "targets", "shared", ""])
        paths = [f"/api/boards/{board}/{part}?ply={ply + n}".replace("/?", "?")
                 for n in range(AT_ONCE)]  # fmt: skip
        await asyncio.gather(*(self.ask(part or "board", "GET", path) for path in paths))

    async def keep(self) -> None:
        """Request records and pages."""
        board = self.chance.choice(self.boards)
        paths = [f"/api/boards/{board}/record.sgf", f"/board/{board}", f"/board/{board}/page.html",
                 "/", "/games", "/rules/octi"]  # fmt: skip
        await asyncio.gather(*(self.ask("pages", "GET", path) for path in paths))

    async def command(self) -> None:
        """Request previews and past positions."""
        board, ply = self.chance.choice(self.boards), self.chance.randrange(1900)
        moves = " ".join(islice(endless(), 60))
        for line in (f"octi preview {board} {moves}", f"octi show {board}#{ply}", "help octi"):
            await self.ask("commands", "POST", "/command", line.encode())

    async def watch(self) -> None:
        """Open and drop streams."""
        for _ in range(AT_ONCE):
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                path = f"/api/boards/{self.chance.choice(self.boards)}/events"
                writer.write(self._request("GET", path, b"", None))
                await asyncio.sleep(self.chance.uniform(0.0, 0.1))
                writer.transport.abort()
            self.answered["streams"][0] += 1

    async def talk(self) -> None:
        """Send a flood of chat messages."""
        if self.made is None:
            return
        path, seat = f"/api/boards/{self.made['board']}/chat", f"Seat {self.made['secrets'][0]}"
        said = {"text": "again and " * 60}
        await asyncio.gather(
            *(self.ask("chat", "POST", path, said, seat) for _ in range(3 * AT_ONCE))
        )

    async def sign_in(self) -> None:
        """Sign in with the right password and with wrong ones."""
        name = self.chance.choice(["ann", "bob"])
        for password in (PASSWORD, "wrong-horse", "wrong-horse"):
            given = {"name": name, "password": password}
            await self.ask("sign in", "POST", "/api/session", given)

    async def ask(
        self, what: str, method: str, path: str, body: Any = None, auth: str | None = None
    ) -> tuple[int, bytes]:
        """Send one request over a connection of its own; return its status and body."""
        data = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        status, found = 0, b""
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    writer.write(self._request(method, path, data, auth))
                    head, _, found = (await reader.read(2**26)).partition(b"\r\n\r\n")
                    status = int(head.split()[1])
                    while len(found) < 2**26 and (more := await reader.read(2**20)):
                        found += more
                finally:
                    writer.close()
        self.answered[what][status] += 1
        return status, found

    def _request(self, method: str, path: str, data: bytes, auth: str | None) -> bytes:
        lines = [
            f"{method} {path} HTTP/1.1", "Host: x", "Connection: close",
            f"X-Forwarded-For: {self.address}", f"Content-Length: {len(data)}",
            *([f"Authorization: {auth}"] if auth else []),
        ]  # fmt: skip
        return "\r\n".join([*lines, "", ""]).encode() + data
