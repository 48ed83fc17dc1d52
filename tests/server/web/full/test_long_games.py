"""Drawings of a game far longer than people play."""

from __future__ import annotations

import asyncio

from tests.server.web.site import Site
from tests.server.web.test_long_games import LONG, cold, long_board

__all__ = ["cold"]


def test_many_drawings_for_one_keep_nobody_else_waiting(site: Site) -> None:
    number, _ = long_board(site, 50)
    drawn = list[str]()

    async def ask(address: str, ply: int) -> int:
        path = f"/board/{number}.svg?ply={ply}"
        answer = await site.asking("GET", path, x_forwarded_for=address)
        drawn.append(address)
        return answer.status_code

    async def crowd() -> list[int]:
        many = [asyncio.create_task(ask("10.0.0.1", ply)) for ply in range(12)]
        await asyncio.wait(many, return_when=asyncio.FIRST_COMPLETED)
        return await asyncio.gather(*many, ask("10.0.0.2", LONG))

    assert set(site.run(crowd())) == {200}
    assert drawn.index("10.0.0.2") < 6
