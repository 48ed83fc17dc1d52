"""Boards on phones that stand or lie, and in windows at 200 and 400 %: each is large and whole."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError

import numpy as np
import pytest
from PIL import Image

from tests.e2e.server.people import Game, ask
from tests.e2e.server.whole import PASSWORD, PHONE

SIZES = (
    (320, 568), (375, 667), (667, 375), (640, 360), (844, 390), (683, 384), (568, 320), (341, 192),
)  # fmt: skip
PAGES = ("/learn/boche/1-the-cube?exercise=1", "/puzzles/boche-0087")

DRAWN = """() => {
    const table = document.querySelector("#table"), box = table.getBoundingClientRect();
    return Math.abs(table.width / table.height - box.width / box.height) < 0.05;
}"""
"""Whether the board is drawn anew in its new size."""

BESIDE = """() => [...document.querySelectorAll("button, a, select, input")]
    .filter((each) => each.offsetParent && each.getClientRects().length)
    .filter((each) => { const box = each.getBoundingClientRect();
                        return box.left < -1 || box.right > innerWidth + 1; })
    .map((each) => each.id || each.textContent)"""


def extent(picture: bytes, width: int) -> float:
    """Return how far the wooden board reaches on a page of a width, the wider way."""
    pixels = np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"), int)
    red, green, blue = np.moveaxis(pixels, 2, 0)
    rows, columns = np.nonzero((red - blue > 45) & (red > green) & (green > blue))
    return float(max(np.ptp(rows), np.ptp(columns))) * width / pixels.shape[1]


def check(page: Any, width: int, height: int, what: str) -> None:
    box = page.locator("#table").bounding_box()
    least = min(width, height) / 2
    assert min(box["width"], box["height"]) >= least, (what, box)
    assert extent(page.screenshot(), width) >= least, what
    if height > 240:
        assert box["y"] + box["height"] <= height, (what, "cut off", box)
    assert page.evaluate(BESIDE) == [], what
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0, what


@pytest.mark.parametrize("game", ["boche", "che", "boku", "octi"])
def test_a_game_on_a_small_screen(opened: Callable[..., Any], server: str, game: str) -> None:
    made, secrets = Game.new(server, game, {}, **{"as": "Ann", "name": "Bob"})
    for language in ("en", "de"):
        page = opened({**PHONE, "locale": language})
        page.goto(f"{server}/board/{made.number}#seat={secrets[0]}")
        page.wait_for_selector("#tip", state="visible")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(DRAWN)
            check(page, width, height, f"{game}, {language}, {width}x{height}")


@pytest.mark.parametrize("path", PAGES)
def test_an_exercise_on_a_small_screen(opened: Callable[..., Any], server: str, path: str) -> None:
    page = opened(PHONE)
    page.goto(server + path)
    page.wait_for_selector(".live", state="attached")
    for width, height in SIZES:
        if width < 400:
            continue  # the text comes first there, and the board below it
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        page.wait_for_function(DRAWN)
        check(page, width, height, f"{path}, {width}x{height}")


LONG = ("Wilhelmina-Featherstonehaugh-W", "Maximiliansson_von_Hohenzoller")
CUT = """() => [...document.querySelectorAll(".player .name > :first-child")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1
                      || each.scrollHeight > each.clientHeight + 1)
    .map((each) => each.textContent)"""
"""The names of players that are cut off."""


def test_long_names_calls_and_the_focus_on_a_small_screen(
    opened: Callable[..., Any], server: str
) -> None:
    ann, bob = (
        ask(server, "POST", "/api/accounts", {"name": name, "password": PASSWORD})["session"]
        for name in LONG
    )
    clock, boards = {"start": 600, "increment": 5}, []
    for game in ("boku", "che", "boche"):
        plan = {"game": game, "against": "name", "name": LONG[0], "begins": "me", "clock": clock}
        boards.append(ask(server, "POST", "/api/boards", plan, session=bob)["board"])
    path = f"/api/boards/{boards[0]}"
    ask(server, "POST", f"{path}/answer", {"accepted": True}, session=ann)
    page = opened({**PHONE, "locale": "en"})
    page.context.add_cookies([{"name": "boche_session", "value": ann, "url": server}])
    page.goto(f"{server}/board/{boards[0]}")
    page.wait_for_selector("#tip", state="visible")
    page.wait_for_selector("#calls p", state="visible")
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate(CUT.replace(" > :first-child", "")) == []
    for width, height in ((375, 667), (667, 375)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(DRAWN)
        check(page, width, height, f"{width}x{height}")
        assert page.evaluate(CUT) == []
        assert page.locator("#calls p").count() == 2
        (call,) = (each for each in page.locator("#calls p").all() if each.is_visible())
        box = call.bounding_box()
        for player in page.locator(".player").all():
            assert player.bounding_box()["y"] + player.bounding_box()["height"] <= box["y"]
    for width, height in ((1366, 768), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(DRAWN)
        (call,) = (each for each in page.locator("#calls p").all() if each.is_visible())
        seen, table = call.bounding_box(), page.locator("#table").bounding_box()
        below = seen["y"] >= table["y"] + table["height"]
        assert below or seen["x"] >= table["x"] + table["width"], "no call lies over the board"
    ask(server, "POST", f"{path}/offers", {"what": "end"}, session=bob)
    page.wait_for_selector("#offer", state="visible")
    assert not page.locator("#calls").is_visible(), "one at a time"
    for width, height in ((667, 375), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(DRAWN)
        check(page, width, height, f"offer, {width}x{height}")
    box, table = (page.locator(name).bounding_box() for name in ("#offer", "#table"))
    assert box["y"] >= table["y"] + table["height"]
    page.get_by_role("button", name="Decline").click()
    page.wait_for_selector("#calls", state="visible")
    page.get_by_role("button", name="Close").click()
    assert page.locator("#calls p").count() == 1
    assert page.locator("#calls p").is_visible(), "the other one"
    page.keyboard.press("Tab")
    ring, turn = page.evaluate(
        "() => [getComputedStyle(document.activeElement).outlineColor,"
        " getComputedStyle(document.querySelector('.player.turn')).borderTopColor]"
    )
    assert ring != turn


COVERED = """() => {
    const box = (name) => {
        const place = document.querySelector(name);
        return place.getClientRects().length ? place.getBoundingClientRect() : null;
    };
    const pairs = ["#first-move", "#calls", "#offer"].flatMap((said) =>
        ["#table", "#prompt", "#tip-seen", "#first-move"].map((place) => [said, place]));
    return pairs.filter(([said, place]) => {
        const one = box(said), other = box(place);
        return one && other && said !== place && one.left < other.right && other.left < one.right
            && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    });
}"""
"""What is said of games, with what it lies over."""


@pytest.fixture(scope="module")
def accounts(server: str) -> tuple[str, str]:
    """Return the sessions of Ann-said and Bob-said: one address may make few accounts."""
    ann, bob = (
        ask(server, "POST", "/api/accounts", {"name": name, "password": PASSWORD})["session"]
        for name in ("Ann-said", "Bob-said")
    )
    return ann, bob


def test_what_is_said_of_games_covers_neither_board_nor_prompt(
    opened: Callable[..., Any], server: str, accounts: tuple[str, str]
) -> None:
    ann, bob = accounts
    clock, boards = {"start": 600, "increment": 5}, []
    for game in ("boche", "che"):
        plan = {"game": game, "against": "name", "name": "Ann-said", "begins": "other"}
        made = ask(server, "POST", "/api/boards", {**plan, "clock": clock}, session=bob)
        boards.append(made["board"])
    path = f"/api/boards/{boards[0]}"
    ask(server, "POST", f"{path}/answer", {"accepted": True}, session=ann)
    page = opened({**PHONE, "locale": "en"})
    page.context.add_cookies([{"name": "boche_session", "value": ann, "url": server}])
    page.goto(f"{server}/board/{boards[0]}")

    def nothing_is_covered(shown: str) -> None:
        page.wait_for_selector(shown, state="visible")
        for width, height in ((320, 568), (390, 664), (667, 375), (341, 192)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(DRAWN)
            assert page.evaluate(COVERED) == [], (shown, width, height)
            box = page.locator(shown).bounding_box()
            assert box["y"] >= 0, (shown, width, height)
            assert box["y"] + box["height"] <= height, (shown, width, height)

    page.wait_for_selector("#first-move", state="visible")
    nothing_is_covered("#calls p")
    page.get_by_role("button", name="Close").click()
    nothing_is_covered("#first-move")
    for move, session in (("c:a1", ann), ("c:b1", bob)):
        ask(server, "POST", f"{path}/moves", {"move": move}, session=session)
    ask(server, "POST", f"{path}/offers", {"what": "end"}, session=bob)
    nothing_is_covered("#offer")


UNSEEN = """() => [...document.querySelectorAll(".player")].filter((place) => {
    const box = place.getBoundingClientRect(), x = box.left + box.width / 2;
    return [box.top + 4, box.bottom - 4]
        .some((y) => !place.contains(document.elementFromPoint(x, y)));
}).map((place) => place.textContent)"""
"""The cards of players that something lies over, or that are not in the window."""


@pytest.mark.parametrize("long", [False, True], ids=["short", "long"])
def test_the_time_for_a_first_move_covers_no_board_in_a_low_window(
    opened: Callable[..., Any], server: str, long: bool
) -> None:
    names = [f"{name}{'-due' * (6 if long else 1)}" for name in ("Annie", "Bobby")]
    ann, bob = (
        ask(server, "POST", "/api/accounts", {"name": name, "password": PASSWORD})["session"]
        for name in names
    )
    plan = {"game": "boche", "against": "name", "name": names[0], "begins": "other"}
    clock = {"start": 600, "increment": 5}
    made = ask(server, "POST", "/api/boards", {**plan, "clock": clock}, session=bob)
    answer = f"/api/boards/{made['board']}/answer"
    ask(server, "POST", answer, {"accepted": True}, session=ann)
    for session in (ann, bob):
        page = opened({**PHONE, "locale": "de"})
        page.context.add_cookies([{"name": "boche_session", "value": session, "url": server}])
        page.goto(f"{server}/board/{made['board']}")
        page.wait_for_selector("#first-move", state="visible")
        for width, height in ((683, 384), (640, 360), (568, 320), (683, 420)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => scrollTo(0, 0)")
            page.wait_for_function(DRAWN)
            assert page.evaluate(COVERED) == [], (width, height)
            due = page.locator("#due").bounding_box()
            steps, hand = (page.locator(name).bounding_box() for name in ("main > nav", "#hand"))
            assert hand["y"] + hand["height"] <= due["y"] + 1, (width, height)
            assert due["y"] + due["height"] <= steps["y"] + 1, (width, height)
        for width, height in ((844, 390), (900, 420)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(DRAWN)
            for scrolled in (0, 120, 1000):
                page.evaluate("(top) => document.querySelector('aside').scrollTo(0, top)", scrolled)
                assert page.evaluate(UNSEEN) == [], (width, height, scrolled)


LOW = ((667, 320), (568, 320), (640, 300), (341, 192))
HIDDEN = """() => ["#accept", "#reject", "#confirm", "#let-go", "#prompt"].filter((name) => {
    const place = document.querySelector(name), box = place.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const edges = [[box.left + 2, y], [box.right - 2, y], [x, box.top + 2], [x, box.bottom - 2]];
    return edges.some(([x, y]) => !place.contains(document.elementFromPoint(x, y)));
})"""
"""The buttons of an offer and of a move that are covered, cut off, or not in the window."""
OVER_OTHERS = """(name) => {
    const box = document.querySelector(name).getBoundingClientRect();
    return [...document.querySelectorAll("#confirm, #let-go, #keys, #others")].filter((each) => {
        const other = each.getBoundingClientRect();
        return other.width && box.left < other.right - 1 && other.left < box.right - 1
            && box.top < other.bottom - 1 && other.top < box.bottom - 1;
    }).map((each) => each.id);
}"""
"""The parts of the hand that a button lies over."""


@pytest.mark.parametrize("called", [False, True], ids=["alone", "called"])
def test_a_hint_lies_off_the_board_and_off_the_buttons_of_a_move(
    opened: Callable[..., Any], server: str, called: bool
) -> None:
    page = opened({**PHONE, "locale": "de", "viewport": {"width": 667, "height": 375}})
    page.add_init_script("localStorage.setItem('boche tip', 'seen')")
    if called:  # a challenge needs an answer meanwhile
        ann, bob = (
            ask(server, "POST", "/api/accounts", {"name": name, "password": PASSWORD})["session"]
            for name in ("Ann-hinted", "Bob-hinted")
        )
        page.context.add_cookies([{"name": "boche_session", "value": ann, "url": server}])
        plan = {"game": "che", "against": "name", "name": "Ann-hinted", "begins": "other"}
        ask(server, "POST", "/api/boards", plan, session=bob)
        terms = {"game": "octi", "against": "level", "level": 1, "begins": "me"}
        made = ask(server, "POST", "/api/boards", terms, session=ann)
        page.goto(f"{server}/board/{made['board']}")
        page.wait_for_selector("#calls p", state="visible")
    else:
        page.goto(server)
        page.get_by_role("button", name="Octi", exact=True).first.tap()
    page.wait_for_selector("#hint", state="visible")
    for choosing in (False, True):
        if choosing:
            page.focus("#table")
            page.keyboard.press("ArrowRight")
            page.wait_for_selector("#let-go", state="visible")
        for width, height in ((683, 384), (667, 375), (568, 320), (640, 300), (341, 192)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(DRAWN)
            hint, table = (page.locator(name).bounding_box() for name in ("#hint", "#table"))
            assert hint["x"] >= table["x"] + table["width"], (width, height)
            assert hint["y"] + hint["height"] <= table["y"] + table["height"] + 1, (width, height)
            assert page.evaluate(f"({OVER_OTHERS})('#hint')") == [], (width, height)
            if not choosing:
                cut = "({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1"
                assert not page.eval_on_selector("#prompt", cut), (width, height)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_an_offer_and_a_move_are_both_in_reach_in_a_low_window(
    opened: Callable[..., Any], server: str, language: str
) -> None:
    # Where there are accounts, a guest's name says so, and the offer needs one more line.
    with suppress(HTTPError):  # other tests have made all that one address may make
        ask(server, "POST", "/api/accounts", {"name": f"Low-{language}", "password": PASSWORD})
    game, secrets = Game.new(
        server, "octi", {}, moves=("57+e", "53+a"), **{"as": "Ann", "name": "Bob"}
    )
    path = f"/api/boards/{game.number}"
    ask(server, "POST", f"{path}/offers", {"what": "undo"}, secrets[1])
    page = opened({**PHONE, "locale": language})
    page.add_init_script("localStorage.setItem('boche tip octi', 'seen')")
    page.goto(f"{server}/board/{game.number}#seat={secrets[0]}")
    page.wait_for_selector("#offer", state="visible")
    page.focus("#table")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#confirm", state="visible")
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(DRAWN)
        check(page, width, height, f"{width}x{height}")
        page.wait_for_function(f"() => !({HIDDEN})().length")
        assert page.evaluate(COVERED) == [], (width, height)


UNDER = """async ([name, words, text]) => {
    const said = document.querySelector(name), place = document.querySelector(words);
    said.hidden = false;
    place.textContent = text;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const steps = document.querySelector("main > nav");
    const places = "#table, #keys button, #confirm, #let-go, main > nav button";
    const over = (one, other) => one.left < other.right && other.left < one.right
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const found = [...document.querySelectorAll(places)].filter((each) => {
        const other = each.getBoundingClientRect();
        return each.getClientRects().length && (over(said.getBoundingClientRect(), other)
            || (each.closest("#hand") && over(other, steps.getBoundingClientRect())));
    }).map((each) => each.id || each.textContent);
    place.textContent = "";
    if (name !== "#problem") said.hidden = true;
    return found;
}"""
"""Say something at the board; return what it covers, and what it pushes over the steps."""


def test_what_is_said_at_the_board_covers_no_button(
    opened: Callable[..., Any], server: str
) -> None:
    made, secrets = Game.new(server, "che", {}, **{"as": "Ann", "name": "Bob"})
    ask(server, "POST", f"/api/boards/{made.number}/moves", {"move": "bl:0,0"}, secrets[0])
    page = opened(PHONE)
    page.add_init_script("localStorage.setItem('boche tip che', 'seen')")
    page.goto(f"{server}/board/{made.number}#seat={secrets[1]}")
    page.wait_for_selector("#places option:nth-child(3)", state="attached")
    page.focus("#table")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#keys button")
    for width, height in ((390, 844), (844, 390), (683, 384), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(DRAWN)
        for name, words, text in (
            ("#line", "#connection", "The server cannot be reached. Trying again\u2026"),
            ("#banner", "#banner", "The game has begun"),
            ("#banner", "#banner", f"{LONG[0]} does not agree to taking back a move"),
            ("#problem", "#problem", "0,0 holds a tile already (bl)."),
            ("#problem", "#problem", f"Your move bl:0,0 was not played: it is {LONG[0]}'s turn"),
        ):
            assert page.evaluate(UNDER, [name, words, text]) == [], (name, width, height)


SHOWN = """() => {
    const prompt = document.querySelector("#prompt"), board = document.querySelector("#board");
    const side = document.querySelector("aside"), keys = document.querySelector("#keys");
    const wide = board.getBoundingClientRect().right - side.getBoundingClientRect().left;
    return [prompt.scrollHeight - prompt.clientHeight <= 1 || prompt.matches(".more"),
            prompt.scrollHeight - prompt.clientHeight <= 1, wide <= 1, keys.clientHeight >= 36];
}"""
"""Whether the prompt tells of a cut, is whole, the board leaves the panel free, ways are seen."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_long_line_of_a_move_wraps_and_widens_nothing(
    opened: Callable[..., Any], server: str, language: str
) -> None:
    """Choose Che's second tile with what it joins and what the other can then do."""
    game, secrets = Game.new(
        server, "che", {}, moves=("bl:0,0", "fl:0,1+fl:1,0"), **{"as": "Ann", "name": "Bob"}
    )
    path = f"/api/boards/{game.number}"
    page = opened({"viewport": {"width": 1280, "height": 800}, "locale": language})
    page.add_init_script("localStorage.setItem('boche tip che', 'seen')")
    page.goto(f"{server}/board/{game.number}#seat={secrets[0]}")
    for place, way in (("0,-1", "br:0,-1"), ("br:0,-1+0,2", "br:0,-1+fr:0,2")):
        page.wait_for_selector(f"#places option[value='{place}']", state="attached")
        page.evaluate(CHOOSE, place)
        page.locator(f"#keys button[value='{way}']").click()
        page.wait_for_function(
            "(way) => document.querySelector('#prompt').textContent.startsWith(way)", arg=way
        )
        if place == "0,-1":
            page.click("#confirm")
    assert len(page.inner_text("#prompt")) > 100
    for offered in (False, True):
        if offered:
            ask(server, "POST", f"{path}/offers", {"what": "draw"}, secrets[1])
            page.wait_for_selector("#offer", state="visible")
        for width, height in (
            (1024, 768), (900, 600), (1280, 800), (1366, 768), (1280, 720), (844, 390)
        ):  # fmt: skip
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(DRAWN)
            what = (offered, width, height)
            page.wait_for_function(f"() => ({SHOWN})()[0]")
            check(page, width, height, str(what))
            told, whole, beside, ways = page.evaluate(SHOWN)
            assert (told, beside, ways) == (True, True, True), what
            assert whole or (offered and height == 390), what
            assert page.evaluate(HIDDEN if offered else "() => []") == [], what
            page.wait_for_function(f"() => !({COVERED})().length")


