"""More games between people at real pages, and what is dear to draw."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from tests.e2e.server import reading, whole
from tests.e2e.server import test_browsers as push
from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.test_browsers import KINDS, LATE, account, browsers, opened, server
from tests.e2e.server.whole import DESK, Account, Browsers
from tests.server.long_games import endless

__all__ = ["account", "browsers", "opened", "server"]


MOVING = {**DESK, "reduced_motion": "no-preference"}
SLOW_MOTION = """
const now = performance.now.bind(performance), frame = requestAnimationFrame;
performance.now = () => now() / 100;
window.requestAnimationFrame = (act) => frame((time) => act(time / 100));
"""


def test_a_pointer_at_rest_chooses_what_comes_under_it(
    opened: Callable[..., Any], server: str
) -> None:
    """Point while the camera turns: its final position counts."""
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    ann = Person(opened(MOVING), game, secrets[0], "mouse")
    ann.sees("#state", "your turn")
    for target, key, view in [("c2", "2", "corner2"), ("h6", "3", "corner3"), ("c2", "t", "top")]:
        ann.point_while_turning(target, key, view)
    assert ann.errors == []


def test_a_click_counts_while_a_piece_falls(opened: Callable[..., Any], server: str) -> None:
    """Click before the opponent's piece has landed: the click counts, as at the desk."""
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    page = opened(MOVING)
    page.add_init_script(SLOW_MOTION)
    bob = Person(page, game, secrets[1], "mouse")
    bob.sees("#state", "Ann's turn")
    ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": "f5"}, secrets[0])
    game.play("f5")
    bob.sees("#state", "your turn")
    bob.click_at_once("c2")
    bob.sees("#moves [aria-current]", "c2")
    assert page.get_attribute("#table", "aria-busy") == "true", "the piece fell all the while"
    assert bob.errors == []


def test_a_long_game_is_seen_from_its_end_to_its_beginning(
    opened: Callable[..., Any], server: str
) -> None:
    """Step back through it: the last positions come with the page, the others on demand."""
    game, secrets = Game.new(server, "octi", {})
    asked = list[str]()
    for ply, text in enumerate(islice(endless(), 100), 1):
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": text},
            secrets[(ply + 1) % 2])  # fmt: skip
    page = opened()
    page.on("request", lambda sent: asked.append(sent.url))
    watch = ask(server, "GET", f"/api/boards/{game.number}", None, secrets[0])["watch"]
    page.goto(f"{server}/board/{game.number}#watch={watch}")
    stands = "text => document.querySelector('#state').textContent.startsWith(text)"
    page.wait_for_function(stands, arg="100. ")
    assert len([url for url in asked if "/positions" in url]) == 1
    for button, start in (("back", "99. "), ("first", "Black to move"), ("next", "1. 37+a")):
        page.click(f"#{button}")
        page.wait_for_function(stands, arg=start)
    page.fill("#slider", "20")
    page.wait_for_function(stands, arg="20. ")
    page.click("#last")
    page.wait_for_function(stands, arg="100. ")
    assert len([url for url in asked if "/positions" in url]) == 2  # all missing ones


@pytest.mark.parametrize("game", ["che", "boku", "octi"])
def test_a_whole_game_with_all_that_belongs_to_it(
    browsers: Browsers, account: Account, game: str
) -> None:
    push.test_a_whole_game_with_all_that_belongs_to_it(browsers, account, game)


