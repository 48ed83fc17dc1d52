"""The tests' own application, if a browser driver has its loop in the same thread."""

from __future__ import annotations

from tests.own_loop import run
from tests.server.web.site import Site, Stream


def test_it_answers_beside_a_loop_that_runs(site: Site) -> None:
    async def beside() -> str:
        number, one, _ = site.friends()
        stream = Stream(site, f"/api/boards/{number}/events?after=1")
        site.post(f"/api/boards/{number}/moves", {"move": "c:a4"}, auth=one)
        last = stream.until("move")[-1]
        stream.close()
        return str(last["text"])

    assert run(beside()) == "c:a4"
