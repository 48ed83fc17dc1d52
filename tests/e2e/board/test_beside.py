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
