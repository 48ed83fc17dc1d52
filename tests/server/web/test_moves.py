"""Moves by number: each is played once, however often it is sent."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from boche.server.play.match import load
from boche.server.play.moves import JOBS
from boche.server.thinking import dispatcher
from boche.server.thinking.dispatcher import Dispatcher
from tests.server.web.site import Site, Stream


def moves_of(site: Site, number: int) -> list[str]:
    found: list[str] = site.get(f"/api/boards/{number}")["moves"]
    return found


def test_the_same_move_again_gets_the_same_answer(site: Site) -> None:
    number, one, two = site.friends()
    path = f"/api/boards/{number}/moves"
    first = site.post(path, {"move": "c:a1", "ply": 1}, auth=one)
    again = site.post(path, {"move": " c:a1 ", "ply": 1}, auth=one)
    assert first["again"] is False
    assert again["again"] is True
    assert {**first, "again": True, "board": again["board"]} == again
    assert site.refused("POST", path, {"move": "c:b1", "ply": 1}, auth=one)[0] == 409
    assert site.refused("POST", path, {"move": "c:a1", "ply": 1}, auth=two)[0] == 409
    site.post(path, {"move": "c:b1", "ply": 2}, auth=two)
    assert site.post(path, {"move": "c:a1", "ply": 1}, auth=one)["again"] is True
    assert site.refused("POST", path, {"move": "c:c1", "ply": 2}, auth=one)[0] == 409
    assert moves_of(site, number) == ["c:a1", "c:b1"]


def test_of_two_at_once_one_wins(site: Site) -> None:
    number, one, _ = site.friends()
    path = f"/api/boards/{number}/moves"

    async def all_at_once() -> list[Any]:
        return await asyncio.gather(*(
            site.asking("POST", path, {"move": f"c:{column}{row}", "ply": 1}, auth=one)
            for column in "abcd" for row in "12"
        ))  # fmt: skip

    statuses = sorted(each.status_code for each in site.run(all_at_once()))
    assert statuses == [200] + [409] * 7
    assert len(moves_of(site, number)) == 1


def test_one_who_plays_both_sides_may_ask_again_too(site: Site) -> None:
    ann = site.sign_up("ann")
    made = site.post("/api/boards", {"game": "boche", "against": "name", "name": "ann"}, auth=ann)
    path = f"/api/boards/{made['board']}/moves"
    for _ in range(2):
        assert site.post(path, {"move": "c:a1", "ply": 1}, auth=ann)["ply"] == 1


def think_first(game: str, options: Any, moves: tuple[str, ...], level: int, seconds: float) -> str:
    """Return a level's move: the first free place of its row."""
    return next(f"c:{column}1" for column in "abcd" if f"c:{column}1" not in moves)


def test_the_computer_plays(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "think", think_first)
    made = site.post("/api/boards", {"game": "boche", "options": {"size": 4}, "against": "level",
                                     "level": 3})  # fmt: skip
    number, one = made["board"], f"Seat {made['secrets'][0]}"
    stream = Stream(site, f"/api/boards/{number}/events?after=2")
    assert site.service.broker is not None
    thinking = Dispatcher(site.service, site.service.broker, 1, ThreadPoolExecutor)

    async def start() -> asyncio.Task[None]:
        return asyncio.create_task(thinking.run())

    task = site.run(start())
    path = f"/api/boards/{number}/moves"
    assert site.post(path, {"move": "c:a4"}, auth=one)["board"]["turn"] == 1
    assert [stream.next()["text"] for _ in range(2)] == ["c:a4", "c:a1"]
    site.post(f"/api/boards/{number}/offers", {"what": "draw"}, auth=one)
    assert stream.until("answer")[-1]["accepted"] is False
    site.post(f"/api/boards/{number}/offers", {"what": "undo"}, auth=one)
    assert stream.until("undo")[-1]["ply"] == 0
    assert moves_of(site, number) == []
    site.post(path, {"move": "c:a3"}, auth=one)
    assert [stream.next()["text"] for _ in range(2)] == ["c:a3", "c:a1"]
    stream.close()
    task.cancel()
    site.run(asyncio.wait([task]))


