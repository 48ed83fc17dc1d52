"""A board's page on a phone: the essentials fit on the first screen, and nothing overlaps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.whole import PHONE

LOW = {**PHONE, "viewport": {"width": 390, "height": 664}}
CLOCK = {"start": 300, "increment": 5}


def begun(server: str, name: str, **more: Any) -> tuple[Game, list[str]]:
    game, secrets = Game.new(server, name, {}, **{"as": "Ann", "name": "Bob", **more})
    return game, secrets


def box_of(page: Any, place: str) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of an element."""
    box = page.locator(place).bounding_box()
    assert box is not None, place
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def apart(page: Any, one: str, other: str) -> bool:
    a, b = box_of(page, one), box_of(page, other)
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] + 1 or b[3] <= a[1] + 1


def on_screen(page: Any, place: str) -> bool:
    """Return whether an element is fully visible without scrolling, with nothing over it."""
    left, top, right, bottom = box_of(page, place)
    seen = page.evaluate(
        "([place, x, y]) => document.elementsFromPoint(x, y)"
        ".some((each) => each.closest(place)) || getComputedStyle("
        "document.querySelector(place)).pointerEvents === 'none'",
        [place, (left + right) / 2, (top + bottom) / 2],
    )
    return bool(seen and left >= 0 and right <= 390 and top >= 0 and bottom <= 664)


def at_a_pod(opened: Callable[..., Any], server: str) -> Person:
    """Return Ann after she has tapped an Octi pod that can move."""
    game, secrets = begun(server, "octi")
    for move, secret in zip(("57+e", "53+a"), secrets, strict=True):
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": move}, secret)
        game.play(move)
    ann = Person(opened(LOW), game, secrets[0], "touch")
    ann.sees("#state", "your turn")
    ann.camera = game.camera(ann.size[0] / ann.size[1])
    ann.page.touchscreen.tap(*ann.at(game, "57+", ""))
    ann.waits_for(ann.spot("57+"))
    return ann


def test_choices_of_octi_are_worded_and_a_tap_goes_on(
    opened: Callable[..., Any], server: str
) -> None:
    ann = at_a_pod(opened, server)
    page, game = ann.page, ann.game
    keys = page.locator("#keys")
    assert {"a ↑", "from 57 to …", "new pod"} <= set(keys.locator("button").all_inner_texts())
    sign = "() => getComputedStyle(document.querySelector('#keys'), '::after').content"
    assert page.evaluate(sign) != "none", "more choices lie below"
    keys.evaluate("(box) => { box.scrollTop = box.scrollHeight; }")
    page.wait_for_function("() => !document.querySelector('#keys').matches('.more')")
    assert page.evaluate(sign) == "none"
    keys.locator("button", has_text="from 57 to …").tap()
    assert page.inner_text("#prompt") == "57-: from 57 to …"
    page.touchscreen.tap(*ann.at(game, "57-56", "57-"))
    ann.sees("#prompt", "57-56")
    ann.confirm()
    ann.sees("#moves [aria-current]", "57-56")
    assert ann.errors == []


NARROW = {**PHONE, "viewport": {"width": 360, "height": 740}}
