"""Offers of the other player at a board's page, while a move is chosen and after an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.board.full.test_phone import apart, box_of
from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.whole import PHONE

LYING = {**PHONE, "viewport": {"width": 844, "height": 390}}
ZOOMED = {"viewport": {"width": 683, "height": 384}, "device_scale_factor": 2}
LOW = {**PHONE, "viewport": {"width": 390, "height": 664}}
LARGE = {"viewport": {"width": 1366, "height": 768}, "device_scale_factor": 0.5}


def choosing(
    opened: Callable[..., Any], server: str, kind: dict[str, Any]
) -> tuple[Person, str, list[str]]:
    """Return Ann, who has chosen a place of Boche but not played there, the board and its seats."""
    game, secrets = Game.new(server, "boche", {}, **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    for move, secret in zip(("c:a1", "c:b1"), secrets, strict=True):
        ask(server, "POST", f"{path}/moves", {"move": move}, secret)
        game.play(move)
    page = opened(kind)
    page.add_init_script(
        "localStorage.setItem('boche tip', 'seen'); localStorage.setItem('boche confirm', 'yes');"
    )
    ann = Person(page, game, secrets[0], "touch" if "has_touch" in kind else "mouse")
    ann.sees("#state", "your turn")
    ann.camera = game.camera(ann.size[0] / ann.size[1])
    box = page.locator("#table").bounding_box()
    left, top = ann.at(game, "b3", "")
    at = (left, top) if box["y"] < top else (left, top + box["y"])
    (page.touchscreen.tap if "has_touch" in kind else page.mouse.click)(*at)
    page.wait_for_selector("#let-go:visible")
    page.wait_for_selector("#keys button")
    return ann, path, secrets


@pytest.mark.parametrize(
    "kind", [ZOOMED, LYING, LOW, LARGE], ids=["zoomed", "lying", "low", "large"]
)
def test_an_offer_covers_nothing_of_the_move_and_keeps_its_place(
    opened: Callable[..., Any], server: str, kind: dict[str, Any]
) -> None:
    ann, path, secrets = choosing(opened, server, kind)
    page = ann.page
    ask(server, "POST", f"{path}/offers", {"what": "end"}, secrets[1])
    ann.sees("#offer", "Bob proposes to cancel the game")
    page.wait_for_selector("#accept:enabled")
    for place in ("#keys", "#confirm", "#let-go", "#prompt", "#table"):
        assert apart(page, "#offer", place), place
    top, bottom = box_of(page, "#keys")[1::2]
    assert bottom - top >= 40, "a whole row of the ways to play is in sight"
    stood = box_of(page, "#offer")
    page.locator("#let-go").click()
    page.wait_for_selector("#let-go", state="hidden")
    assert box_of(page, "#offer") == pytest.approx(stood, abs=1)
    assert ann.errors == []


def test_a_second_tap_does_not_accept_what_has_just_come_there(
    opened: Callable[..., Any], server: str
) -> None:
    """Let the offer move under the finger after the first of two taps on Cancel."""
    ann, path, secrets = choosing(opened, server, LYING)
    page = ann.page
    ask(server, "POST", f"{path}/offers", {"what": "draw"}, secrets[1])
    page.wait_for_selector("#accept:enabled")
    left, top, right, bottom = box_of(page, "#let-go")
    at = (left + right) / 2, (top + bottom) / 2
    page.touchscreen.tap(*at)
    page.evaluate(
        """([x, y]) => {
        const { left, top } = document.getElementById('accept').getBoundingClientRect();
        const { style } = document.getElementById('offer');
        style.transform = `translate(${x - left - 20}px, ${y - top - 20}px)`;
        }""",
        at,
    )
    page.wait_for_timeout(200)
    page.touchscreen.tap(*at)
    page.wait_for_selector("#accept:enabled")
    assert page.evaluate("(at) => document.elementFromPoint(...at).id", at) == "accept"
    assert ask(server, "GET", path, None, secrets[0])["state"] == "active"
    page.touchscreen.tap(*at)
    ann.sees("#state", "by agreement")
    assert ann.errors == []
