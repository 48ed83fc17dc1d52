"""The end of a game on a board's page: what is offered then, without a reload."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import ask
from tests.e2e.server.whole import DESK, PASSWORD, PHONE

LARGE = {**DESK, "viewport": {"width": 1000, "height": 620}}


def test_a_game_of_a_tournament_leads_back_to_it(opened: Callable[..., Any], server: str) -> None:
    sessions = [
        ask(server, "POST", "/api/accounts", {"name": name, "password": PASSWORD})["session"]
        for name in ("tom", "una", "vic")
    ]
    plan = {"title": "Friday", "game": "boku", "kind": "round-robin", "size": 3, "clock": "5+5"}
    made = ask(server, "POST", "/api/tournaments", plan, session=sessions[0])
    path = f"/tournaments/{made['tournament']}"
    for session in sessions:
        ask(server, "POST", f"/api{path}/join", {}, session=session)
    page = opened()
    found: list[tuple[int, str]] = []
    while not found:  # one of the three has no game in this round
        known = [(ask(server, "GET", f"/api{path}", None, session=each), each) for each in sessions]
        found = [(each["board"], session) for each, session in known if each["board"]]
    board, session = found[0]
    page.context.add_cookies([{"name": "boche_session", "value": session, "url": server}])
    page.goto(f"{server}/board/{board}")
    page.wait_for_selector("#state:not(:empty)")
    ask(server, "POST", f"/api/boards/{board}/resign", {}, session=session)
    page.wait_for_selector("#to-tournament")
    assert page.inner_text("#acts .main:visible") == "Back to the tournament"
    page.click("#to-tournament")
    page.wait_for_url(f"**{path}")


KINDS = {"phone": PHONE, "low": DESK, "large": LARGE}
