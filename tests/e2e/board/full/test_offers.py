"""What the other player does meanwhile at a board's page: offers, answers, messages, moves."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image

from boche.server.web.board_page import example_of
from tests.e2e.board.full.test_own_games import KEPT
from tests.e2e.board.full.test_phone import apart, box_of
from tests.e2e.server.people import Game, Person, ask, eventually
from tests.e2e.server.whole import PHONE

LYING = {**PHONE, "viewport": {"width": 844, "height": 390}}
ZOOMED = {"viewport": {"width": 683, "height": 384}, "device_scale_factor": 2}
LOW = {**PHONE, "viewport": {"width": 390, "height": 664}}
LARGE = {"viewport": {"width": 1366, "height": 768}, "device_scale_factor": 0.5}


def choosing(
    opened: Callable[..., Any], server: str, kind: dict[str, Any]
) -> tuple[Person, str, list[str]]:
    """Return Ann, who has chosen a place of Boche but not played there, the board and its seats."""
    game, secrets = Game.new(
        server, "boche", {}, moves=("c:a1", "c:b1"), **{"as": "Ann", "name": "Bob"}
    )
    path = f"/api/boards/{game.number}"
    page = opened(kind)
    page.add_init_script(
        "localStorage.setItem('boche tip boche', 'seen');"
        "localStorage.setItem('boche confirm', 'yes');"
    )
    ann = Person(page, game, secrets[0], "touch" if "has_touch" in kind else "mouse")
    ann.sees("#state", "your turn")
    ann.see_from_the_front()
    box = page.locator("#table").bounding_box()
    left, top = ann.at(game, "b3", "")
    at = (left, top) if box["y"] < top else (left, top + box["y"])
    (page.touchscreen.tap if "has_touch" in kind else page.mouse.click)(*at)
    page.wait_for_selector("#let-go:visible")
    page.wait_for_selector("#keys button")
    return ann, path, secrets


RECORD_PROBLEMS = """() => {
    window.problems = [];
    const place = document.querySelector("#problem");
    new MutationObserver(() => window.problems.push(place.textContent))
        .observe(place, { childList: true, characterData: true, subtree: true });
}"""
"""Keep what the page says in red."""


@pytest.mark.parametrize(
    "kind", [ZOOMED, LYING, LOW, LARGE], ids=["zoomed", "lying", "low", "large"]
)
def test_an_offer_covers_nothing_of_the_move_and_keeps_its_place(
    opened: Callable[..., Any], server: str, kind: dict[str, Any]
) -> None:
    ann, path, secrets = choosing(opened, server, kind)
    page = ann.page
    ask(server, "POST", f"{path}/offers", {"what": "end"}, secrets[1])
    ann.sees("#offer", "Bob proposes to cancel the game")
    asked = ann.page.get_by_role("group", name="Bob proposes to cancel the game")
    assert asked.get_by_role("button", name="Accept").count() == 1, "named by what is asked"
    page.wait_for_selector("#accept:enabled")
    for place in ("#keys", "#confirm", "#let-go", "#prompt", "#table"):
        assert apart(page, "#offer", place), place
    top, bottom = box_of(page, "#keys")[1::2]
    assert bottom - top >= 40, "a whole row of the ways to play is in sight"
    stood = box_of(page, "#offer")
    page.locator("#let-go").click()
    page.wait_for_selector("#let-go", state="hidden")
    assert box_of(page, "#offer") == pytest.approx(stood, abs=1)
    assert ann.errors == []


def test_a_second_tap_does_not_accept_what_has_just_come_there(
    opened: Callable[..., Any], server: str
) -> None:
    """Let the offer move under the finger after the first of two taps on Cancel."""
    ann, path, secrets = choosing(opened, server, LYING)
    page = ann.page
    ask(server, "POST", f"{path}/offers", {"what": "draw"}, secrets[1])
    page.wait_for_selector("#accept:enabled")
    left, top, right, bottom = box_of(page, "#let-go")
    at = (left + right) / 2, (top + bottom) / 2
    page.touchscreen.tap(*at)
    page.evaluate(
        """([x, y]) => {
        const { left, top } = document.getElementById('accept').getBoundingClientRect();
        const { style } = document.getElementById('offer');
        style.transform = `translate(${x - left - 20}px, ${y - top - 20}px)`;
        }""",
        at,
    )
    page.wait_for_timeout(200)
    page.touchscreen.tap(*at)
    page.wait_for_selector("#accept:enabled")
    assert page.evaluate("(at) => document.elementFromPoint(...at).id", at) == "accept"
    assert ask(server, "GET", path, None, secrets[0])["state"] == "active"
    page.touchscreen.tap(*at)
    ann.sees("#state", "by agreement")
    assert ann.errors == []


def test_a_refusal_is_in_sight_where_one_reads(opened: Callable[..., Any], server: str) -> None:
    game, secrets = Game.new(server, "boku", {}, moves=("f5", "f6"), **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    ann = Person(opened(PHONE), game, secrets[0], "touch")
    ann.sees("#moves", "f6")
    other = box_of(ann.page, "#end")
    ann.press("#draw")
    ann.sees("#offer", "You propose a draw.")
    ann.page.wait_for_selector("#draw:disabled")
    assert other[0] == box_of(ann.page, "#end")[0], "no other button takes its place"
    ann.page.locator("#tools").scroll_into_view_if_needed()
    ask(
        server, "POST", f"{path}/answer", {"accepted": False, "what": "draw", "seat": 0}, secrets[1]
    )
    ann.sees("#banner", "Bob does not agree to a draw")
    top, bottom = box_of(ann.page, "#banner")[1::2]
    assert 0 <= top < bottom <= ann.page.viewport_size["height"]
    assert ann.errors == []


def test_an_offer_in_the_place_of_another_says_so(opened: Callable[..., Any], server: str) -> None:
    game, secrets = Game.new(server, "boku", {}, moves=("f5", "f6"), **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    ann = Person(opened(), game, secrets[0], "words")
    for seat, what, said in (
        (1, "draw", ""),
        (1, "undo", "Bob takes back the offer of a draw"),
        (0, "draw", ""),
        (0, "undo", "Your offer of a draw is withdrawn."),
        (0, "draw", "Your offer of taking back a move is withdrawn."),
        (1, "end", "Bob does not agree to a draw"),
    ):
        ask(server, "POST", f"{path}/offers", {"what": what}, secrets[seat])
        if said:
            ann.sees("#banner", said)
        else:
            ann.sees("#offer", "draw")
    ann.sees("#offer", "Bob proposes to cancel the game")
    assert ann.errors == []


@pytest.mark.parametrize("kind", [PHONE, LOW, ZOOMED], ids=["phone", "low", "zoomed"])
def test_a_rematch_is_offered_in_sight_and_hides_no_result(
    opened: Callable[..., Any], server: str, kind: dict[str, Any]
) -> None:
    ann, path, secrets = choosing(opened, server, kind)
    page = ann.page
    ask(server, "POST", f"{path}/resign", {}, secrets[1])
    ann.sees("#state", "You win.")
    for asked in ("#rematch", "#offer"):
        page.wait_for_selector(asked, state="visible")
        top, bottom = box_of(page, asked)[1::2]
        assert 0 <= top < bottom <= page.viewport_size["height"], asked
        for place in ("#banner", "#table", "nav[aria-label^=Step]"):
            assert apart(page, asked, place), (asked, place)
        ask(server, "POST", f"{path}/rematch", {}, secrets[1])
    assert ann.errors == []


@pytest.mark.parametrize("kind", [PHONE, LYING], ids=["phone", "lying"])
def test_a_message_out_of_sight_has_its_sign_though_the_chat_is_open(
    opened: Callable[..., Any], server: str, kind: dict[str, Any]
) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}/chat"
    bob = Person(opened(kind), game, secrets[1], "touch")
    page = bob.page
    page.locator("#talk > summary").tap()
    ask(server, "POST", path, {"text": "Hello"}, secrets[0])
    page.wait_for_selector("#chat li")
    assert not page.is_visible("#to-chat"), "it is seen"
    page.evaluate("() => { scrollTo(0, 0); document.querySelector('aside').scrollTo(0, 0); }")
    ask(server, "POST", path, {"text": "Are you there?"}, secrets[0])
    bob.sees("#to-chat", "1 new message")
    page.wait_for_selector("#to-chat:visible")
    left, top, right, bottom = box_of(page, "#to-chat")
    bob.see_from_the_front()
    for place in ("a1", "a5", "f1", "k6", "k10", "f10"):
        x, y = bob.at(game, place, "")
        assert not (left <= x <= right and top <= y <= bottom), place
    page.tap("#to-chat")
    page.wait_for_selector("#to-chat", state="hidden")
    assert bob.errors == []


def test_a_conditional_move_that_was_played_is_told_while_one_tries_moves(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, moves=("f5",), **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    page = opened()
    ann = Person(page, game, secrets[0], "words")
    page.click("#conditions summary")
    page.fill("#condition", "if f5 then e5")
    page.press("#condition", "Enter")
    ann.sees("#condition-problem", "f5")
    assert not ann.page.inner_text("#condition-problem").startswith("Board"), "it is this one"
    ask(server, "POST", f"{path}/plans", {"path": ["f6"], "move": "e5"}, secrets[0])
    page.fill("#condition", "if g6 then e5")
    page.press("#condition", "Enter")
    ann.sees("#plans", "If f6, reply e5")
    assert page.text_content("#condition-problem") == ""
    ann.press("#analysis summary")
    ann.press("#analyse")
    ann.sees("#state", "Trying moves.")
    ask(server, "POST", f"{path}/moves", {"move": "f6"}, secrets[1])
    ann.sees("#banner", "Your conditional move e5 was played")
    assert ann.errors == []


@pytest.mark.parametrize("seat", [0, 1])
def test_the_example_of_a_conditional_move_fits_the_seat(
    opened: Callable[..., Any], server: str, seat: int
) -> None:
    """Play the moves before it: then the example can be saved, where the other is to move."""
    game, secrets = Game.new(server, "octi", {}, **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    if seat == 0:
        first = example_of(game.position, 1)[0]
        ask(server, "POST", f"{path}/moves", {"move": first}, secrets[0])
    person = Person(opened(), game, secrets[seat], "words")
    person.page.click("#conditions summary")
    person.page.fill("#condition", person.page.get_attribute("#condition", "placeholder"))
    person.page.press("#condition", "Enter")
    person.page.wait_for_selector("#plans li")
    person.sees("#banner", "Saved. If ")
    assert person.errors == []


def test_a_take_back_that_is_granted_is_said_to_who_asked(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, moves=("f5", "f6"), **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    bob = Person(opened(), game, secrets[1], "mouse")
    bob.press("#undo")
    bob.sees("#offer-text", "You propose taking back a move.")
    ask(server, "POST", f"{path}/answer", {"accepted": True}, secrets[0])
    bob.sees("#banner", "Ann agrees to taking back a move")
    bob.sees("#state", "your turn")
    assert bob.errors == []


def test_a_kept_move_whose_turn_is_gone_is_dropped_and_a_lost_line_is_told_at_once(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, moves=("f5", "f6"), **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    ann = Person(opened(), game, secrets[0], "words")
    ann.sees("#state", "your turn")
    ann.spot("e5")
    ann.choose_by_words(ann.spot("e5"), "e5")
    ann.page.context.set_offline(True)
    ann.sees("#connection", "The server cannot be reached. Trying again\u2026")
    ann.confirm()
    ann.sees("#unsent", "Your move e5 is kept")
    kept = ann.page.get_by_role("group", name="Your move e5 is kept")
    assert kept.get_by_role("button", name="Cancel the move").count() == 1
    ask(server, "POST", f"{path}/offers", {"what": "undo"}, secrets[1])
    ask(server, "POST", f"{path}/answer", {"accepted": True, "what": "undo", "seat": 1}, secrets[0])
    ann.page.context.set_offline(False)
    ann.sees("#problem", "Your move e5 was not sent: the game has moved on.")
    ann.sees("#state", "Bob's turn")
    assert ann.page.locator("#unsent").is_hidden()
    assert ann.errors == []


def test_a_move_of_two_tiles_whose_answer_is_lost_is_not_said_to_be_lost(
    opened: Callable[..., Any], server: str
) -> None:
    """Choose Che's tiles in another order than the record's, and lose what the server answers."""
    game, secrets = Game.new(server, "che", {}, moves=("bl:0,0",), **{"as": "Ann", "name": "Bob"})
    bob = Person(opened(), game, secrets[1], "words")
    bob.sees("#state", "your turn")
    bob.sees("#tip-text", "the buttons next to the board")

    def lose(route: Any) -> None:
        route.fetch()
        route.abort()

    bob.page.evaluate(RECORD_PROBLEMS)
    bob.page.route("**/moves", lose)
    bob.choose_by_words(bob.spot("-1,0"), "fl:-1,0")
    bob.confirm()
    bob.choose_by_words(bob.spot("fl:-1,0+-2,0"), "fl:-1,0+bl:-2,0")
    bob.confirm()
    bob.sees("#state", "Ann's turn")
    bob.sees("#moves", "bl:-2,0+fl:-1,0")
    bob.page.wait_for_selector("#unsent", state="hidden")
    assert bob.page.evaluate("() => window.problems") == []


def test_beside_a_kept_move_nothing_looks_as_if_it_could_still_be_chosen(
    opened: Callable[..., Any], server: str
) -> None:
    """Keep a move of Octi with several ways beside it; the page loaded off line tells of it."""
    moves = ("57+e", "53+a")
    game, secrets = Game.new(server, "octi", {}, moves=moves, **{"as": "Ann", "name": "Bob"})
    page = opened(ZOOMED)
    ann = Person(page, game, secrets[0], "words")
    ann.sees("#state", "your turn")
    page.locator("#conditions summary").click()
    ann.sees("#condition-later", "while your opponent is to move")
    assert page.is_visible("#condition-later")
    eventually(page, KEPT)
    page.reload()
    ann.sees("#state", "your turn")
    ann.choose_by_words(ann.spot("57"), "57+a")
    page.wait_for_selector("#keys button")
    assert page.get_attribute("#play-words", "aria-disabled") == "false"
    page.context.set_offline(True)
    ann.confirm()
    ann.sees("#unsent", "Your move 57+a is kept")
    assert page.locator("#keys button").count() == 0
    assert page.get_attribute("#play-words", "aria-disabled") == "true"
    page.reload()
    said = f"Your move 57+a on board {game.number} is kept in this browser."
    ann.sees("main", said)
    assert page.title().startswith("57+a is not sent yet. Off line")
    page.context.set_offline(False)
    ann.sees("#moves [aria-current]", "57+a")


def drawn(page: Any) -> Any:
    """Return the board's pixels without what stands over them."""
    page.evaluate(
        "for (const each of document.querySelectorAll('#answers, #above'))"
        " each.style.visibility = 'hidden';"
        " document.activeElement.blur()"
    )
    picture = Image.open(io.BytesIO(page.locator("#table").screenshot())).convert("RGB")
    return np.asarray(picture, float)


