"""News for a player on a board's page: the turn, the chat and the link of the seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.whole import PHONE

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


def test_what_was_written_is_seen_without_scrolling(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    page = opened({**PHONE, "timezone_id": "Asia/Tokyo", "locale": "en-GB"})
    bob = Person(page, game, secrets[1], "touch")
    path = f"/api/boards/{game.number}/chat"
    ask(server, "POST", path, {"text": "Hello"}, secrets[0])
    bob.sees("#to-chat", "1 new message")
    page.reload()
    bob.sees("#to-chat", "1 new message")
    box = page.locator("#to-chat").bounding_box()
    assert page.evaluate("scrollY") == 0
    assert box["y"] + box["height"] < page.viewport_size["height"]
    page.tap("#to-chat")
    page.wait_for_selector("#to-chat", state="hidden")
    assert page.locator("#chat li").is_visible()
    at = ask(server, "GET", f"/api/boards/{game.number}/talk", None, secrets[1])["events"][0]["at"]
    hour = page.evaluate(
        "(at) => new Date(1000 * at + 9 * 3600000).toISOString().slice(11, 16)", at
    )
    assert page.text_content("#chat time") == hour
    page.reload()
    bob.sees("#chat", "Hello")
    assert not page.is_visible("#to-chat")
    page.locator("#talk > summary").tap()
    page.fill("#saying", "Hi Ann")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=log] .own bdi:text-is('Hi Ann')")
    assert page.locator("#chat b").all_text_contents() == ["Ann", "Bob"]
    assert page.locator("#chat .own").count() == 1
    ask(server, "POST", path, {"text": "no end " * 200}, secrets[0])
    page.wait_for_selector("#chat li:nth-child(3)")
    assert len(page.inner_text("#chat li:nth-child(3) bdi")) < 500
    page.tap("#chat button")
    assert len(page.inner_text("#chat li:nth-child(3) bdi")) > 1000
    with page.expect_response("**/mute"):
        page.check("#mute")
    assert [each.is_visible() for each in page.locator("#chat li").all()] == [False, True, False]
    page.reload()
    page.wait_for_selector("#chat li", state="attached")
    assert page.is_checked("#mute")
    assert bob.errors == []
