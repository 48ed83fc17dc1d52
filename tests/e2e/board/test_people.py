"""The players of a board, as its page shows them, and the links from there to all other pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import Game, Person, ask


def test_a_rated_game_leads_to_players_ratings_and_a_page_to_keep(
    opened: Callable[..., Any], server: str
) -> None:
    sessions = [
        ask(server, "POST", "/api/accounts", {"name": name, "password": "long-enough"})["session"]
        for name in ("dora", "emil")
    ]
    more = {"against": "open", "rated": True}
    game, _ = Game.new(server, "boku", {}, sessions[0], **more)
    path = f"/api/boards/{game.number}"
    ask(server, "POST", f"{path}/join", {}, session=sessions[1])
    for move, session in zip(("f5", "f6"), sessions, strict=True):
        ask(server, "POST", f"{path}/moves", {"move": move}, session=session)
    page = opened()
    page.context.add_cookies([{"name": "boche_session", "value": sessions[1], "url": server}])
    emil = Person(page, game, "", "mouse")
    menu = page.locator("#where a").all_text_contents()
    assert {"All games", "Standings", "Rules and help", "Profile", "Account"} <= set(menu)
    assert not page.is_visible("#kept")
    ask(server, "POST", f"{path}/resign", session=sessions[0])
    emil.sees("#players", "1500 \u2192 1662")
    emil.sees("#players", "1500 \u2192 1338")
    with page.expect_download() as download:
        page.click("#kept")
    assert "<canvas" in download.value.path().read_text()
    page.click("#players a[href='/people/dora']")
    page.wait_for_url("**/people/dora")
    assert emil.errors == []
