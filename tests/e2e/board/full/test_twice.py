"""A refusal on a phone is seen where the button is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.board.test_twice import LOW
from tests.e2e.server.people import Game, Person, ask


def test_on_a_phone_a_refused_offer_is_said_where_its_button_is(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    for move, secret in zip(("f5", "f6"), secrets, strict=True):
        ask(server, "POST", f"{path}/moves", {"move": move}, secret)
    for _ in range(2):
        ask(server, "POST", f"{path}/offers", {"what": "draw"}, secrets[0])
        ask(server, "POST", f"{path}/answer", {"accepted": False}, secrets[1])
    ann = Person(opened(LOW), game, secrets[0], "touch")
    ann.page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    ann.page.tap("#draw")
    ann.sees("#problem", "Board ")
    button, told = (ann.page.locator(each).bounding_box() for each in ("#draw", "#problem"))
    assert 0 <= told["y"] <= 664 - told["height"]
    assert 0 <= button["y"] <= 664
    ann.page.screenshot(path="/tmp/l4_refused.png")
    assert ann.errors == []
