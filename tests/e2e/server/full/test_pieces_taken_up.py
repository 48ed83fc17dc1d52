"""Octi by pixels with the other kind of hand, and what a choice offers."""

from __future__ import annotations

from typing import Any

import pytest

from boche.engine.games.registry import find
from tests.e2e.server import test_pieces_taken_up as push
from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.test_pieces_taken_up import Hand, server
from tests.e2e.server.whole import DESK, PHONE

__all__ = ["server"]


def test_a_hint_on_where_a_move_begins_offers_no_other_move(browser: Any, server: str) -> None:
    context = browser.new_context(**DESK)
    page = context.new_page()
    page.goto(f"{server}/puzzles/boche-0058")
    hand = Hand(page, Game(server, 0, find("boche").new()), "mouse")
    hand.sees("#prompt", "Choose a place")
    page.get_by_role("button", name="Where does it begin?").click()
    hand.sees("#prompt", "a1: choose how to play there.")
    assert not page.locator("#confirm").is_visible()
    page.locator("#keys button").first.click()
    hand.sees("#prompt", "a:a1")
    assert page.locator("#confirm").is_visible()
    context.close()


def test_a_tap_on_what_a_move_offers_begins_no_other_one(browser: Any, server: str) -> None:
    """Tap an own home square, where a pod could come on, while a pod is taken up."""
    context = browser.new_context(**PHONE)
    game, secrets = Game.new(server, "octi", {}, **{"as": "Ann", "name": "Bob"})
    for move, secret in zip(("57+e", "33+c", "57-56", "33-43", "56-55"), 3 * secrets, strict=False):
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": move}, secret)
        game.play(move)
    bob = Person(context.new_page(), game, secrets[1], "touch")
    hand = Hand(bob.page, game, "touch")
    bob.sees("#prompt", "choose a place")
    hand.press(53, "53", pod=True)
    hand.press(43, "from 43", pod=True)
    hand.press(53, "43-53")
    hand.played("43-53")
    context.close()


@pytest.mark.parametrize(("how", "kind"), [("touch", PHONE)])
def test_a_lesson_of_octi_by_pixels(
    browser: Any, server: str, how: str, kind: dict[str, Any]
) -> None:
    push.test_a_lesson_of_octi_by_pixels(browser, server, how, kind)


@pytest.mark.parametrize(("how", "kind"), [("touch", PHONE), ("mouse", DESK)])
def test_octi_by_pixels(browser: Any, server: str, how: str, kind: dict[str, Any]) -> None:
    context = browser.new_context(**kind)
    game, secrets = Game.new(server, "octi", {"bases": 1}, **{"as": "Ann", "name": "Bob"})
    ann = Person(context.new_page(), game, secrets[0], how)
    hand = Hand(ann.page, game, how)
    ann.sees("#prompt", "choose a place")
    hand.press(57, "57+e", hole="e")
    hand.played("57+e")
    hand.answers("53+a", secrets[1])
    hand.press(57, "from 57", pod=True)
    hand.press(56, "57-56")
    if how == "touch":
        assert ann.page.text_content("#prompt") == "57-56", "it is said once"
    hand.played("57-56")
    hand.answers("53-54", secrets[1])
    hand.press(56, "from 56", pod=True)
    hand.press(55, "56-55")
    hand.played("56-55")
    hand.answers("33+a", secrets[1])
    hand.press(55, "from 55", pod=True)
    hand.press(53, "choose what was passed")
    hand.press(54, "55-53x", pod=True)
    hand.played("55-53x")
    ann.sees("#state", "win")
    assert ann.errors == []
    context.close()