def test_half_a_move_stays_on_the_board_while_the_network_is_gone(
    opened: Callable[..., Any], server: str
) -> None:
    """Choose the first of two tiles off line; the second is asked for once the network is back."""
    moves = ("bl:0,0",)
    game, secrets = Game.new(server, "che", {}, moves=moves, **{"as": "Ann", "name": "Bob"})
    bob = Person(opened(), game, secrets[1], "words")
    page = bob.page
    bob.sees("#state", "your turn")
    empty = drawn(page)
    bob.choose_by_words(bob.spot("-1,0"), "fl:-1,0")
    chosen = drawn(page)
    differs = np.abs(chosen - empty).mean()
    assert differs > 0.05
    page.context.set_offline(True)
    bob.sees("#connection", "The server cannot be reached.")
    bob.confirm()
    bob.sees("#prompt", "What may follow comes once the server can be reached.")
    assert np.abs(drawn(page) - chosen).mean() < differs / 2
    page.context.set_offline(False)
    bob.sees("#prompt", "Now choose a place for the second tile")
    assert np.abs(drawn(page) - empty).mean() > differs / 2
    assert bob.errors == []


def test_a_kept_move_that_is_asked_again_is_drawn_on_the_board(
    opened: Callable[..., Any], server: str
) -> None:
    """Load the page anew more than a minute later: the move's ghost is there as when chosen."""
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    page = opened()
    ann = Person(page, game, secrets[0], "words")
    ann.sees("#state", "your turn")
    page.route("**/moves", lambda route: route.abort())

    empty = drawn(page)
    ann.choose_by_words(ann.spot("e5"), "e5")
    ann.confirm()
    ann.sees("#unsent", "Your move e5 is kept")
    chosen = drawn(page)
    differs = np.abs(chosen - empty).mean()
    assert differs > 0.05
    page.add_init_script("((now) => { Date.now = () => now() + 61000; })(Date.now)")
    page.reload()
    ann.sees("#unsent", "Your move e5 has waited for more than a minute. Play it?")
    for _ in range(100):
        if np.abs(drawn(page) - chosen).mean() < differs / 2:
            break
        page.wait_for_timeout(100)
    else:
        raise AssertionError("it is not drawn")
    page.unroute("**/moves")
    page.evaluate("document.querySelector('#send-again').click()")
    ann.sees("#moves [aria-current]", "e5")