CHOOSE = """(place) => {
    const places = document.querySelector("#places");
    places.value = place;
    places.dispatchEvent(new Event("change"));
}"""
"""Choose a place by the list."""


CHOOSING = (
    (320, 568), (360, 640), (390, 664), (450, 393), (450, 420), (450, 450), (390, 450),
    (683, 393), (683, 420), (683, 450), (683, 482), (683, 530), (568, 420), (844, 390), (900, 420),
)  # fmt: skip
REACHED = """() => [
    ...document.querySelectorAll("#keys button, #confirm, #let-go"),
].filter((place) => {
    if (!place.getClientRects().length) return false;
    place.scrollIntoView({ block: "nearest" });
    const box = place.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const edges = [[box.left + 3, y], [box.right - 3, y], [x, box.top + 3], [x, box.bottom - 3]];
    return place.scrollWidth > place.clientWidth + 1
        || edges.some(([x, y]) => !place.contains(document.elementFromPoint(x, y)));
}).map((place) => place.id || place.textContent)"""
"""The buttons of a move that are cut off, or covered even where they are scrolled to."""


def begun(server: str, plan: dict[str, Any], game: str, moves: str, *players: str) -> int:
    """Return the board of a game that the second player has asked the first one for."""
    one, two = players
    made = ask(server, "POST", "/api/boards", {**plan, "game": game}, session=two)
    path = f"/api/boards/{made['board']}"
    ask(server, "POST", f"{path}/answer", {"accepted": True}, session=one)
    for move, session in zip(moves.split(), players, strict=True):
        ask(server, "POST", f"{path}/moves", {"move": move}, session=session)
    return int(made["board"])


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_that_needs_an_answer_covers_the_move_being_chosen(
    opened: Callable[..., Any], server: str, accounts: tuple[str, str], language: str
) -> None:
    ann, bob = accounts
    plan = {"against": "name", "name": "Ann-said", "begins": "other"}
    board = begun(server, plan, "che", "bl:0,0 fl:0,1+fl:1,0", ann, bob)
    page = opened({**PHONE, "locale": language})
    page.add_init_script("localStorage.setItem('boche tip che', 'seen')")
    page.context.add_cookies([{"name": "boche_session", "value": ann, "url": server}])
    page.goto(f"{server}/board/{board}")
    page.wait_for_selector("#places option:nth-child(3)", state="attached")
    page.evaluate(CHOOSE, "0,-1")
    page.wait_for_selector("#let-go", state="visible")
    page.wait_for_selector("#keys button")
    found = {}
    for shown in ("", "#calls p", "#offer"):
        if shown == "#calls p":
            ask(server, "POST", "/api/boards", {**plan, "game": "octi"}, session=bob)
        elif shown:
            ask(server, "POST", f"/api/boards/{board}/offers", {"what": "draw"}, session=bob)
        if shown:
            page.wait_for_selector(shown, state="visible")
        for width, height in CHOOSING:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => scrollTo(0, 0)")
            page.wait_for_function(DRAWN)
            hidden = page.evaluate(REACHED)
            if hidden:
                found[shown, width, height] = hidden
    assert found == {}


