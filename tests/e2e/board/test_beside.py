"""The parts beside a board: actions that ask first, rules, notifications and printing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import Game, Person, ask


def at_board(opened: Callable[..., Any], server: str, *moves: str) -> Person:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    for move, secret in zip(moves, secrets, strict=False):
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": move}, secret)
    return Person(opened(), game, secrets[0], "words")


def test_another_offer_in_its_place_is_not_accepted_by_the_same_tap(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    board = f"/api/boards/{game.number}"
    for move, secret in zip(("f5", "f6"), secrets, strict=True):
        ask(server, "POST", f"{board}/moves", {"move": move}, secret)
    ann = Person(opened(), game, secrets[0], "words")
    ask(server, "POST", f"{board}/offers", {"what": "undo"}, secrets[1])
    ann.sees("#offer", "Bob proposes taking back a move.")
    ann.page.wait_for_selector("#accept:enabled")
    watch = """() => {
      window.was = [];
      new MutationObserver(() => window.was.push([
        document.getElementById("offer-text").textContent,
        document.getElementById("accept").disabled,
      ])).observe(document.getElementById("offer"), {
        subtree: true, attributes: true, childList: true, characterData: true,
      });
    }"""
    ann.page.evaluate(watch)
    ask(server, "POST", f"{board}/offers", {"what": "draw"}, secrets[1])
    ann.sees("#offer", "Bob proposes a draw.")
    told = [held for text, held in ann.page.evaluate("() => window.was") if "draw" in text]
    assert told[0], "it is held from the moment that it is shown"
    ann.page.wait_for_selector("#accept:enabled")
    ann.page.click("#accept")
    ann.sees("#state", "by agreement")


def test_a_click_where_nothing_can_be_played_says_why(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    for move, secret in zip(("f5", "f6"), secrets, strict=True):
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": move}, secret)
    ann = Person(opened(), game, secrets[0], "mouse")
    ann.sees("#state", "your turn")
    ann.camera = game.camera(ann.size[0] / ann.size[1])
    ann.page.mouse.click(*ann.at(game, "f5", ""))
    ann.sees("#problem", "f5")
    assert ann.errors == []