def test_a_click_just_as_the_network_goes_keeps_the_move_that_is_shown(
    opened: Callable[..., Any], server: str
) -> None:
    """Click a pod's next place, where the pointer has rested, with the network gone."""
    game, secrets = Game.new(
        server, "octi", {}, moves=("57+e", "53+a"), **{"as": "Ann", "name": "Bob"}
    )
    ann = Person(opened(ZOOMED), game, secrets[0], "mouse")
    ann.sees("#state", "your turn")
    ann.see_from_the_front()
    (pod, step), (place, _) = game.steps_to("57-56")
    ann.choose(game, ann.spot(pod), step, "")
    ann.confirm()
    ann.sees("#prompt", "57-: from 57 to")
    ann.choose(game, ann.spot(place), game.steps_to("57-56")[1][1], step.text)
    ann.page.context.set_offline(True)
    ann.sees("#connection", "The server cannot be reached.")
    ann.confirm()
    ann.sees("#unsent", "Your move 57-56 is kept")
    ann.page.context.set_offline(False)
    ann.sees("#moves [aria-current]", "57-56")
    assert ann.errors == []


def test_a_click_that_has_waited_for_the_network_shows_its_move_and_does_not_play_it(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    ann = Person(opened(), game, secrets[0], "mouse")
    page = ann.page
    ann.sees("#state", "your turn")
    ann.see_from_the_front()
    place = ann.spot("e5")
    page.context.set_offline(True)
    ann.sees("#connection", "The server cannot be reached.")
    ann.point(game, place, "")
    ann.confirm()
    page.evaluate(
        "((now) => { performance.now = () => now() + 11000; })(performance.now.bind(performance))"
    )
    page.context.set_offline(False)
    ann.waits_for(place)
    page.wait_for_selector("#line", state="hidden")
    assert len(ask(server, "GET", f"/api/boards/{game.number}")["moves"]) == 0
    ann.confirm()
    ann.sees("#moves [aria-current]", "e5")
    assert ann.errors == []
