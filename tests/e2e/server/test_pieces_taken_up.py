"""Octi by pixels: a pod's middle takes it up, a hole gets a prong, a square is gone to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from boche.engine.games.octi.geometry import LETTERS
from boche.viewer.camera.rays import project
from boche.viewer.games.octi.board import place_of
from boche.viewer.games.octi.hits import OUT
from boche.viewer.games.octi.solids import HEIGHT, HOLE_OUT
from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.served import Served
from tests.e2e.server.whole import DESK, PHONE


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    served = Served("--data", str(tmp_path_factory.mktemp("server")))
    yield served.address
    served.end()


class Hand:
    """A mouse or a finger on Ann's board."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def press(self, square: int, says: str, *, pod: bool = False, hole: str = "") -> None:
        """Press the middle of a square, or of a single pod's top there, or its hole.

        The page must say what is meant: to a mouse before it clicks, to a finger that has tapped.
        """
        out = HOLE_OUT * OUT[LETTERS.index(hole)] if hole else np.zeros(3)
        spot = np.array([*place_of(square), HEIGHT if pod or hole else 0.0]) + out
        person, page = self.person, self.person.page
        box = page.locator("#table").bounding_box()
        wide, high = round(box["width"]), round(box["height"])
        (x, y, *_), *_ = project(person.game.camera(wide / high), spot[None], (wide, high))
        at = box["x"] + float(x), box["y"] + high - float(y)
        if person.how == "touch":
            page.touchscreen.tap(*at)
            person.sees("#prompt", says)
            return
        page.mouse.move(*at)
        person.sees("#prompt", says)
        page.mouse.click(*at)

    def played(self, text: str) -> None:
        """Wait for a move that was pressed; a finger has still to press "Play"."""
        if self.person.how == "touch":
            self.person.page.locator("#confirm").tap()
        self.person.game.play(text)
        self.person.sees("#moves [aria-current]", text)

    def answers(self, text: str, secret: str) -> None:
        """Move for the other one."""
        game = self.person.game
        ask(game.server, "POST", f"/api/boards/{game.number}/moves", {"move": text}, secret)
        game.play(text)
        self.person.sees("#moves [aria-current]", text)
        self.person.sees("#state", "your turn")


@pytest.mark.parametrize(("how", "kind"), [("mouse", DESK), ("touch", PHONE)])
def test_octi_by_pixels(browser: Any, server: str, how: str, kind: dict[str, Any]) -> None:
    context = browser.new_context(**kind)
    game, secrets = Game.new(server, "octi", {"bases": 1}, **{"as": "Ann", "name": "Bob"})
    ann = Person(context.new_page(), game, secrets[0], how)
    hand = Hand(ann)
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
