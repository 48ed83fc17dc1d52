"""Simultaneous logins of many people, with right and wrong passwords."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.e2e.server.served import LONG, Served
from tests.own_loop import run
from tests.server.desk import PASSWORD

PEOPLE = 10  # accounts that all logins share
WRONG = "wrong-horse"


@dataclass
class Crowd:
    """Results: statuses for right and wrong passwords, and times of a page meanwhile.

    ``seconds`` has the time that each login waited for its answer.
    """

    right: Counter[int] = field(default_factory=Counter)
    wrong: Counter[int] = field(default_factory=Counter)
    page: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def check(self) -> None:
        """Raise ``AssertionError`` if anyone got an answer that is wrong for them."""
        assert set(self.right) <= {200, 503}, self.right
        assert set(self.wrong) <= {401, 503}, self.wrong
        assert self.right[200], self.right
        assert self.page, "no page was answered meanwhile"


def sign_up(served: Served) -> list[str]:
    """Create accounts and return their names."""
    names = [f"person{number}" for number in range(PEOPLE)]
    for name in names:
        status, found = served.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD})
        assert status == 201, found
    return names


def all_at_once(served: Served, names: Sequence[str], count: int) -> Crowd:
    """Send ``count`` logins at once, each from its own address; every other password is wrong.

    The server must trust its proxy.
    """
    return run(_all_at_once(served.port, names, count))


async def _all_at_once(port: int, names: Sequence[str], count: int) -> Crowd:
    crowd = Crowd()
    over = asyncio.Event()
    page = asyncio.create_task(_look(port, crowd, over))
    await asyncio.gather(*(_login(port, crowd, names, number) for number in range(count)))
    over.set()
    await page
    return crowd


async def _look(port: int, crowd: Crowd, over: asyncio.Event) -> None:
    """Open the front page again and again."""
    while not over.is_set():
        start = time.perf_counter()
        status, _, _ = await _ask(port, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert status == 200
        crowd.page.append(time.perf_counter() - start)


async def _login(port: int, crowd: Crowd, names: Sequence[str], number: int) -> None:
    right, name = number % 2 == 0, names[number % len(names)]
    body = json.dumps({"name": name, "password": PASSWORD if right else WRONG}).encode()
    head = (
        "POST /api/session HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        f"X-Forwarded-For: 10.0.{number // 250}.{number % 250}\r\nContent-Length: {len(body)}\r\n"
    )
    start = time.perf_counter()
    status, headers, found = await _ask(port, head.encode() + b"\r\n" + body)
    crowd.seconds.append(time.perf_counter() - start)
    (crowd.right if right else crowd.wrong)[status] += 1
    answer = json.loads(found)
    if status == 200:
        assert answer["name"] == name
    elif status == 503:
        assert b"\r\nretry-after: " in headers.lower(), headers
        assert "\n" not in answer["error"]
        assert "try again" in answer["error"]


async def _ask(port: int, request: bytes) -> tuple[int, bytes, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        head, _, body = (await asyncio.wait_for(reader.read(), LONG)).partition(b"\r\n\r\n")
        return int(head.split()[1]), head, body
    finally:
        writer.close()