def test_a_crowd_that_plays_a_high_level_keeps_no_low_one_waiting(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Begin a game against level 1 when the others have waited for minutes."""
    thought = list[tuple[int, float]]()

    def think(game: str, options: Any, moves: tuple[str, ...], level: int, seconds: float) -> str:
        thought.append((level, seconds))
        return "c:a1"

    def begin(address: str, level: int) -> int:
        wanted = {"game": "boche", "options": {"size": 4}, "against": "level", "level": level,
                  "begins": "other"}  # fmt: skip
        made = site.post("/api/boards", wanted, x_forwarded_for=address)
        return int(made["board"])

    monkeypatch.setattr(dispatcher, "think", think)
    crowd = [begin(f"203.0.113.{n}", 8) for n in range(12)]
    site.now += 200.0
    begin("192.0.2.1", 1)
    assert site.service.broker is not None
    thinking = Dispatcher(site.service, site.service.broker, 1, ThreadPoolExecutor)

    async def start() -> asyncio.Task[None]:
        return asyncio.create_task(thinking.run())

    stream = Stream(site, f"/api/boards/{crowd[-1]}/events")
    task = site.run(start())
    stream.until("move")
    stream.close()
    task.cancel()
    site.run(asyncio.wait([task]))
    assert [level for level, _ in thought] == [8, 1, *[8] * 11]
    times = [seconds for level, seconds in thought if level == 8]
    assert times[0] == pytest.approx(3.0 * 4 / 11)  # eleven more wait
    assert times == sorted(times)
    assert times[-1] == 3.0


def test_what_was_thought_of_a_position_that_is_gone_is_not_played(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Take back and play another move while the computer thinks."""
    made = site.post("/api/boards", {"game": "boche", "options": {"size": 4}, "against": "level",
                                     "level": 3})  # fmt: skip
    number, one = made["board"], f"Seat {made['secrets'][0]}"
    path = f"/api/boards/{number}"

    def think(game: str, options: Any, moves: tuple[str, ...], level: int, seconds: float) -> str:
        if moves != ("c:a4",):
            return "c:b2"
        ask = asyncio.run_coroutine_threadsafe
        for where, body in (("offers", {"what": "undo"}), ("moves", {"move": "c:a3"})):
            asked = site.asking("POST", f"{path}/{where}", body, auth=one)
            assert ask(asked, loop[0]).result().status_code == 200
        return "c:a1"

    monkeypatch.setattr(dispatcher, "think", think)
    loop: list[asyncio.AbstractEventLoop] = []
    assert site.service.broker is not None
    thinking = Dispatcher(site.service, site.service.broker, 1, ThreadPoolExecutor)

    async def start() -> asyncio.Task[None]:
        loop.append(asyncio.get_running_loop())
        return asyncio.create_task(thinking.run())

    site.post(f"{path}/moves", {"move": "c:a4"}, auth=one)
    stream = Stream(site, f"{path}/events?after=3")
    task = site.run(start())
    while stream.until("move")[-1]["seat"] != 1:
        pass
    stream.close()
    task.cancel()
    site.run(asyncio.wait([task]))
    board = site.service.store.read(lambda transaction: load(transaction, number))
    assert board.moves == ("c:a3", "c:b2")


@pytest.mark.parametrize("turns", range(6))
def test_thinking_ends_also_as_news_come(site: Site, turns: int) -> None:
    broker = site.service.broker
    assert broker is not None
    thinking = Dispatcher(site.service, broker, 1, ThreadPoolExecutor)

    async def ended() -> bool:
        task = asyncio.create_task(thinking.run())
        await asyncio.sleep(0.2)
        broker.tell({JOBS}, [])
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        done, _ = await asyncio.wait([task], timeout=120.0)
        task.cancel()
        return bool(done)

    assert site.run(ended())
