"""News for a player on a board's page: the turn, the chat and the link of the seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import Game, Person, ask

AWAY = """
Object.defineProperty(document, 'hidden', { get: () => true });
window.told = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { told.push('tone'); start.apply(this, when); };
const Shown = Notification;
window.Notification = class extends Shown {
  constructor(title, more) { super(title, more); told.push(title); }
};
const show = ServiceWorkerRegistration.prototype.showNotification;
ServiceWorkerRegistration.prototype.showNotification = function (title, ...more) {
  told.push(title);
  return show.call(this, title, ...more);
};
"""
"""A script that reports the page as hidden, and records its sounds and notifications."""


def test_a_turn_is_told(opened: Callable[..., Any], server: str) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    page = opened()
    page.add_init_script(AWAY)
    page.context.grant_permissions(["notifications"], origin=server)
    bob = Person(page, game, secrets[1], "words")
    name = f"Boku, board {game.number}"
    assert page.title() == name
    plain = page.get_attribute("#icon", "href")
    page.click("#settings summary")  # the user gesture that a page needs before it may play sounds
    page.check("#notify")
    path = f"/api/boards/{game.number}/moves"
    ask(server, "POST", path, {"move": "f5"}, secrets[0])
    bob.sees("#state", "your turn")
    assert page.title() == f"Your move - {name}"
    assert page.get_attribute("#icon", "href") != plain
    page.wait_for_function("() => told.length === 3")
    assert page.evaluate("told") == ["tone", "tone", f"Your move - {name}"]
    page.uncheck("#tone")
    page.uncheck("#notify")
    ask(server, "POST", path, {"move": "f6"}, secrets[1])
    bob.sees("#state", "Ann's turn")
    assert page.title() == name
    assert page.get_attribute("#icon", "href") == plain
    ask(server, "POST", path, {"move": "f4"}, secrets[0])
    bob.sees("#state", "your turn")
    assert len(page.evaluate("told")) == 3
    page.reload()
    bob.sees("#state", "your turn")
    assert not page.is_checked("#tone")
    assert bob.errors == []