def test_a_challenge_stands_in_sight_while_ones_own_offer_waits(
    opened: Callable[..., Any], server: str, accounts: tuple[str, str]
) -> None:
    """Once it is declined, its board says so of the reader, and gave no tip on how to play."""
    bob, ann = accounts  # challenges of other tests wait for the other one, as many as may
    plan = {"against": "name", "name": "Bob-said", "begins": "other"}
    board = begun(server, plan, "boku", "f5 f6", ann, bob)
    page = opened({**PHONE, "viewport": {"width": 844, "height": 390}})
    page.context.add_cookies([{"name": "boche_session", "value": ann, "url": server}])
    page.goto(f"{server}/board/{board}")
    ask(server, "POST", f"/api/boards/{board}/offers", {"what": "draw"}, session=ann)
    page.wait_for_selector("#offer", state="visible")
    other = ask(server, "POST", "/api/boards", {**plan, "game": "boche"}, session=bob)["board"]
    page.wait_for_selector("#calls p", state="visible")
    page.wait_for_selector("#offer", state="hidden")
    page.locator("#calls p button").tap()
    page.wait_for_selector("#offer", state="visible")
    page.goto(f"{server}/board/{other}")
    page.wait_for_selector("#accept", state="visible")
    assert not page.is_visible("#tip")
    page.locator("#reject").tap()
    page.wait_for_selector("#state:text('You declined the game')")