def test_one_seat_at_two_machines(opened: Callable[..., Any], server: str) -> None:
    """Make two moves in one turn: the first counts, and the other page says so and follows."""
    game, secrets = Game.new(server, "boche", {"size": 3}, **{"as": "Ann", "name": "Bob"})
    one, two = (Person(opened(), game, secrets[0], "words") for _ in range(2))
    one.sees("#state", "your turn")
    one.choose_by_words("a1", "a:a1")
    one.page.context.set_offline(True)
    one.page.click("#play-words")
    one.sees("#unsent", "Your move a:a1 is kept")
    one.sees("#moves [aria-current]", "a:a1")  # shown but not yet played
    two.move("b:b2")
    two.sees("#state", "Bob's turn")  # the server has it
    # A page in the back-forward cache gets no events; shown again, it catches up.
    two.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    path = f"/api/boards/{game.number}/moves"
    ask(server, "POST", path, {"move": "c:c1"}, secrets[1])
    game.play("c:c1")
    two.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    one.page.context.set_offline(False)
    one.sees("#problem", "Your move a:a1 was not sent: the game has moved on")
    for person in (one, two):
        person.sees("#state", "2. c:c1. ")
        assert person.page.locator("#moves bdi").all_inner_texts() == ["b:b2", "c:c1"]
    one.move("a:a1")
    two.sees("#state", "3. a:a1. ")
    assert one.errors == two.errors == []


@pytest.mark.parametrize(
    ("name", "options", "moves"),
    [
        ("octi", {"bases": 1}, "57+e 53+a 57-56 53-54"),
        ("che", {}, "br:0,0 fl:-1,1+bl:0,1 fr:-2,1+br:0,2 bl:-1,2+fl:1,1"),
    ],
)
def test_a_game_over_a_line_that_is_late(
    opened: Callable[..., Any], server: str, name: str, options: dict[str, Any], moves: str
) -> None:
    """Delay each response at random, so that they arrive in any order."""
    game, secrets = Game.new(server, name, options, **{"as": "Ann", "name": "Bob"})
    people = []
    for seed, (how, secret) in enumerate(zip(("mouse", "keys"), secrets, strict=True), len(name)):
        page = opened()
        page.add_init_script(LATE.replace("SEED", str(seed)))
        people.append(Person(page, game, secret, how))
    two = whole.Two(game, *people)
    for move in moves.split():
        two.move(move)
    for person in people:
        assert person.page.locator("#moves bdi").all_text_contents() == moves.split()
        assert person.errors == []


def test_a_name_stays_as_it_is_written(opened: Callable[..., Any], server: str) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "ann", "name": "bob"})
    page = opened()
    ends = {
        "time": ("ann ran out of time", ("You lost on time.", "You win on time.")),
        "resignation": (
            "ann resigned",
            ("You lose. You resigned.", "You win. ann (black) resigned."),
        ),
    }
    told = dict[str, Any]()

    def late(route: Any) -> None:
        board = route.fetch().json()
        route.fulfill(json={**board, "state": "over", "turn": None, "outcome": told})

    page.route(f"**/api/boards/{game.number}", late)
    for kind, (reason, shown) in ends.items():
        told |= {"winner": 1, "kind": kind, "reason": reason, "result": "W+"}
        for secret, said in zip(secrets, shown, strict=True):
            page.goto("about:blank")
            page.goto(f"{server}/board/{game.number}#seat={secret}")
            page.wait_for_function("() => document.querySelector('#state').textContent !== ''")
            assert page.text_content("#state") == said


@pytest.mark.parametrize("kind", ["phone", "desk", "low"])
def test_how_a_game_ended_hides_nothing_of_the_board(
    opened: Callable[..., Any], server: str, kind: str
) -> None:
    """Show the result when everybody looks at the last move."""
    game, secrets = Game.new(server, "boche", {}, **{"as": "Ann", "name": "Bob"})
    ann = Person(opened(KINDS[kind]), game, secrets[0], "mouse")
    ann.sees("#state", "your turn")
    ask(server, "POST", f"/api/boards/{game.number}/resign", {}, secrets[1])
    ann.page.wait_for_selector("#banner", state="visible")
    assert ann.page.text_content("#banner").endswith(" (dark) resigned.")
    board, banner = (ann.page.locator(name).bounding_box() for name in ("#table", "#banner"))
    below, beside = board["y"] + board["height"], board["x"] + board["width"]
    assert banner["y"] >= below or banner["x"] >= beside
    assert banner["x"] >= 0
    steps = ann.page.get_by_role("navigation", name="Step by step").bounding_box()
    assert banner["y"] + banner["height"] <= steps["y"]
    assert ann.errors == []


