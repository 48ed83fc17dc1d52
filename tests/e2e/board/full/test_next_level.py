"""What follows a first game: one against the next level, at one click."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.server.people import PATIENCE, ask


@pytest.fixture
def won(opened: Callable[..., Any], server: str) -> tuple[Any, Any]:
    """Return a page with a first game against level 1 that counts as won there, and its board."""
    page = opened()
    page.set_default_timeout(PATIENCE)
    page.goto(server)
    page.locator("#first-game").get_by_role("button", name="Boku").click()
    page.wait_for_url(re.compile(r"/board/\d+$"))
    number = int(page.url.rpartition("/")[2])
    secret = page.evaluate("() => history.state.seat")
    path = f"/api/boards/{number}"
    ask(server, "POST", f"{path}/resign", seat=secret)

    def answer(route: Any) -> None:
        found = route.fetch()
        board = json.loads(found.text())
        # No game is played to its end here.
        board["outcome"]["winner"], board["next_level"] = board["own"][0], 2
        route.fulfill(response=found, json=board)

    page.route(re.compile(rf"{path}$"), answer)
    page.reload()
    return page, ask(server, "GET", path, seat=secret)


def test_the_next_level_begins_at_once_with_the_same_options(
    won: tuple[Any, Any], server: str
) -> None:
    page, first = won
    page.locator("#next-level").filter(has_text="Level 2").click()
    page.wait_for_url(lambda url: "/board/" in url and not url.endswith(f"/{first['board']}"))
    page.wait_for_function(
        "() => document.querySelector('#state')?.textContent.includes('your turn')"
    )
    number = int(page.url.partition("#")[0].rpartition("/")[2])
    board = ask(server, "GET", f"/api/boards/{number}")
    assert (board["game"], board["options"]) == (first["game"], first["options"])
    assert [seat["level"] for seat in board["seats"]] == [None, 2]
    assert board["state"] == "active"
