"""A board's page on a phone: the essentials fit on the first screen, and nothing overlaps."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.whole import DESK, PHONE

LOW = {**PHONE, "viewport": {"width": 390, "height": 664}}
CLOCK = {"start": 300, "increment": 5}


def begun(server: str, name: str, **more: Any) -> tuple[Game, list[str]]:
    game, secrets = Game.new(server, name, {}, **{"as": "Ann", "name": "Bob", **more})
    return game, secrets


def box_of(page: Any, place: str) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of an element."""
    box = page.locator(place).bounding_box()
    assert box is not None, place
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def apart(page: Any, one: str, other: str) -> bool:
    a, b = box_of(page, one), box_of(page, other)
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] + 1 or b[3] <= a[1] + 1


def on_screen(page: Any, place: str) -> bool:
    """Return whether an element is fully visible without scrolling, with nothing over it."""
    left, top, right, bottom = box_of(page, place)
    seen = page.evaluate(
        "([place, x, y]) => document.elementsFromPoint(x, y)"
        ".some((each) => each.closest(place)) || getComputedStyle("
        "document.querySelector(place)).pointerEvents === 'none'",
        [place, (left + right) / 2, (top + bottom) / 2],
    )
    return bool(seen and left >= 0 and right <= 390 and top >= 0 and bottom <= 664)


