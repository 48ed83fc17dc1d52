"""Answers shared by concurrent requests."""

from __future__ import annotations

import asyncio

import pytest

from boche.server.errors import UnavailableError
from boche.server.infrastructure.single_flight import SingleFlight
from tests.own_loop import run


def test_many_who_ask_at_once_share_one_answer() -> None:
    done = list[str]()

    async def work() -> str:
        await asyncio.sleep(0)
        done.append("worked")
        return "answer"

    async def ask() -> list[str]:
        once = SingleFlight[str](2000, len)
        first = asyncio.ensure_future(once.get("key", work))
        await asyncio.sleep(0)
        first.cancel()  # a cancelled caller does not cancel it for others
        found = await asyncio.gather(*(once.get("key", work) for _ in range(5)))
        return [*found, await once.get("key", work)]

    assert run(ask()) == ["answer"] * 6
    assert done == ["worked"]


def test_what_failed_or_does_not_last_is_worked_out_again() -> None:
    calls = list[str]()

    async def fail() -> str:
        calls.append("fail")
        raise UnavailableError("not now")

    async def work() -> str:
        calls.append("work")
        return "answer"

    async def ask() -> None:
        once = SingleFlight[str](2000, len)
        with pytest.raises(UnavailableError):
            await once.get("key", fail)
        for _ in range(2):
            assert await once.get("key", work, lambda found: False) == "answer"
            await asyncio.sleep(0)
        for key in "abcdefghijkl":
            await once.get(key, work)
            await asyncio.sleep(0)
        await once.get("l", work)
        await once.get("a", work)  # the first was evicted: there is room for fewer

    run(ask())
    assert calls == ["fail", *["work"] * 15]
