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
from boche.viewer.games.octi.hits import OUT
from boche.viewer.games.octi.solids import HEIGHT, HOLE_OUT
from tests.e2e.server.people import Game, ask
from tests.e2e.server.served import Served
from tests.e2e.server.whole import DESK


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    served = Served("--data", str(tmp_path_factory.mktemp("server")))
    yield served.address
    served.end()


class Hand:
    """A mouse or a finger on a board of ``game``."""

    def __init__(self, page: Any, game: Game, how: str) -> None:
        self.page, self.game, self.how = page, game, how

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
        (x, y, *_), *_ = project(self.game.camera(wide / high), spot[None], (wide, high))
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

    def answers(self, text: str, secret: str) -> None:
        """Move for the other one."""
        game = self.game
        ask(game.server, "POST", f"/api/boards/{game.number}/moves", {"move": text}, secret)
        game.play(text)
        self.sees("#moves [aria-current]", text)
        self.sees("#state", "your turn")


@pytest.mark.parametrize(("how", "kind"), [("mouse", DESK)])
def test_a_lesson_of_octi_by_pixels(
    browser: Any, server: str, how: str, kind: dict[str, Any]
) -> None:
    """Do what the exercise says: press the middle of the pod on 57, then the square 56."""
    context = browser.new_context(**kind)
    page = context.new_page()
    page.goto(f"{server}/learn/octi/1-prongs?exercise=2")
    game = Game(server, 0, find("octi").new()).after("57+e").after("53+a")
    hand = Hand(page, game, how)
    hand.sees("#prompt", "Choose a place")
    page.locator("#table").scroll_into_view_if_needed()
    hand.press(57, "from 57", pod=True)
    hand.press(56, "57-56")
    if how == "touch":
        page.locator("#confirm").tap()
    hand.sees("#answer", "Right")
    context.close()
