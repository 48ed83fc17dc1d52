"""More of a board's page on a phone: nothing overlaps."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.e2e.board.test_phone import CLOCK, LOW, NARROW, apart, at_a_pod, begun, box_of, on_screen
from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.whole import PHONE


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
        page.evaluate("() => localStorage.setItem('boche tip', 'seen')")
        page.reload()


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


def test_the_first_moves_time_hides_no_way_to_play(opened: Callable[..., Any], server: str) -> None:
    game, secrets = begun(server, "boche", clock=CLOCK)
    ann = Person(opened(NARROW), game, secrets[0], "touch")
    page = ann.page
    ann.sees("#first-move", "Your first move is due in ")
    ann.camera = game.camera(ann.size[0] / ann.size[1])
    page.touchscreen.tap(*ann.at(game, "a1", ""))
    page.wait_for_selector("#keys button")
    for place in ("#keys", "#confirm", "#let-go", "#prompt"):
        assert apart(page, "#due", place), place
    assert ann.errors == []


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


def test_the_first_moves_time_and_who_won_are_on_the_first_screen(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = begun(server, "boku", clock=CLOCK)
    ann = Person(opened(LOW), game, secrets[0], "touch")
    ann.sees("#first-move", "Your first move is due in ")
    assert on_screen(ann.page, "#due")
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
