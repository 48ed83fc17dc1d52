"""More news on a board's page: sounds, a swap of the computer, and a phone's first screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from boche.engine.games.registry import find
from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.served import Served
from tests.e2e.server.whole import PHONE

HEARD = """
window.heard = [];
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  heard.push(this.buffer.duration);
  start.apply(this, when);
};
"""
"""A script that records how long each sound is."""


def test_pieces_are_heard_where_that_is_wanted(opened: Callable[..., Any], server: str) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    page = opened()
    page.add_init_script(HEARD)
    bob = Person(page, game, secrets[1], "words")
    page.click("#settings summary")
    path = f"/api/boards/{game.number}/moves"
    ask(server, "POST", path, {"move": "f5"}, secrets[0])
    bob.sees("#state", "your turn")
    page.select_option("#sounds", "loud")
    page.wait_for_function("() => heard.length === 1")  # how loud that is

    played = ["f6", "g6", "h7", "g5", "e4xg6"]
    for place, move in enumerate(played, 2):
        ask(server, "POST", path, {"move": move}, secrets[1 - place % 2])
        page.wait_for_function(f"() => heard.length === {place}")
    ask(server, "POST", f"/api/boards/{game.number}/resign", {}, secrets[0])
    page.wait_for_function(f"() => heard.length === {len(played) + 2}")
    lengths = page.evaluate("heard")
    assert lengths == pytest.approx([*[1.25] * 5, 1.41, 2.86], abs=0.01)
    page.reload()
    bob.sees("#state", "resigned")
    assert page.input_value("#sounds") == "loud"
    assert bob.errors == []


def test_the_computer_is_said_to_swap(opened: Callable[..., Any], tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path), "--workers", "1")
    asked = {"game": "boche", "options": {}, "against": "level", "level": 3, "as": "Ann"}
    made = ask(served.address, "POST", "/api/boards", {**asked, "begins": "me"})
    game = Game(served.address, made["board"], find("boche").new())
    ann = Person(opened(), game, next(filter(None, made["secrets"])), "words")
    try:
        ann.move("c:c3")
        ann.sees("#state", "The computer swapped sides: you are now dark")
    finally:
        served.end()


def test_the_move_of_the_computer_is_named_once_its_position_is_there(
    opened: Callable[..., Any], tmp_path: Path
) -> None:
    served = Served("--data", str(tmp_path), "--workers", "1")
    asked = {"game": "boku", "options": {}, "against": "level", "level": 1, "as": "Ann"}
    made = ask(served.address, "POST", "/api/boards", {**asked, "begins": "me"})
    path, secret = f"/api/boards/{made['board']}", made["secrets"][0]
    page = opened()
    held: list[Any] = []
    try:
        page.goto(f"{served.address}/board/{made['board']}#first=1&seat={secret}")
        page.wait_for_selector("#state:has-text('your turn')")
        page.evaluate("""() => {
            window.told = [];
            const note = () => told.push(document.querySelector("#tip-text").textContent);
            new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
        }""")
        positions = re.compile(rf"{path}/positions")
        page.route(positions, lambda route: held.append(route))
        ask(served.address, "POST", f"{path}/moves", {"move": "f5"}, secret)
        page.wait_for_selector("#state:has-text('your turn')")
        page.wait_for_function("() => document.querySelectorAll('#moves button').length >= 2")
        page.unroute(positions)  # lets those go that were held
        move = ask(served.address, "GET", path, seat=secret)["moves"][1]
        page.wait_for_selector(f"#tip-text:has-text('The computer played {move}')")
        told = page.evaluate("told")
    finally:
        served.end()
    assert held
    assert not [text for text in told if "played ." in text]


def test_the_link_to_a_seat_that_is_gone_shows_no_private_game(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boche", {}, **{"as": "Ann", "name": "Bob"})
    page = opened()
    page.goto(f"{server}/board/{game.number}#seat={secrets[0][::-1]}")
    page.wait_for_selector("#problem:has-text('is private')")
    assert not page.is_visible("#watching")


@pytest.mark.parametrize("height", [664, 844])
def test_a_phone_has_clocks_board_and_hand_on_its_first_screen(
    opened: Callable[..., Any], server: str, height: int
) -> None:
    page = opened({**PHONE, "viewport": {"width": 390, "height": height}})
    clock = {"start": 600, "increment": 5}
    for name in ("boche", "che", "boku", "octi"):
        game, secrets = Game.new(server, name, {}, clock=clock, **{"as": "Ann", "name": "Bob"})
        ann = Person(page, game, secrets[0], "touch")
        ann.sees("#state", "your turn")
        names = ("#players", "#tip", "#table", "#hand", "nav")
        boxes = [page.locator(each).first.bounding_box() for each in names if page.is_visible(each)]
        for upper, lower in pairwise(boxes):
            assert upper["y"] + upper["height"] <= lower["y"] + 0.5
        assert boxes[-1]["y"] + boxes[-1]["height"] <= height
        for clock_box in page.locator(".clock").all():
            assert clock_box.inner_text().count(":") == 1
            assert clock_box.bounding_box()["x"] + clock_box.bounding_box()["width"] < 390
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        if page.is_visible("#tip-seen"):
            page.tap("#tip-seen")
        assert ann.errors == []


def test_words_of_the_page(opened: Callable[..., Any], server: str) -> None:
    """Expect tried moves without a sign that would judge them, and "open seat" for an open seat."""
    game, secrets = Game.new(server, "boku", {}, against="open", **{"as": "Ann"})
    page = opened()
    page.goto(f"{server}/board/{game.number}#seat={secrets[0]}")
    page.wait_for_function(
        "() => document.querySelector('#players').textContent.includes('open seat')"
    )
    assert page.inner_text("#withdraw") == "Cancel game (no result)"
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    ann = Person(opened(), game, secrets[0], "words")
    ann.press("#analysis summary")
    ann.press("#analyse")
    ann._make(game, "f5")
    ann.sees("#moves [aria-current]", "f5")
    assert "?" not in ann.page.text_content("#moves")
    style = "getComputedStyle(document.querySelector('#moves [aria-current]')).fontStyle"
    assert ann.page.evaluate(style) == "italic"
    assert ann.page.text_content("#notebook summary") == "My notes"
    assert ann.page.locator("#talk label", has_text="Mute this player").count() == 1


def test_a_swap_is_told_until_the_next_move(opened: Callable[..., Any], server: str) -> None:
    """Reload after the swap, as for a latecomer, and on a phone, whose state is further down."""
    game, secrets = Game.new(server, "boche", {}, **{"as": "Ann", "name": "Bob"})
    ann = Person(opened(PHONE), game, secrets[0], "touch")
    bob = Person(opened(), game, secrets[1], "mouse")
    ann.move("c:c3")
    bob.sees("#state", "your turn")
    bob.move("swap")
    swapped = " swapped sides: you are now dark"
    for _ in range(2):
        ann.sees("#state", f"{swapped} \u2013 your turn")
        ann.sees("#prompt", f"{swapped}. Choose a place")
        ann.page.reload()
    bob.sees("#state", f"You{swapped.replace('dark', 'light')} \u2013 ")
    ann.sees("#prompt", "Choose a place")
    ann.move("c:c2")
    for person in (ann, bob):
        person.sees("#state", "3. c:c2. ")
    assert ann.errors == bob.errors == []


def test_a_link_that_was_cut_says_so(opened: Callable[..., Any], server: str) -> None:
    game, secrets = Game.new(server, "boche", {}, **{"as": "Ann", "name": "Bob"})
    seats = {
        f"#seat={secrets[0]}": False,
        f"#seat={secrets[0][:-3]}": True,
        "#sea": True,
        "": False,
    }
    for end, cut in seats.items():
        page = opened()  # a browser without a stored seat
        page.goto(f"{server}/board/{game.number}{end}")
        if end == f"#seat={secrets[0]}":
            page.wait_for_function("() => document.querySelector('#state').textContent !== ''")
            continue
        page.wait_for_selector("#problem:has-text('is private')")
        said = page.text_content("#problem")
        assert ("This link is not complete. Ask for the whole link." in said) == cut, end


def test_a_seats_link_leaves_the_address_and_can_be_copied(
    opened: Callable[..., Any], server: str
) -> None:
    """Open two tabs of one browser with a seat each: each keeps its own."""
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    page = opened()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server)
    here = f"{server}/board/{game.number}"
    ann, bob = (
        Person(each, game, secret, "words")
        for each, secret in zip((page, page.context.new_page()), secrets, strict=True)
    )
    for each in (ann, bob):
        each.page.wait_for_url(here)
        each.page.reload()
    ann.sees("#state", "your turn")
    bob.sees("#state", "'s turn")
    page.click("#copy-seat")
    ann.sees("#said", "The link is copied.")
    assert page.evaluate("() => navigator.clipboard.readText()") == f"{here}#seat={secrets[0]}"
    page.goto(f"{here}#seat={secrets[1]}")  # another link in the same tab
    ann.sees("#state", "'s turn")
    page.wait_for_url(here)
    page.goto(server)
    page.go_back()
    ann.sees("#state", "'s turn")
    page.go_back()
    ann.sees("#state", "your turn")
    assert ann.errors == bob.errors == []


def test_the_sign_of_a_message_stands_out_until_one_plays_on(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, moves=("f5",), **{"as": "Ann", "name": "Bob"})
    page = opened(PHONE)
    bob = Person(page, game, secrets[1], "touch")
    path = f"/api/boards/{game.number}/chat"
    ask(server, "POST", path, {"text": "Hello"}, secrets[0])
    bob.sees("#to-chat", "1 new message")
    colour = "getComputedStyle(document.getElementById('to-chat')).backgroundColor"
    loud = page.evaluate(colour)
    bob.move("f6")
    page.wait_for_function(f"(loud) => {colour} !== loud", arg=loud)
    assert page.is_visible("#to-chat")
    ask(server, "POST", path, {"text": "Good move"}, secrets[0])
    bob.sees("#to-chat", "2 new messages")
    assert page.evaluate(colour) == loud
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


IN_SIGHT = """(name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
    && seen !== null && seen.closest(name) !== null;
}"""
"""Whether an element is whole within the window, and nothing lies over it."""

AT = """(name) => [
  scrollY + document.querySelector("aside").scrollTop,
  document.querySelector(name).getBoundingClientRect().top,
]"""
"""How far page and panel are scrolled, and where an element is seen."""


def stayed(before: list[float], after: list[float]) -> bool:
    """Return whether nothing was scrolled, except to hold what is read where it is."""
    return any(one == pytest.approx(other, abs=2) for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize(("width", "height"), [(375, 667), (667, 375), (844, 390), (1366, 768)])
def test_what_needs_an_answer_is_in_sight_wherever_one_reads(
    opened: Callable[..., Any], server: str, width: int, height: int
) -> None:
    game, secrets = Game.new(server, "boku", {}, moves=("f5", "f6"), **{"as": "Ann", "name": "Bob"})
    board = f"/api/boards/{game.number}"
    page = opened({**PHONE, "viewport": {"width": width, "height": height}})
    ann = Person(page, game, secrets[0], "touch")
    asked = {"draw": "a draw", "undo": "taking back a move"}
    for read, what in zip(("#players", "#tools"), asked, strict=True):
        page.locator(read).scroll_into_view_if_needed()
        before = page.evaluate(AT, read)
        ask(server, "POST", f"{board}/offers", {"what": what}, secrets[1])
        page.wait_for_selector("#accept:enabled")
        for name in ("#offer-text", "#accept", "#reject"):
            assert page.evaluate(IN_SIGHT, name), (read, name)
        told = f"Bob proposes {asked[what]}. Your move - Boku, board {game.number}"
        assert page.title() == told
        assert stayed(before, page.evaluate(AT, read)), "nothing scrolls by itself"
        page.tap("#reject")
        page.wait_for_selector("#offer", state="hidden")
        assert page.title() == f"Your move - Boku, board {game.number}"
    ask(server, "POST", f"{board}/resign", {}, secrets[1])
    ann.sees("#state", "resigned")
    assert stayed(before, page.evaluate(AT, read)), "nor at the end"
    ask(server, "POST", f"{board}/rematch", {}, secrets[1])
    page.wait_for_selector("#accept:enabled")
    assert page.evaluate(IN_SIGHT, "#accept")
    assert page.title().startswith("Bob proposes a rematch. ")
    assert ann.errors == []
