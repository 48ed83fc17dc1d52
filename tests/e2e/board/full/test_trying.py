"""Moves tried at a board while the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.board.full.test_offers import ZOOMED
from tests.e2e.board.full.test_phone import apart
from tests.e2e.server.people import Game, Person, ask


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
    assert back.is_hidden()
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
    ann.camera = game.camera(ann.size[0] / ann.size[1])
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
