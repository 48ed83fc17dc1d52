"""The players of a board, as its page shows them, and the links from there to all other pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import PATIENCE, Game, Person, ask
from tests.e2e.server.whole import PASSWORD


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


def test_a_guest_says_what_they_are_called(opened: Callable[..., Any], server: str) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "friend"})
    ann, bob = (Person(opened(), game, secret, "words") for secret in secrets)
    bob.page.click("#settings summary")
    bob.page.fill("#called", "Bob <b>")
    bob.page.press("#called", "Enter")
    for person in (ann, bob):
        person.sees("#players", "Bob <b>")
    assert ann.errors == bob.errors == []


def test_whoever_comes_by_a_friends_link_is_asked_for_a_name(
    opened: Callable[..., Any], server: str
) -> None:
    games = [Game.new(server, game, {}, **{"as": "Ann"}) for game in ("boku", "che")]
    (game, secrets), (later, later_secrets) = games
    ann, bob = (Person(opened(), game, secret, "words") for secret in secrets)
    assert not ann.page.is_visible("#introduce"), "has a name"
    bob.page.wait_for_selector("#introduce", state="visible")
    assert bob.page.input_value("#my-name") == ""
    bob.page.fill("#my-name", "Bob")
    bob.page.press("#my-name", "Enter")
    for person in (ann, bob):
        person.sees("#players", "Bob")
    bob.page.wait_for_selector("#introduce", state="hidden")
    bob.page.goto(f"{server}/board/{later.number}#seat={later_secrets[1]}")
    bob.page.wait_for_selector("#introduce", state="visible")
    assert bob.page.input_value("#my-name") == "Bob", "as before"
    assert ann.errors == bob.errors == []


def test_who_is_signed_out_elsewhere_is_told(opened: Callable[..., Any], server: str) -> None:
    sessions = [
        ask(server, "POST", "/api/accounts", {"name": name, "password": PASSWORD})["session"]
        for name in ("sue", "ted")
    ]
    made = {"game": "boku", "against": "name", "name": "ted"}
    number = ask(server, "POST", "/api/boards", made, session=sessions[0])["board"]
    ask(server, "POST", f"/api/boards/{number}/answer", {"accepted": True}, session=sessions[1])
    page = opened()
    page.context.add_cookies([{"name": "boche_session", "value": sessions[0], "url": server}])
    page.goto(f"{server}/board/{number}")
    page.wait_for_selector("#resign, #abort")
    ask(server, "POST", f"/api/boards/{number}/moves", {"move": "f5"}, session=sessions[0])
    page.locator("#moves bdi", has_text="f5").wait_for(timeout=PATIENCE)  # the stream stands
    assert page.is_hidden("#signed-out")
    page.context.clear_cookies()  # as the other tab's answer does
    ask(server, "DELETE", "/api/session", session=sessions[0])
    page.wait_for_selector("#signed-out", timeout=PATIENCE)
    assert "no longer signed in as sue: you only watch." in page.inner_text("#signed-out")
    page.click("#signed-out a")
    page.wait_for_url(f"**/sign-in?next=/board/{number}")
