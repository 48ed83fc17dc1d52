"""The end of a game on a board's page: what is offered then, without a reload."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.board.full.test_phone import apart
from tests.e2e.server.people import PATIENCE, Game, Person, ask
from tests.e2e.server.whole import DESK, PASSWORD, PHONE

LARGE = {**DESK, "viewport": {"width": 1000, "height": 620}}


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
        person.page.wait_for_selector("#review-ask", timeout=PATIENCE)
        assert person.page.inner_text("#review-ask") == "Analyse this game"
        assert person.errors == []


def test_a_reason_plays_the_line_that_proves_it(opened: Callable[..., Any], server: str) -> None:
    """The analysis is made up: what is looked at is the page."""
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    page = opened()
    why = "b2 does not stop the threat: Black can make five in a row: e2 or e7"
    reason = {"text": why, "line": ["b2", "e2"], "places": ["e2", "e7"]}
    moment = {"ply": 10, "text": "10. b2", "line": ["e7"], "reasons": [reason]}
    review = {"colours": ["black", "white"], "evaluations": [], "accuracy": [], "none": "",
              "moments": [moment], "points": ""}  # fmt: skip
    found = {"state": "done", "text": "", "done": 11, "count": 11, "may": False, "why": "",
             "review": review}  # fmt: skip
    page.route("**/analysis", lambda route: route.fulfill(json=found))
    person = Person(page, game, secrets[0], "words")
    moves = ("e3", "a1", "e4", "a3", "e5", "a5", "e6", "k6", "k10", "b2")
    for index, move in enumerate(moves):
        path = f"/api/boards/{game.number}/moves"
        ask(server, "POST", path, {"move": move}, secrets[index % 2])
    ask(server, "POST", f"/api/boards/{game.number}/resign", {}, secrets[1])
    page.wait_for_selector("#moments button", timeout=PATIENCE)
    assert page.locator("#moments button").all_inner_texts() == ["10. b2", why]
    with page.expect_request("**/positions?first=9&ply=9&line=b2&line=e2&mark=e2&mark=e7"):
        page.click("#moments button:nth-of-type(2)")
    page.wait_for_selector("#line-back:visible", timeout=PATIENCE)
    person.sees("#state", "Trying moves. 10. b2")
    page.keyboard.press("PageDown")
    person.sees("#state", "e2")
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


@pytest.mark.parametrize("kind", [PHONE, DESK, LARGE], ids=["phone", "low", "large"])
def test_what_is_said_for_a_while_hides_no_place(
    opened: Callable[..., Any], server: str, kind: dict[str, Any]
) -> None:
    game, secrets = Game.new(server, "boku", {}, clock="5+5", **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    bob = Person(opened(kind), game, secrets[1], "touch" if kind is PHONE else "mouse")
    page = bob.page
    for index, move in enumerate(("f5", "f6", "g5")):
        ask(server, "POST", f"{path}/moves", {"move": move}, secrets[index % 2])
    ask(server, "POST", f"{path}/offers", {"what": "draw"}, secrets[1])
    bob.sees("#offer", "You propose a draw")
    ask(server, "POST", f"{path}/chat", {"text": "No"}, secrets[0])
    ask(server, "POST", f"{path}/answer", {"accepted": False}, secrets[0])
    page.wait_for_selector("#banner")
    assert page.inner_text("#banner").endswith("does not agree to a draw")
    page.wait_for_selector("#to-chat:visible")
    assert apart(page, "#stage", "#banner")
    assert apart(page, "#banner", "#to-chat")
    if kind is PHONE:
        assert apart(page, "#stage", "#to-chat")
    page.keyboard.press("Shift")
    page.wait_for_selector("#banner", state="hidden", timeout=PATIENCE)


def test_a_finished_game_offers_nothing_dead(opened: Callable[..., Any], server: str) -> None:
    """Resign, look from above, ask for the keyboard; the next board is seen from above, too."""
    game, secrets = Game.new(server, "boku", {}, **{"as": "Kit", "name": "Lea"})
    page = opened()
    lea = Person(page, game, secrets[1], "words")
    path = f"/api/boards/{game.number}"
    for index, move in enumerate(("f5", "f6")):
        ask(server, "POST", f"{path}/moves", {"move": move}, secrets[index])
    lea.sees("#moves", "f6")
    assert page.is_visible("#by-words")
    ask(server, "POST", f"{path}/resign", {}, secrets[0])
    lea.sees("#state", "(black) resigned.")
    assert page.inner_text("#state").startswith("You win. Kit")
    assert not page.is_visible("#by-words")
    page.keyboard.press("?")
    assert "Page up, Page down" in page.inner_text("#shortcuts")
    page.keyboard.press("Escape")
    page.click("#around")
    page.keyboard.press("t")
    assert page.evaluate("localStorage.getItem('boche view')") == "top"
    assert lea.errors == []


LONG_SAID = """
const begin = setTimeout;
window.setTimeout = (call, time, ...more) => begin(call, time === 5000 ? 600000 : time, ...more);
"""
"""A script that leaves what is said for a while where it is, however slow the machine is."""


def test_a_rematch_is_offered_by_one_click_while_something_is_still_said(
    opened: Callable[..., Any], server: str
) -> None:
    """Press while the refusal before the end is shown: the button stays where it is pressed."""
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    page = opened()
    page.add_init_script(LONG_SAID)
    ann = Person(page, game, secrets[0], "words")
    for index, move in enumerate(("f5", "f6")):
        ask(server, "POST", f"{path}/moves", {"move": move}, secrets[index])
    ann.sees("#moves", "f6")
    ask(server, "POST", f"{path}/offers", {"what": "draw"}, secrets[0])
    ask(server, "POST", f"{path}/answer", {"accepted": False}, secrets[1])
    ann.sees("#banner", "does not agree")
    ask(server, "POST", f"{path}/resign", {}, secrets[1])
    page.wait_for_selector("#rematch", state="visible", timeout=PATIENCE)
    ann.sees("#banner", "does not agree")
    before = page.locator("#rematch").bounding_box()
    page.hover("#rematch")
    page.mouse.down()
    ann.sees("#banner", "resigned")
    assert page.locator("#rematch").bounding_box() == before
    page.mouse.up()
    ann.sees("#offer-text", "You propose a rematch.")
    assert ann.errors == []


@pytest.mark.parametrize("seat", [0, 1])
def test_a_missing_first_move_is_told_in_the_readers_person(
    opened: Callable[..., Any], server: str, seat: int
) -> None:
    """Let the server say how a minute without a first move of Ann has ended."""
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob", "clock": "5+5"})
    path = f"/api/boards/{game.number}"
    board = ask(server, "GET", path, None, secrets[seat])
    reason = f"{board['seats'][0]['name']} did not make a first move; the game is aborted"
    ended = {
        **board,
        "state": "over", "turn": None, "deadline": None, "first": False, "abortable": False,
        "outcome": {"winner": None, "kind": "aborted", "reason": reason, "result": ""},
    }  # fmt: skip
    page = opened()
    page.route(f"**{path}", lambda route: route.fulfill(json=ended))
    page.goto(f"{server}/board/{game.number}#seat={secrets[seat]}")
    missed = "You did not make a first move; the game is aborted"
    page.wait_for_selector(f"#state:has-text('{missed if seat == 0 else reason}')")
