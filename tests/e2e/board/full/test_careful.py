"""Moves that ask before they are played, in games with a day or more for a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boche.engine.durations import DAY
from tests.e2e.server.people import Game, Person, ask

SLOW = {"start": 3 * DAY, "increment": 3 * DAY, "most": 3 * DAY}


def test_a_click_asks_where_nobody_has_turned_the_piece(
    opened: Callable[..., Any], server: str
) -> None:
    game, (first, second) = Game.new(
        server, "boche", {}, clock=SLOW, **{"as": "Ann", "name": "Bob"}
    )
    path = f"/api/boards/{game.number}"
    ann = Person(opened(), game, first, "mouse")
    ann.sees("#state", "your turn")
    assert ann.page.is_checked("#confirming")
    ann.see_from_the_front()
    ann.point(game, "c2", "")
    ann.waits_for("c2")
    shown = ann.named()
    ann.confirm()
    ann.page.mouse.move(5, 5)  # what was clicked stays chosen
    ann.sees("#confirm", "Play")
    ann.waits_for("c2")
    assert ask(server, "GET", path)["ply"] == 0, "it asks first"
    ann.point(game, "c2", "")
    ann.confirm()
    ann.sees("#moves [aria-current]", shown)
    game.play(shown)
    ways = [str(move) for move in game.position.legal_moves() if str(move).endswith(":a1")]
    assert len(ways) > 1
    bob = Person(opened(), game, second, "mouse")
    bob.move(ways[-1])  # by the wheel, then one click
    assert ann.errors == []


def test_whoever_wants_no_question_is_asked_none(opened: Callable[..., Any], server: str) -> None:
    game, (first, _) = Game.new(server, "boche", {}, clock=SLOW, **{"as": "Ann", "name": "Bob"})
    ann = Person(opened(), game, first, "mouse")
    ann.page.click("#settings summary")
    ann.page.uncheck("#confirming")
    ann.page.reload()
    ann.sees("#state", "your turn")
    assert not ann.page.is_checked("#confirming")
    ann.see_from_the_front()
    ann.point(game, "c2", "")
    ann.waits_for("c2")
    ann.confirm()
    ann.sees("#moves [aria-current]", "c2")


def test_a_swap_says_what_it_does_and_asks(opened: Callable[..., Any], server: str) -> None:
    game, (first, second) = Game.new(server, "boche", {}, **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    ask(server, "POST", f"{path}/moves", {"move": "c:c3"}, first)
    bob = Person(opened(), game, second, "mouse")
    swap = bob.page.locator("#others button:text-is('Swap')")
    swap.click()
    bob.sees("#sure-text", "you play light from now on, and Ann moves next.")
    bob.page.locator("#sure button[value='no']").click()
    assert ask(server, "GET", path)["ply"] == 1
    swap.click()
    bob.page.locator("#sure button[value='yes']").click()
    bob.sees("#state", "Ann's turn")
    assert ask(server, "GET", path)["moves"] == ["c:c3", "swap"]
    assert bob.errors == []
