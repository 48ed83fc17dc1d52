"""Games far longer than people play: they delay no one else, and every request ends."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest

from boche.engine.games.octi.position import Position
from boche.engine.record import loads
from boche.server.infrastructure import fair_threads
from boche.server.infrastructure.byte_cache import ByteCache
from boche.server.play import position_cache
from boche.server.web.scene_data import MOST_POSITIONS
from tests.server.long_games import endless, put
from tests.server.web.site import Site
from tests.server.web.test_scenes import told

LONG = 150


@pytest.fixture(autouse=True)
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start without positions cached by other tests."""
    monkeypatch.setattr(position_cache, "_cache", ByteCache(2**22, position_cache.size_of))


def long_board(site: Site, seed: int = 0) -> tuple[int, tuple[str, str]]:
    """Set up a board of so many moves; return its number and the headers of its seats."""
    made = site.service.store.write(lambda transaction: put(transaction, LONG, seed, site.now))
    one, two = made.secrets
    return made.number, (f"Seat {one}", f"Seat {two}")


def late_octi(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Make turns of Octi wait for the first event; the second is set when one does."""
    go, begun, play = threading.Event(), threading.Event(), Position.play

    def late(position: Position, text: Any) -> Position:
        begun.set()
        assert go.wait(60.0)
        return play(position, text)

    monkeypatch.setattr(Position, "play", late)
    return go, begun


def test_an_answer_has_so_many_positions_and_the_rest_is_asked_for(site: Site) -> None:
    number, _ = long_board(site)
    path = f"/api/boards/{number}/positions"
    plies, end = set[int](), LONG
    while True:
        part = told(site, f"{path}?ply={end}")
        assert len(part["nodes"]) <= MOST_POSITIONS
        assert part["first"] == max(end + 1 - MOST_POSITIONS, 0)
        assert [row["ply"] for row in part["nodes"]] == list(range(part["first"], end + 1))
        plies |= {row["ply"] for row in part["nodes"]}
        if not part["first"]:
            break
        end = part["first"]
    assert plies == set(range(LONG + 1))


@pytest.mark.parametrize("how", ["move", "command", "board", "record", "positions"])
def test_nobody_waits_while_a_long_game_is_replayed(
    site: Site, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Request one as a guest; until it has been replayed others move, chat and look."""
    long, seats = long_board(site)
    number, one, two = site.friends()
    go, begun = late_octi(monkeypatch)
    move = list(zip(endless(), range(LONG + 1), strict=False))[-1][0]
    asked: dict[str, Any] = {
        "move": ("POST", f"/api/boards/{long}/moves", {"move": move}, seats[LONG % 2]),
        "command": ("POST", "/command", None, seats[0]),
        "board": ("GET", f"/api/boards/{long}", None, None),
        "record": ("GET", f"/api/boards/{long}/record.sgf", None, None),
        "positions": ("GET", f"/api/boards/{long}/positions?first={LONG - 5}", None, None),
    }
    method, path, body, auth = asked[how]
    line = f"show {long}".encode() if how == "command" else None

    async def guest() -> Any:
        return await site.asking(
            method, path, body, auth=auth, content=line, x_forwarded_for="10.0.0.1"
        )

    async def friends() -> list[int]:
        waiting = asyncio.create_task(guest())
        await asyncio.to_thread(begun.wait, 60.0)
        found = []
        for seat, text in ((one, "c:a1"), (two, "c:b2")):
            answer = await site.asking(
                "POST", f"/api/boards/{number}/moves", {"move": text}, auth=seat
            )
            found.append(answer.status_code)
        assert (await site.asking("GET", f"/api/boards/{number}")).status_code == 200
        assert (await site.asking("GET", "/")).status_code == 200
        assert not waiting.done()
        go.set()
        answer = await waiting
        found.append(answer.status_code)
        return found

    assert site.run(friends()) == [200, 200, 200]


def test_the_record_of_a_long_game_is_whole(site: Site) -> None:
    number, _ = long_board(site, 30)
    answer = site.ask("GET", f"/api/boards/{number}/record.sgf")
    moves = [node.move for node in loads(answer.text).main_line() if node.move is not None]
    assert moves == [text for text, _ in zip(endless(30), range(LONG), strict=False)]


def test_who_asks_for_too_much_is_told_to_wait_and_nobody_else_is(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [long_board(site, 40 + seed)[0] for seed in range(2)]
    go, _ = late_octi(monkeypatch)
    monkeypatch.setattr(fair_threads, "MOST_WAITING", 4)

    async def crowd() -> tuple[list[int], int]:
        paths = [f"/api/boards/{numbers[0]}/targets?ply={LONG - n}" for n in range(12)]
        asked = [
            asyncio.create_task(site.asking("GET", path, x_forwarded_for="10.0.0.1"))
            for path in paths
        ]
        done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        refused = done.pop().result()
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) >= 1
        assert json.loads(refused.text)["error"].endswith("wait a moment")
        other = asyncio.create_task(
            site.asking("GET", f"/api/boards/{numbers[1]}/targets", x_forwarded_for="10.0.0.2")
        )
        go.set()
        found = [(await each).status_code for each in asked]
        return found, (await other).status_code

    found, other = site.run(crowd())
    assert other == 200
    assert set(found) == {200, 503}
