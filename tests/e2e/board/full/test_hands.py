"""A mouse at a board of the other games."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.e2e.board import test_hands as push
from tests.e2e.board.test_hands import FRAMES, rest_on, seated
from tests.e2e.server.people import Game, Person, ask


def test_what_hands_do_is_said_once(opened: Callable[..., Any], server: str) -> None:
    ann = seated(opened, server, "boche")
    ann.sees("#tip", "the wheel, a letter or the buttons")
    ann.page.click("#tip-seen")
    ann.page.reload()
    ann.sees("#state", "your turn")
    assert not ann.page.is_visible("#tip")
    game, secrets = Game.new(server, "che", {}, **{"as": "Ann", "name": "Bob"})
    other = Person(ann.page, game, secrets[0], "mouse")
    other.sees("#state", "your turn")
    other.sees("#tip", "click to play there")
    assert ann.page.is_visible("#tip"), "once in each game"


def test_a_letter_that_does_not_fit_says_which_do(opened: Callable[..., Any], server: str) -> None:
    ann = seated(opened, server, "boche")
    rest_on(ann, "c2")
    ann.page.focus("#table")
    ann.page.keyboard.press("k")
    ann.sees("#problem", "k does not fit; a, b, c, d, e, f, g, h do")
    assert ann.page.locator("#prompt").evaluate("(each) => getComputedStyle(each).visibility") == (
        "hidden"
    )
    ann.page.keyboard.press("e")
    ann.page.wait_for_function("() => document.querySelector('#problem').textContent === ''")
    ann.page.keyboard.press("k")
    ann.sees("#problem", "k does not fit")
    ann.page.wait_for_selector("#problem", state="hidden")  # it goes by itself
    assert ann.page.locator("#prompt").evaluate("(each) => getComputedStyle(each).visibility") == (
        "visible"
    )
    assert ann.named() == "e:c2"


@pytest.mark.parametrize(
    ("name", "move", "other"),
    [("boche", "c:c2", "c1"), ("boku", "f5", "k6"), ("octi", "57+e", "37")],
)
def test_the_choice_stays_on_the_way_to_the_buttons(
    opened: Callable[..., Any], server: str, name: str, move: str, other: str | None
) -> None:
    push.test_the_choice_stays_on_the_way_to_the_buttons(opened, server, name, move, other)


def test_a_click_can_be_asked_to_wait_for_another_one(
    opened: Callable[..., Any], server: str
) -> None:
    """Set it in this browser for a guest, and for an account wherever it is signed in."""
    ann = seated(opened, server, "boku")
    ann.page.click("#settings summary")
    ann.page.check("#confirming")
    ann.page.reload()
    ann.sees("#state", "your turn")
    assert ann.page.is_checked("#confirming")
    rest_on(ann, "f5")
    ann.confirm()
    rest_on_nothing = ann.at(ann.game, "b3", "")
    ann.page.mouse.move(*rest_on_nothing)
    ann.page.evaluate(FRAMES)
    ann.waits_for("f5")
    assert ann.page.locator("#moves li").count() == 0
    ann.confirm()  # on another place, which is chosen instead
    ann.waits_for("b3")
    ann.page.keyboard.press("Escape")
    ann.sees("#prompt", "choose a place")
    ann.point(ann.game, "f5", "")
    ann.waits_for("f5")
    ann.confirm()
    ann.confirm()
    ann.sees("#moves [aria-current]", "f5")

    session = ask(server, "POST", "/api/accounts", {"name": "cleo", "password": "long-enough"})
    game, _ = Game.new(server, "boku", {}, session["session"], name="Bob")
    for checked in (False, True):
        page = opened()
        cookie = {"name": "boche_session", "value": session["session"], "url": server}
        page.context.add_cookies([cookie])
        page.goto(f"{server}/board/{game.number}")
        page.click("#settings summary")
        assert page.is_checked("#confirming") == checked
        with page.expect_response("**/api/me"):
            page.click("#confirming")


@pytest.mark.parametrize(
    ("name", "first", "target", "played", "late"),
    [
        ("boche", "c:b2", "c2", False, "targets"),
        ("boche", "c:b2", "c2", False, "choices"),
        ("boku", "f5", "c2", True, "targets"),
        ("boku", "f5", "c2", True, "choices"),
    ],
)
def test_a_click_counts_that_comes_before_what_can_be_played(
    opened: Callable[..., Any], server: str, name: str, first: str, target: str, played: bool,
    late: str,
) -> None:  # fmt: skip
    """Play the only option at once; where there are several, show one first."""
    game, secrets = Game.new(server, name, {}, **{"as": "Ann", "name": "Bob"})
    bob = Person(opened(), game, secrets[1], "mouse")
    held: list[Any] = []
    slow = re.compile(rf"/{late}\?")
    bob.page.route(slow, lambda route: held.append(route))
    with bob.page.expect_request(re.compile(r"/targets\?")):
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": first}, secrets[0])
        game.play(first)
    bob.sees("#moves [aria-current]", first)
    bob.see_from_the_front()
    if late == "choices":
        bob.spot(target)
    bob.point(game, target, "")
    bob.confirm()
    bob.page.mouse.move(5, 5)  # the clicked place stays, wherever the mouse goes
    while not held:
        bob.page.wait_for_timeout(20)
    bob.page.unroute(slow)  # the held requests continue
    if not played:
        bob.waits_for(target)
        assert bob.page.locator("#moves li").count() == 1
        bob.point(game, target, "")
        bob.confirm()
    bob.sees("#moves li:nth-child(2)", target)
    assert bob.errors == []


@pytest.mark.parametrize("seat", [0, 1], ids=["black", "white"])
def test_octi_is_seen_from_one_s_own_side(
    opened: Callable[..., Any], server: str, seat: int
) -> None:
    """Point where things are seen from the own side, also from above; then from the other one."""
    moves = ("57+e", "53+a", "57-56")[: 2 + seat]
    game, secrets = Game.new(server, "octi", {}, moves=moves, **{"as": "Ann", "name": "Bob"})
    person = Person(opened(), game, secrets[seat], "mouse")
    person.sees("#state", "your turn")
    aspect = person.size[0] / person.size[1]
    person.page.click("#tip-seen")
    own, other = ("corner2", "corner")[:: 1 - 2 * seat]
    for key, view, turned in (("t", "top", 180.0 * (1 - seat)), ("2", other, 0.0), ("1", own, 0.0)):
        person.page.locator("#table").focus()
        person.page.keyboard.press(key)
        camera = game.camera(aspect, view)
        person.camera = replace(camera, azimuth=camera.azimuth + turned)
        for square in (("37", "77"), ("33", "73"))[seat]:
            person.point(game, person.spot(square), "")
            person.waits_for(person.spot(square))
    person.move(("77+e", "73+c")[seat])
    assert person.errors == []


def test_a_click_on_a_pod_takes_it_up(opened: Callable[..., Any], server: str) -> None:
    """Click a pod that can get a prong or move: a click alone cannot tell which is meant."""
    ann = seated(opened, server, "octi")
    ann.page.click("#tip-seen")
    pod = ann.spot("57")
    rest_on(ann, pod)
    ann.page.mouse.move(*ann.at(ann.game, pod, "", opened=True))  # its middle, not a hole of it
    ann.page.wait_for_timeout(400)
    ann.confirm()
    ann.page.mouse.move(*ann.at(ann.game, "37", ""))
    ann.page.evaluate(FRAMES)
    ann.waits_for(pod)
    assert ann.page.locator("#moves li").count() == 0
    ann.page.locator("#keys button").nth(4).click()
    chosen = ann.named()
    ann.page.click("#confirm")
    ann.sees("#moves [aria-current]", chosen)
    assert ann.errors == []


def test_a_press_on_the_board_draws_no_ring_for_keys_around_it(
    opened: Callable[..., Any], server: str
) -> None:
    """Write something first: a browser then takes whoever presses for a user of keys."""
    ann = seated(opened, server, "boku")
    ringed = "() => document.querySelector('#table').matches(':focus-visible')"
    ann.page.click("#talk summary")
    ann.page.fill("#saying", "Hello")
    ann.page.keyboard.press("End")
    ann.page.click("#table", position={"x": 5, "y": 5})
    assert ann.page.evaluate("() => document.activeElement.id") == "table"
    assert not ann.page.evaluate(ringed)
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Shift+Tab")
    assert ann.page.evaluate(ringed), "by keys it is seen where one is"
    assert ann.errors == []
