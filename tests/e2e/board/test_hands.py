"""A mouse at a board's page: its choice stays until another place is meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.server.people import Game, Person

CROSS = """
async ([x, y]) => {
  const canvas = document.getElementById('table');
  const send = (type) => canvas.dispatchEvent(
    new PointerEvent(type, { clientX: x, clientY: y, pointerType: 'mouse', bubbles: true }));
  send('pointermove');
  for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
  send('pointerleave');
}
"""
"""A script that moves the pointer across another place on its way to the buttons."""


FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""A script that waits until the page has been drawn anew."""


def seated(opened: Callable[..., Any], server: str, name: str, how: str = "mouse") -> Person:
    game, secrets = Game.new(server, name, {}, **{"as": "Ann", "name": "Bob"})
    ann = Person(opened(), game, secrets[0], how)
    ann.sees("#state", "your turn")
    return ann


def rest_on(ann: Person, target: str) -> None:
    ann.see_from_the_front()
    ann.point(ann.game, target, "")
    ann.waits_for(target)
    ann.page.wait_for_timeout(400)  # a rest begins after 300 ms


@pytest.mark.parametrize(
    ("name", "move", "other"),
    [("che", "bl:0,0", None)],
)  # fmt: skip
def test_the_choice_stays_on_the_way_to_the_buttons(
    opened: Callable[..., Any], server: str, name: str, move: str, other: str | None
) -> None:
    ann = seated(opened, server, name)
    steps = ann.game.steps_to(move)
    ((target, choice),) = steps
    target = ann.spot(target)
    rest_on(ann, target)
    if other is not None:
        ann.page.evaluate(CROSS, ann.at(ann.game, other, ""))
    ann.page.mouse.move(5, ann.size[1] + 100)
    ann.page.evaluate(FRAMES)
    ann.waits_for(target)
    keys = ann.page.locator("#keys button")
    at = [
        option.partition(": ")[0] for option in ann.page.locator("#ways option").all_text_contents()
    ]
    if keys.count():
        keys.nth(at.index(choice.text)).click()
    assert ann.named() == choice.text
    ann.page.click("#confirm")
    ann.sees("#moves [aria-current]", move)
    ann.sees("#state", "Bob's turn")
    assert ann.errors == []
