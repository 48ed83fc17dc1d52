"""More parts beside a board: rules, notifications, keys and the chat."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import Game, Person, ask


def at_board(opened: Callable[..., Any], server: str, *moves: str) -> Person:
    game, secrets = Game.new(server, "boku", {}, moves=moves, **{"as": "Ann", "name": "Bob"})
    return Person(opened(), game, secrets[0], "words")


def test_the_rules_are_one_click_away(opened: Callable[..., Any], server: str) -> None:
    ann = at_board(opened, server)
    ann.page.get_by_role("link", name="How Boku is played").click()
    ann.page.wait_for_url("**/help/boku")
    assert "Boku" in ann.page.inner_text("h1")


def test_notifications_that_are_refused_are_so_beside_their_box(
    opened: Callable[..., Any], server: str
) -> None:
    ann = at_board(opened, server)
    ann.page.click("#settings summary")
    ann.page.click("#notify")
    ann.sees("#settings", "This browser does not allow notifications here")
    assert not ann.page.is_checked("#notify")
    box, told = (ann.page.locator(each).bounding_box() for each in ("#notify", "#notify-problem"))
    assert 0 < told["y"] - box["y"] < 60
    assert ann.page.get_attribute("#notify", "aria-describedby") == "notify-problem"
    assert ann.errors == []


def test_the_keys_are_read_from_their_title_on(opened: Callable[..., Any], server: str) -> None:
    ann = at_board(opened, server)
    ann.page.set_viewport_size({"width": 1280, "height": 720})
    ann.page.click("#keyboard")
    dialog = ann.page.locator("#shortcuts")
    assert dialog.evaluate("(box) => box.scrollHeight - box.clientHeight") == 0
    assert ann.errors == []


def test_clocks_are_large_count_tenths_and_stay_after_the_end(
    opened: Callable[..., Any], server: str
) -> None:
    """Give Ann half a minute for the game, and let her resign in the last ones."""
    clock = {"start": 30, "increment": 0}
    game, secrets = Game.new(
        server, "boku", {}, clock=clock, moves=("f5", "f6"), **{"as": "Ann", "name": "Bob"}
    )
    path = f"/api/boards/{game.number}"
    page = opened()
    ann = Person(page, game, secrets[0], "words")
    running = page.locator("#players .clock").first
    size = "(clock) => parseFloat(getComputedStyle(clock).fontSize)"
    assert running.evaluate(size) >= 20
    running.get_by_text(re.compile(r"^0:0[2-9]\.\d$")).wait_for()
    page.set_viewport_size({"width": 375, "height": 667})
    assert running.evaluate(size) >= 20
    ask(server, "POST", f"{path}/resign", {}, secrets[0])
    ann.sees("#state", "resigned")
    left = running.inner_text()
    assert re.fullmatch(r"0:0\d\.\d", left)
    assert page.locator("#players .clock").last.inner_text() == "0:30"
    page.reload()
    ann.sees("#state", "resigned")
    assert running.inner_text() == left
    assert ann.errors == []


def test_clocks_stay_beside_the_chat_and_a_rematch_is_at_the_board(
    opened: Callable[..., Any], server: str
) -> None:
    """Read the chat, below the screen, which stays in sight when the game ends."""
    game, secrets = Game.new(
        server, "boku", {}, moves=("f5", "f6"), **{"as": "Ann", "name": "Bob", "clock": "5+5"}
    )
    path = f"/api/boards/{game.number}"
    ann = Person(opened(), game, secrets[0], "words")
    page = ann.page
    page.set_viewport_size({"width": 1280, "height": 720})
    ann.sees("#moves", "f6")
    page.click("#talk summary")
    page.locator("#mute").scroll_into_view_if_needed()
    seen = (
        "(box) => { const { top, bottom } = box.getBoundingClientRect();"
        " return top >= 0 && bottom <= innerHeight; }"
    )
    assert page.locator("#players").evaluate(seen)
    assert page.locator("#say").evaluate(seen)
    ask(server, "POST", f"{path}/resign", {}, secrets[1])
    ann.sees("#state", "You win.")
    page.wait_for_selector("#rematch:visible")
    assert page.locator("#rematch").evaluate(seen)
    assert page.locator("#mute").evaluate(seen)
    assert ann.errors == []


def test_cancelling_asks_first_and_proposals_are_called_so(
    opened: Callable[..., Any], server: str
) -> None:
    ann = at_board(opened, server)
    for answer, state in (("No", "your turn"), ("Yes", "aborted")):
        ann.page.click("#abort")
        asked = ann.page.get_by_role("dialog")
        assert "Cancel this game, without a result?" in asked.inner_text()
        asked.get_by_role("button", name=answer).click()
        ann.sees("#state", state)
    ann = at_board(opened, server, "f5", "f6")
    ann.page.get_by_role("button", name="Propose to cancel (no result)").click()
    ann.sees("#offer", "You propose to cancel the game, without a result.")
    assert ann.errors == []


def test_the_board_is_printed_and_no_settings(opened: Callable[..., Any], server: str) -> None:
    ann = at_board(opened, server, "f5", "f6")
    ann.page.click("#settings summary")
    ann.page.wait_for_selector("#table[aria-busy=false]")
    assert b"/Subtype /Image" in ann.page.pdf(), "a picture of the board"
    drawn = """() => {
      const { width, height } = document.querySelector('#paper');
      const paper = document.querySelector('#paper').getContext('2d');
      return new Set(paper.getImageData(0, 0, width, height).data).size;
    }"""
    assert ann.page.evaluate(drawn) > 50, "not one colour alone"
    ann.page.emulate_media(media="print")
    assert ann.page.is_visible("#paper")
    for hidden in ("#settings", "#first-move", "#tip", "#how", "#table", "nav"):
        assert not ann.page.locator(hidden).first.is_visible(), hidden
    assert ann.errors == []


def test_another_offer_in_its_place_is_not_accepted_by_the_same_tap(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, moves=("f5", "f6"), **{"as": "Ann", "name": "Bob"})
    board = f"/api/boards/{game.number}"
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
    game, secrets = Game.new(server, "boku", {}, moves=("f5", "f6"), **{"as": "Ann", "name": "Bob"})
    ann = Person(opened(), game, secrets[0], "mouse")
    ann.sees("#state", "your turn")
    ann.see_from_the_front()
    ann.page.mouse.click(*ann.at(game, "f5", ""))
    ann.sees("#problem", "f5")
    assert ann.errors == []


def test_the_list_and_what_is_chosen_name_the_levels_of_moves(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(
        server, "boche", {"size": 4}, moves=("a:a1", "a:b1", "a:a2"), **{"as": "Ann", "name": "Bob"}
    )
    path = f"/api/boards/{game.number}/moves"
    bob = Person(opened(), game, secrets[1], "words")
    bob.sees("#moves", "a:a2")
    bob.page.click("#by-words summary")
    bob.page.select_option("#places", "a1")
    bob.page.wait_for_function(
        "() => [...document.querySelectorAll('#ways option')].every("
        "({ textContent }) => textContent.includes(':a1/1'))"
        " && document.querySelectorAll('#ways option').length === 4"
    )
    ask(server, "POST", path, {"move": "e:a1"}, secrets[1])
    bob.page.locator("#moves bdi", has_text="e:a1/1").wait_for()
    bob.page.reload()
    bob.page.locator("#moves bdi", has_text="e:a1/1").wait_for()
    bob.sees("#state", "e:a1/1")
    assert bob.errors == []


def test_an_answer_is_planned_by_name_with_help_beside_the_field(
    opened: Callable[..., Any], server: str
) -> None:
    """Let Ann, whose turn it is not, write a condition: a wrong one first, then one that comes."""
    game, secrets = Game.new(server, "boku", {}, moves=("f5",), **{"as": "Ann", "name": "Bob"})
    path = f"/api/boards/{game.number}"
    page = opened()
    ann = Person(page, game, secrets[0], "words")
    page.click("#conditions summary")
    example = page.get_attribute("#condition", "placeholder")
    assert re.fullmatch(r"if \S+ then \S+", example)
    ann.sees("#condition-help", f"Write \u201c{example}\u201d")
    page.fill("#condition", "if f5 then e5")
    page.press("#condition", "Enter")
    ann.sees("#condition-problem", "f5")
    assert page.input_value("#condition") == "if f5 then e5"
    page.fill("#condition", "if f6 then e5")
    page.press("#condition", "Enter")
    ann.sees("#plans", "If f6, reply e5")
    page.wait_for_function("document.getElementById('condition').value === ''")
    ask(server, "POST", f"{path}/moves", {"move": "f6"}, secrets[1])
    page.wait_for_selector("#plans:empty", state="attached")
    moves = ask(server, "GET", path, None, secrets[0])["moves"]
    assert moves == ["f5", "f6", "e5"]
    assert ann.errors == []
