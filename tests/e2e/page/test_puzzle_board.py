"""A puzzle's board in a real browser: moves chosen on it, by mouse, finger and keys."""

from __future__ import annotations

import re
from typing import Any

from boche.engine.games.registry import GAMES
from boche.engine.puzzles import puzzles, right_moves
from boche.viewer.games.registry import view_of
from tests.e2e.page.keyboards import Key, Keyboard
from tests.e2e.server.people import Game

WITH_PUZZLES = [name for name in GAMES if puzzles(name)]


def opened(browser: Any, address: str, game: str, **context: Any) -> Any:
    """Return the page of a game's first puzzle, once something can be chosen."""
    page = browser.new_context(**context).new_page()
    page.set_default_timeout(60_000)
    said = page.said = list[str]()
    page.on("pageerror", lambda error: said.append(str(error)))
    with page.expect_response(re.compile("/targets")):
        page.goto(f"{address}/puzzles/{puzzles(game)[0].id}")
    page.wait_for_selector("#prompt:not(:empty)")
    return page


def answered(page: Any) -> str:
    """Return the page's answer to a move."""
    page.wait_for_url(re.compile("[?](move|found)="))
    assert page.said == []
    return str(page.locator("p.lead").inner_text())


def spot_of(page: Any, game: str) -> tuple[float, float]:
    """Return where the first step of the right move appears on the page."""
    puzzle = puzzles(game)[0]
    shown = Game("", 0, puzzle.record.position(puzzle.node))
    page.locator("#table").scroll_into_view_if_needed()
    box = page.locator("#table").bounding_box()
    size = box["width"], box["height"]
    ((target, _), *_) = shown.steps_to(right_moves(puzzle.node)[0])
    view = view_of(game).sides.get(shown.position.turn, "corner")
    x, y = shown.place(target, "", shown.camera(size[0] / size[1], view), size)
    return box["x"] + x, box["y"] + y


RUSSIAN = dict(zip("abcdefghijklmnopqrstuvwxyz", "фисвуапршолдьтщзйкыегмцчня", strict=True))


def test_a_move_is_typed_on_a_russian_keyboard_by_the_places_of_its_keys(
    browser: Any, shared: str
) -> None:
    page = opened(browser, shared, "boche")
    move = right_moves(puzzles("boche")[0].node)[0]
    page.get_by_text("Or write the move").click()
    box, keyboard = page.get_by_label("Move", exact=True), Keyboard(page)
    for turn in range(2):  # the box that comes with an answer does the same
        box.focus()
        typed = move if turn else "zz"
        for sign in typed:
            own = RUSSIAN.get(sign, sign)
            place = f"Key{sign.upper()}" if sign in RUSSIAN else ""
            keyboard.press(Key(own, place or f"Digit{sign}"))
        assert box.input_value() == typed
        page.keyboard.press("Enter")
        if not turn:
            page.locator("#answer", has_text="zz").wait_for()
            box.fill("")
    assert re.search("Solved|Right", answered(page))
    page.context.close()


def test_without_scripts_the_drawing_and_the_form_are_there(browser: Any, shared: str) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.said = []
    puzzle = puzzles(WITH_PUZZLES[0])[0]
    page.goto(f"{shared}/puzzles/{puzzle.id}")
    assert page.locator("figure img").is_visible()
    assert not page.locator("#on-board").is_visible()
    page.get_by_text("Or write the move").click()
    page.get_by_label("Move", exact=True).fill(right_moves(puzzle.node)[0])
    page.keyboard.press("Enter")
    assert re.search("Solved|Right", answered(page))
    page.context.close()