def test_an_arrow_waits_for_the_places_it_means(opened: Callable[..., Any], server: str) -> None:
    """Press arrows before the targets arrive: they walk on the board, not through the moves."""
    game, secrets = Game.new(server, "che", {}, **{"as": "Ann", "name": "Bob"})
    for seat, move in enumerate(["br:0,0", "fl:-1,1+bl:0,1"]):
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": move}, secrets[seat])
        game.play(move)
    page = opened()
    held: list[Any] = []
    page.route("**/targets?*", lambda route: held.append(route))
    ann = Person(page, game, secrets[0], "keys")
    ann.sees("#state", "your turn")
    page.locator("#table").focus()
    page.keyboard.press("ArrowUp")
    while not held:
        page.wait_for_timeout(20)
    held.pop(0).continue_()
    page.wait_for_selector("#confirm", state="visible")
    page.keyboard.press("Enter")  # the first of two tiles
    page.keyboard.press("ArrowDown")
    while not held:
        page.wait_for_timeout(20)
    held.pop(0).continue_()
    page.wait_for_function("() => document.querySelector('#confirm').textContent === 'Play'")
    page.wait_for_selector("#confirm", state="visible")
    assert page.locator("#slider").input_value() == "2", "it never looked back"
    assert ann.errors == []


@pytest.mark.parametrize(
    ("name", "moves", "piece", "way"),
    [
        ("boku", ("f5", "e5"), "f5", "e5"),
        ("boche", ("a:a1", "c:b1"), "a1", "c:b1: rotation c, dark on top, "),
    ],
)
def test_a_game_can_be_heard(
    opened: Callable[..., Any], server: str, name: str, moves: tuple[str, str], piece: str, way: str
) -> None:
    """Check the texts for a screen reader: controls, position, opponent's move and own choice.

    Events are announced once and in order; the focus stays when a move is played.
    """
    game, secrets = Game.new(server, name, {}, **{"as": "Ann", "name": "Bob"})
    bob = Person(opened(), game, secrets[1], "words")
    bob.sees("#state", "Ann's turn")
    path = f"/api/boards/{game.number}/moves"
    ask(server, "POST", path, {"move": moves[0]}, secrets[0])
    game.play(moves[0])
    bob.sees("#state", f"1. {moves[0]}. ")
    bob.sees("#state", "your turn")
    bob.sees("#words", piece)
    bob.page.locator("#table").focus()
    bob.page.keyboard.press("ArrowUp")
    bob.page.wait_for_selector("#confirm", state="visible")
    bob.page.keyboard.press("Escape")
    bob.sees("#told", "choose a place")
    ((target, choice),) = game.steps_to(moves[1])
    bob.choose_by_words(target, choice.text)
    bob.sees("#prompt", choice.text)
    bob.page.evaluate(
        "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
    )
    nodes = reading.check(bob.page)
    named = {(each["role"], each["name"]): each for each in nodes}
    assert named["button", f"1. {moves[0]}"]
    assert named["slider", "Move"]
    assert bob.page.get_attribute("#slider", "aria-valuetext") == "move 1"
    assert bob.page.locator("#ways option:checked").inner_text().startswith(way)
    bob.page.locator("#play-words").press("Enter")
    bob.sees("#told", f"2. {moves[1]}. ")
    assert bob.page.evaluate("document.activeElement.id") == "play-words"
    assert bob.page.get_attribute("#told", "role") == "log"
    told = bob.page.locator("#told p").all_inner_texts()
    assert len(set(told)) == len(told)
    marks = [f"1. {moves[0]}. ", "choose a place", f"2. {moves[1]}. "]
    at = [next(i for i, line in enumerate(told) if mark in line) for mark in marks]
    assert at == sorted(at)
    assert at[-1] == len(told) - 1
    assert bob.errors == []
