"""What is pressed twice happens once, and a refusal is seen where the button is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.whole import PHONE

LOW = {**PHONE, "viewport": {"width": 390, "height": 664}}


def test_a_double_click_on_send_says_a_line_once(opened: Callable[..., Any], server: str) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    ann = Person(opened(), game, secrets[0], "words")
    ann.page.click("#talk summary")
    for text in ("Good luck!", "And fun."):
        ann.page.fill("#saying", text)
        ann.page.dblclick("#say button")
        ann.sees("#chat", text)
        ann.page.wait_for_function("() => !document.querySelector('#saying').value")
    said = ask(server, "GET", f"/api/boards/{game.number}/talk", seat=secrets[0])["events"]
    assert [each["text"] for each in said] == ["Good luck!", "And fun."]
    assert ann.errors == []


def test_on_a_phone_a_refused_offer_is_said_where_its_button_is(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, moves=("f5", "f6"), **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    for _ in range(2):
        ask(server, "POST", f"{path}/offers", {"what": "draw"}, secrets[0])
        ask(server, "POST", f"{path}/answer", {"accepted": False}, secrets[1])
    ann = Person(opened(LOW), game, secrets[0], "touch")
    ann.page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    ann.page.tap("#draw")
    ann.sees("#problem", "You have proposed a draw twice")
    button, told = (ann.page.locator(each).bounding_box() for each in ("#draw", "#problem"))
    assert 0 <= told["y"] <= 664 - told["height"]
    assert 0 <= button["y"] <= 664
    assert ann.errors == []