def test_the_first_moves_time_and_who_won_are_on_the_first_screen(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = begun(server, "boku", clock=CLOCK)
    ann = Person(opened(LOW), game, secrets[0], "touch")
    ann.sees("#first-move", "Your first move is due in ")
    assert on_screen(ann.page, "#due")
    page, sizes = ann.page, ((844, 390), (683, 384), (1366, 768), (390, 664))
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("(width) => innerWidth === width", arg=width)
        left, top, right, bottom = box_of(page, "#due")
        assert 0 <= left <= right <= width, (width, height)
        assert 0 <= top <= bottom <= height, (width, height)
    board = box_of(ann.page, "#table")
    for move, secret in zip(("f5", "f6"), secrets, strict=True):
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": move}, secret)
    ann.page.wait_for_selector("#first-move", state="hidden")
    assert box_of(ann.page, "#table") == board, "the board stays where it is"
    ask(server, "POST", f"/api/boards/{game.number}/resign", {}, secrets[1])
    for _ in range(2):
        ann.sees("#state", "You win.")
        assert re.fullmatch(r"You win\. Bob.* \(white\) resigned\.", ann.page.inner_text("#banner"))
        assert on_screen(ann.page, "#banner")
        ann.page.tap("#back")
        ann.page.wait_for_selector("#banner", state="hidden")
        ann.page.reload()
    assert ann.errors == []


def test_the_panel_below_the_board_is_seen_to_go_on(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = begun(server, "boku")
    page = opened(LOW)
    ann = Person(page, game, secrets[0], "touch")
    for _ in range(2):
        ann.sees("#state", "your turn")
        top, bottom = box_of(page, "#where")[1::2]
        assert box_of(page, "nav[aria-label^=Step]")[3] <= top < 664 < bottom
        page.evaluate("() => localStorage.setItem('boche tip boku', 'seen')")
        page.reload()


def test_the_menu_comes_into_view_when_it_opens(opened: Callable[..., Any], server: str) -> None:
    """Open it where it stands: in the last line of an upright phone's screen."""
    game, secrets = begun(server, "boku")
    page = opened(PHONE)
    ann = Person(page, game, secrets[0], "touch")
    ann.sees("#state", "your turn")
    for width, height in ((390, 844), (390, 664), (320, 568), (844, 390), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        menu = page.locator("#where .phone-menu")
        menu.locator("summary").click()
        page.wait_for_function(MENU_SEEN)
        top = box_of(page, "#where .phone-menu > summary")[1]
        assert 0 <= top < height, (width, height)
        page.keyboard.press("Escape")
        assert menu.get_attribute("open") is None
    assert ann.errors == []


MENU_SEEN = """() => {
    const box = document.querySelector(".phone-menu > nav").getBoundingClientRect();
    const high = box.bottom - box.top > innerHeight - 60;
    return box.top >= 0 && (high ? box.top < innerHeight / 4 : box.bottom <= innerHeight);
}"""
"""Whether an open menu is all in the window, or as much of a high one as there is room for."""


def test_an_offer_hides_neither_the_steps_nor_who_won(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = begun(server, "boku")
    page = opened(LOW)
    ann = Person(page, game, secrets[0], "touch")
    for move, secret in zip(("f5", "f6"), secrets, strict=True):
        ask(server, "POST", f"/api/boards/{game.number}/moves", {"move": move}, secret)
    ask(server, "POST", f"/api/boards/{game.number}/resign", {}, secrets[1])
    ann.sees("#state", "You win.")
    ask(server, "POST", f"/api/boards/{game.number}/rematch", {}, secrets[1])
    ann.sees("#offer", "Bob proposes a rematch.")
    for height in (664, 720, 844):
        page.set_viewport_size({"width": 390, "height": height})
        assert apart(page, "#offer", "nav[aria-label^=Step]"), height
        assert apart(page, "#offer", "#banner"), height
        assert apart(page, "#offer", "#table"), height
    assert ann.errors == []


def at_a_pod(opened: Callable[..., Any], server: str) -> Person:
    """Return Ann after she has tapped an Octi pod that can move."""
    game, secrets = begun(server, "octi", moves=("57+e", "53+a"))
    ann = Person(opened(LOW), game, secrets[0], "touch")
    ann.sees("#state", "your turn")
    ann.see_from_the_front()
    ann.page.touchscreen.tap(*ann.at(game, "57+", ""))
    ann.waits_for(ann.spot("57+"))
    return ann


def test_all_prongs_of_octi_are_in_sight_above_the_time_for_a_first_move(
    opened: Callable[..., Any], server: str
) -> None:
    """Take up a pod in a window of 200 %, while the clock waits for the first move."""
    game, secrets = begun(server, "octi", clock=CLOCK)
    page = opened({**DESK, "viewport": {"width": 683, "height": 384}})
    ann = Person(page, game, secrets[0], "mouse")
    ann.sees("#first-move", "Your first move is due in ")
    ann.see_from_the_front()
    page.mouse.click(*ann.at(game, "57+", ""))
    page.wait_for_selector("#keys button:has-text('new pod')")
    assert page.locator("#keys button").count() == 9
    end = box_of(page, "#hand")[3]
    for index in range(9):
        top, bottom = box_of(page, f"#keys button >> nth={index}")[1::2]
        assert bottom <= end, index
        assert bottom - top >= 36, "it can be hit"
    assert "more" not in (page.get_attribute("#keys", "class") or "")
    assert ann.errors == []


def test_choices_of_octi_are_worded_and_a_tap_goes_on(
    opened: Callable[..., Any], server: str
) -> None:
    ann = at_a_pod(opened, server)
    page, game = ann.page, ann.game
    keys = page.locator("#keys")
    assert {"a ↑", "from 57 to …", "new pod"} <= set(keys.locator("button").all_inner_texts())
    sign = "() => getComputedStyle(document.querySelector('#keys'), '::after').content"
    assert page.evaluate(sign) != "none", "more choices lie below"
    keys.evaluate("(box) => { box.scrollTop = box.scrollHeight; }")
    page.wait_for_function("() => !document.querySelector('#keys').matches('.more')")
    assert page.evaluate(sign) == "none"
    keys.locator("button", has_text="from 57 to …").tap()
    assert page.inner_text("#prompt") == "57-: from 57 to …"
    page.touchscreen.tap(*ann.at(game, "57-56", "57-"))
    ann.sees("#prompt", "57-56")
    ann.confirm()
    ann.sees("#moves [aria-current]", "57-56")
    assert ann.errors == []


def test_after_the_first_tile_of_a_turn_a_second_one_is_asked_for(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = begun(server, "che", moves=("fl:0,0",))
    bob = Person(opened(LOW), game, secrets[1], "touch")
    bob.sees("#prompt", "Your turn: choose a place on the board.")
    bob.see_from_the_front()
    bob.page.touchscreen.tap(*bob.at(game, "0,1", ""))
    bob.page.get_by_role("button", name="Continue").tap()
    bob.sees("#prompt", "Now choose a place for the second tile")
    assert on_screen(bob.page, "#prompt")
    assert bob.errors == []


def test_a_tap_that_leads_nowhere_leaves_the_choice(
    opened: Callable[..., Any], server: str
) -> None:
    ann = at_a_pod(opened, server)
    page = ann.page
    page.locator("#keys button", has_text="from 57 to …").tap()
    with page.expect_response("**/pick?**"):
        page.touchscreen.tap(ann.size[0] / 2, page.locator("#table").bounding_box()["y"] + 30)
    ann.sees("#prompt", "57-: from 57 to …")
    assert ann.errors == []


NARROW = {**PHONE, "viewport": {"width": 360, "height": 740}}


def test_the_first_moves_time_hides_no_way_to_play(opened: Callable[..., Any], server: str) -> None:
    game, secrets = begun(server, "boche", clock=CLOCK)
    ann = Person(opened(NARROW), game, secrets[0], "touch")
    page = ann.page
    ann.sees("#first-move", "Your first move is due in ")
    ann.see_from_the_front()
    page.touchscreen.tap(*ann.at(game, "a1", ""))
    page.wait_for_selector("#keys button")
    for place in ("#keys", "#confirm", "#let-go", "#prompt"):
        assert apart(page, "#due", place), place
    assert ann.errors == []


def test_a_turn_and_a_lost_server_are_seen_where_the_board_is_not(
    opened: Callable[..., Any], server: str
) -> None:
    """Scroll to the end of the page: a line says so, and leads back."""
    game, secrets = begun(server, "boku", clock=CLOCK)
    for kind in (LOW, {"viewport": {"width": 683, "height": 384}, "device_scale_factor": 2}):
        page = opened(kind)
        ann = Person(page, game, secrets[0], "touch" if kind is LOW else "mouse")
        ann.sees("#state", "your turn")
        assert page.locator("#to-board").is_hidden()
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.wait_for_selector("#to-board", state="visible")
        said = page.inner_text("#to-board")
        assert re.fullmatch(r"Your turn \u00b7 \d:\d\d \u00b7 back to the board", said)
        left, top, right, bottom = box_of(page, "#to-board")
        width, height = kind["viewport"]["width"], kind["viewport"]["height"]
        assert 0 <= left <= right <= width
        assert height / 2 < top <= bottom <= height
        page.context.set_offline(True)
        ann.sees("#to-board", "The server cannot be reached.")
        page.context.set_offline(False)
        ann.sees("#to-board", "Your turn")
        ann.press("#to-board")
        page.wait_for_selector("#to-board", state="hidden")
        assert page.evaluate("scrollY") == 0


def test_the_strip_below_a_board_out_of_sight_counts_for_nothing(
    opened: Callable[..., Any], server: str
) -> None:
    """Scroll until only the arrows are left of the board: a turn and an answer are seen."""
    game, secrets = begun(server, "boku", clock=CLOCK, moves=("f5", "f6"))
    path = f"/api/boards/{game.number}"
    page = opened(LOW)
    ann = Person(page, game, secrets[0], "touch")
    ann.sees("#moves", "f6")
    ann.press("#draw")
    ann.sees("#offer", "You propose a draw.")
    page.evaluate(
        "scrollBy(0, document.querySelector('#hand').getBoundingClientRect().bottom - 60)"
    )
    assert 0 < box_of(page, "#board")[3] < box_of(page, "nav[aria-label^=Step]")[3] < 200
    page.wait_for_selector("#to-board", state="visible")
    answer = {"accepted": False, "what": "draw", "seat": 0}
    ask(server, "POST", f"{path}/answer", answer, secrets[1])
    ann.sees("#banner", "Bob does not agree to a draw")
    for place in ("#banner", "#to-board"):
        assert on_screen(page, place), place
    assert apart(page, "#banner", "#to-board")
    assert ann.errors == []


def test_a_refusal_stands_at_the_board_again_once_that_is_in_sight(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = begun(server, "boche", clock=CLOCK)
    page = opened(LOW)
    ann = Person(page, game, secrets[0], "touch")
    ann.sees("#state", "your turn")
    page.route("**/time", lambda route: route.fulfill(status=409, json={"error": "not now"}))
    page.evaluate("document.querySelector('#time').scrollIntoView({ block: 'start' })")
    page.wait_for_function(
        "() => document.querySelector('#board').getBoundingClientRect().bottom < 0"
    )
    page.locator("#time").tap()
    page.wait_for_selector("#problem.away:has-text('Not now')")
    page.evaluate("scrollTo(0, 0)")
    ann.choose_by_words(ann.spot("c2"), "a:c2")
    page.evaluate("scrollTo(0, 0)")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("k")
    page.wait_for_selector("#problem:has-text('k does not fit'):not(.away)")
    (_, top, _, bottom), (_, _, _, below) = box_of(page, "#problem"), box_of(page, "#table")
    assert below - 1 <= top < bottom, "off the board"


def test_names_and_ratings_are_read_whole(opened: Callable[..., Any], server: str) -> None:
    """Days are a long clock: the name has a line, and the colour is whole."""
    people = {"name": "Olaf81", "as": "Hans81", "clock": "3-days"}
    game, secrets = Game.new(server, "boku", {}, **people)
    bob = Person(opened(NARROW), game, secrets[1], "touch")
    bob.sees("#players", "Olaf81")
    cut = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth).length"
    assert bob.page.locator("#players bdi").evaluate_all(cut) == 0
    bob.sees("#players .player:last-child small", "you, white")
    assert bob.errors == []


def test_how_it_ended_hides_no_message(opened: Callable[..., Any], server: str) -> None:
    game, secrets = begun(server, "boku")
    path = f"/api/boards/{game.number}"
    bob = Person(opened(PHONE), game, secrets[1], "touch")
    for move, secret in zip(("f5", "f6"), secrets, strict=True):
        ask(server, "POST", f"{path}/moves", {"move": move}, secret)
    ask(server, "POST", f"{path}/chat", {"text": "Well played"}, secrets[0])
    bob.sees("#to-chat", "1 new message")
    ask(server, "POST", f"{path}/resign", {}, secrets[0])
    bob.page.wait_for_selector("#banner.below:visible")
    for width, height in ((360, 740), (390, 664), (390, 844)):
        bob.page.set_viewport_size({"width": width, "height": height})
        for place in ("#banner", "#table", "nav[aria-label^=Step]"):
            assert apart(bob.page, "#to-chat", place), (place, width, height)
    assert bob.errors == []


def test_a_finger_that_scrolls_from_the_slider_leaves_the_board_as_it_is(
    opened: Callable[..., Any], server: str
) -> None:
    moves = ("f5", "f6", "g5", "g6")
    game, secrets = Game.new(server, "boku", {}, moves=moves, **{"as": "Ann", "name": "Bob"})
    page = opened(PHONE)
    ann = Person(page, game, secrets[0], "touch")
    ann.sees("#state", "your turn")
    left, top, right, bottom = box_of(page, "#slider")
    x, y = left + (right - left) / 4, (top + bottom) / 2
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        given = [{"x": across, "y": down} for across, down in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})

    touch("touchStart", (x, y))
    for step in range(1, 11):
        touch("touchMove", (x, y - 20 * step))
    touch("touchEnd")
    page.wait_for_function("() => scrollY > 50")
    assert page.input_value("#slider") == "4"
    assert page.locator("#moves [aria-current] bdi").inner_text() == "g6"
    page.evaluate("scrollTo(0, 0)")
    page.touchscreen.tap(x, y)
    page.wait_for_function("() => document.querySelector('#slider').value === '1'")
    ann.sees("#prompt", "You look at move 1 of 4.")
    page.locator("#back-to-game").tap()
    ann.sees("#prompt", "Your turn: choose a place on the board.")
    assert ann.errors == []
