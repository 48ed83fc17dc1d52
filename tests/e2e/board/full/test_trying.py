"""Moves tried at a board while the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.board.full.test_offers import ZOOMED
from tests.e2e.board.full.test_phone import apart
from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.whole import DESK, PHONE


def test_a_move_of_the_other_one_is_told_and_no_click_plays_until_one_goes_back(
    opened: Callable[..., Any], server: str
) -> None:
    game, (first, second) = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    ask(server, "POST", f"{path}/moves", {"move": "f5"}, first)
    game.play("f5")
    ann = Person(opened(), game, first, "mouse")
    back = ann.page.locator("#back-to-game")
    ann.press("#analysis summary")
    ann.press("#analyse")
    tried = ann._make(game, "f6")
    ann.sees("#moves [aria-current]", tried)
    assert back.inner_text() == "Back to the game"
    for act in ("#undo", "#draw", "#end", "#resign"):
        assert ann.page.locator(act).is_hidden(), "it would act on the game, not on what is tried"
    ask(server, "POST", f"{path}/moves", {"move": "g6"}, second)
    ann.sees("#back-to-game", "Bob has moved: back to the game")
    tried = ann._make(game.after("f6"), "e5")
    ann.sees("#moves [aria-current]", tried)
    assert ask(server, "GET", path)["ply"] == 2, "it was tried, not played"
    game.play("g6")
    back.click()
    ann.sees("#state", "your turn")
    assert back.is_hidden()
    ann.move("e5")


def test_a_take_back_does_not_end_the_trying(opened: Callable[..., Any], server: str) -> None:
    game, (first, second) = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    for move, secret in (("f5", first), ("f6", second)):
        ask(server, "POST", f"{path}/moves", {"move": move}, secret)
        game.play(move)
    ann = Person(opened(), game, first, "words")
    ann.press("#analysis summary")
    ann.press("#analyse")
    ann.sees("#state", "Trying moves.")
    ask(server, "POST", f"{path}/offers", {"what": "undo"}, second)
    ask(server, "POST", f"{path}/answer", {"accepted": True, "what": "undo", "seat": 1}, first)
    ann.sees("#back-to-game", "Moves were taken back: back to the game")
    ann.sees("#state", "Trying moves.")
    ann.press("#back-to-game")
    ann.sees("#state", "Bob's turn")
    assert ann.errors == []


def test_a_tried_move_is_not_called_played_and_the_way_back_covers_none_of_its_buttons(
    opened: Callable[..., Any], server: str
) -> None:
    game, (first, second) = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    ask(server, "POST", f"{path}/moves", {"move": "f5"}, first)
    game.play("f5")
    page = opened(ZOOMED)
    page.add_init_script("localStorage.setItem('boche confirm', 'yes')")
    ann = Person(page, game, first, "mouse")
    ann.press("#analysis summary")
    ann.press("#analyse")
    page.evaluate("() => scrollTo(0, 0)")
    ann.see_from_the_front()
    page.mouse.click(*ann.at(game, "f6", ""))
    ann.sees("#confirm", "Try")
    assert page.text_content("#play-words") == "Try"
    ask(server, "POST", f"{path}/moves", {"move": "g6"}, second)
    ann.sees("#back-to-game", "Bob has moved: back to the game")
    for place in ("#let-go", "#confirm", "#prompt", "#table"):
        assert apart(page, "#back-to-game", place), place
    page.click("#confirm")
    ann.sees("#moves [aria-current]", "f6")
    assert ask(server, "GET", path, None, first)["ply"] == 2
    page.click("#back-to-game")
    game.play("g6")
    ann.sees("#state", "your turn")
    page.mouse.click(*ann.at(game, "e5", ""))
    ann.sees("#confirm", "Play")
    assert ann.errors == []


SEEN = """(names) => scrollX === 0 && names.every((name) => {
    const place = document.querySelector(name), box = place.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return box.width && box.top >= 0 && box.bottom <= innerHeight
        && !getComputedStyle(place).visibility.includes("hidden")
        && (name === "#banner" || place.contains(document.elementFromPoint(x, y)));
})"""
"""Whether parts of the page are whole in the window; a press goes through what is said."""


@pytest.mark.parametrize("size", [(390, 844), (667, 375), (683, 384), (1366, 768)])
def test_whoever_tries_and_saves_moves_sees_the_board_and_what_is_said(
    opened: Callable[..., Any], server: str, size: tuple[int, int]
) -> None:
    people = {"as": "Ann", "name": "Bob", "clock": "3-days"}
    game, (first, _) = Game.new(server, "boku", {}, **people)
    ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": "f5"}, first)
    kind = PHONE if size[0] < 1000 else DESK
    page = opened({**kind, "viewport": {"width": size[0], "height": size[1]}})
    page.add_init_script("localStorage.setItem('boche tip boku', 'seen')")
    page.goto(f"{server}/board/{game.number}#seat={first}")
    page.wait_for_selector("#moves .move")
    page.click("#analysis summary")
    page.click("#analyse")
    page.wait_for_selector("text=Try a move: choose a place on the board.")
    assert page.evaluate(SEEN, ["#table", "#prompt"])
    page.click("#by-words summary")
    for place in ("f6", "e5"):
        page.select_option("#places", place)
        page.click("#play-words")
        page.wait_for_selector(f"#moves [aria-current]:has-text('{place}')")
    panel, read = "() => document.querySelector('aside').scrollTop", page.locator("#plan")
    read.scroll_into_view_if_needed()
    before = page.evaluate(panel)
    read.click()
    page.wait_for_selector("#banner:has-text('Saved. If f6, reply e5.')")
    assert page.evaluate(SEEN, ["#table", "#banner"])
    assert page.evaluate(panel) == before, "what is read in a panel stays where it is"
    assert page.locator("#told p", has_text="Saved. If f6, reply e5.").count() == 1
