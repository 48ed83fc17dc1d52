"""The end of a game on a board's page: what is offered then, without a reload."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.whole import PASSWORD


def test_the_analysis_is_offered_when_a_game_ends(opened: Callable[..., Any], server: str) -> None:
    """Let both players look on: the news of the end is all that their pages get."""
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    people = [Person(opened(), game, secret, "words") for secret in secrets]
    for index, move in enumerate(("f5", "f6")):
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": move}, secrets[index])
    for person in people:
        person.sees("#moves", "f6")
    ask(server, "POST", f"/api/boards/{game.number}/resign", {}, secrets[0])
    for person in people:
        person.page.wait_for_selector("#review-ask", timeout=5000)
        assert person.page.inner_text("#review-ask") == "Analyse this game"
        assert person.errors == []


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
