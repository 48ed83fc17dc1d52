"""Octi by pixels: a pod's middle takes it up, a hole gets a prong, a square is gone to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from boche.engine.games.octi.geometry import LETTERS
from boche.engine.games.registry import find
from boche.viewer.camera.rays import project
from boche.viewer.games.octi.board import place_of
from boche.viewer.games.octi.pick import OUT
from boche.viewer.games.octi.solids import HEIGHT, HOLE_OUT
from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.served import Served, wait_until
from tests.e2e.server.whole import DESK, PHONE


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    served = Served("--data", str(tmp_path_factory.mktemp("server")))
    yield served.address
    served.end()


class Hand:
    """A mouse or a finger on a board of ``game``, seen in a view."""

    def __init__(self, page: Any, game: Game, how: str, view: str = "corner") -> None:
        self.page, self.game, self.how, self.view = page, game, how, view

    def sees(self, where: str, text: str) -> None:
        """Wait until a part of the page says something."""
        self.page.locator(where, has_text=text).first.wait_for()

    def press(self, square: int, says: str, *, pod: bool = False, hole: str = "") -> None:
        """Press the middle of a square, or of a single pod's top there, or its hole.

        The page must say what is meant: to a mouse before it clicks, to a finger that has tapped.
        """
        out = HOLE_OUT * OUT[LETTERS.index(hole)] if hole else np.zeros(3)
        spot = np.array([*place_of(square), HEIGHT if pod or hole else 0.0]) + out
        box = self.page.locator("#table").bounding_box()
        wide, high = round(box["width"]), round(box["height"])
        (x, y, *_), *_ = project(self.game.camera(wide / high, self.view), spot[None], (wide, high))
        at = box["x"] + float(x), box["y"] + high - float(y)
        if self.how == "touch":
            self.page.touchscreen.tap(*at)
            self.sees("#prompt", says)
            return
        self.page.mouse.move(*at)
        self.sees("#prompt", says)
        self.page.mouse.click(*at)

    def played(self, text: str) -> None:
        """Wait for a move that was pressed; a finger has still to press "Play"."""
        if self.how == "touch":
            self.page.locator("#confirm").tap()
        self.game.play(text)
        self.sees("#moves [aria-current]", text)
        board = f"/api/boards/{self.game.number}"  # the page shows a move before it is sent
        wait_until(lambda: ask(self.game.server, "GET", board)["moves"][-1:] == [text])

    def answers(self, text: str, secret: str) -> None:
        """Move for the other one."""
        game = self.game
        ask(game.server, "POST", f"/api/boards/{game.number}/moves", {"move": text}, secret)
        game.play(text)
        self.sees("#moves [aria-current]", text)
        self.sees("#state", "your turn")


HANDS = pytest.mark.parametrize(("how", "kind"), [("mouse", DESK), ("touch", PHONE)])


@HANDS
def test_octi_by_pixels(browser: Any, server: str, how: str, kind: dict[str, Any]) -> None:
    context = browser.new_context(**kind)
    game, secrets = Game.new(server, "octi", {"bases": 1}, **{"as": "Ann", "name": "Bob"})
    ann = Person(context.new_page(), game, secrets[0], how)
    hand = Hand(ann.page, game, how, ann.front)
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
    hand.press(53, "jumps over the pod on 54")
    hand.press(53, "55-53x")
    hand.played("55-53x")
    ann.sees("#state", "win")
    assert ann.errors == []
    context.close()


@HANDS
def test_a_lesson_of_octi_by_pixels(
    browser: Any, server: str, how: str, kind: dict[str, Any]
) -> None:
    """Do what the exercise says: press the middle of the pod on 57, then the square 56."""
    context = browser.new_context(**kind)
    page = context.new_page()
    page.goto(f"{server}/learn/octi/1-prongs?exercise=2")
    game = Game(server, 0, find("octi").new()).after("57+e").after("53+a")
    hand = Hand(page, game, how, "corner2")  # of Black, who moves first
    hand.sees("#prompt", "Choose a place")
    page.locator("#table").scroll_into_view_if_needed()
    hand.press(57, "from 57", pod=True)
    hand.press(56, "57-56")
    if how == "touch":
        page.locator("#confirm").tap()
    hand.sees("#answer", "Right")
    context.close()


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
    hand = Hand(bob.page, game, "touch", bob.front)
    bob.sees("#prompt", "choose a place")
    hand.press(53, "53", pod=True)
    hand.press(43, "from 43", pod=True)
    hand.press(53, "43-53")
    hand.played("43-53")
    context.close()


def test_the_tip_says_where_a_click_adds_and_a_click_elsewhere_adds_nothing(
    browser: Any, server: str
) -> None:
    context = browser.new_context(**DESK, locale="en")
    game, secrets = Game.new(server, "octi", {}, **{"as": "Ann", "name": "Bob"})
    ann = Person(context.new_page(), game, secrets[0], "mouse")
    ann.sees("#tip-text", "A click on an empty hole in it adds to it there.")
    hand = Hand(ann.page, game, "mouse", ann.front)
    hand.press(57, "57+", pod=True)
    ann.page.wait_for_selector("#confirm:visible")
    assert ask(server, "GET", f"/api/boards/{game.number}")["moves"] == []
    assert ann.errors == []
    context.close()
