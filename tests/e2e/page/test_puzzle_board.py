"""A puzzle's board in a real browser: moves chosen on it, by mouse, finger and keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.puzzles import puzzles, right_moves

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


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_keys_alone_play_a_move(browser: Any, address: str, game: str) -> None:
    page = opened(browser, address, game)
    page.focus("#table")
    page.keyboard.press("ArrowUp")
    for _ in range(6):  # a move may have several steps
        page.wait_for_selector("#confirm:visible")
        whole = page.inner_text("#confirm") == "Play"
        page.keyboard.press("Enter")
        if whole:
            break
        page.keyboard.press("ArrowRight")
    assert re.search("Solved|wrong|Right", answered(page))
    page.context.close()


def test_a_click_plays_what_the_pointer_has_shown(browser: Any, address: str) -> None:
    page = opened(browser, address, WITH_PUZZLES[0])
    for x, y in points_of(page):
        page.mouse.move(x, y)
        page.mouse.move(x + 1, y)
        page.wait_for_timeout(500)
        if page.locator("#confirm").is_visible():
            break
    assert "?" not in page.url
    page.mouse.click(x + 1, y)
    assert re.search("Solved|wrong|Right", answered(page))
    page.context.close()


def points_of(page: Any) -> Iterator[tuple[float, float]]:
    """Yield points of the board, of which one lies on a place."""
    box = page.locator("#table").bounding_box()
    for down in (0.5, 0.6, 0.4, 0.7, 0.3):
        for across in (0.5, 0.4, 0.6, 0.3, 0.7):
            yield box["x"] + across * box["width"], box["y"] + down * box["height"]


def test_a_phone_shows_the_choice_first_and_fits(browser: Any, address: str) -> None:
    page = opened(
        browser, address, WITH_PUZZLES[0], viewport={"width": 360, "height": 740},
        has_touch=True, is_mobile=True, color_scheme="dark",
    )  # fmt: skip
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for x, y in points_of(page):
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(500)
        if page.locator("#confirm").is_visible():
            break
    assert "?" not in page.url
    page.locator("#confirm").tap()
    assert re.search("Solved|wrong|Right", answered(page))
    page.context.close()


def test_without_scripts_the_drawing_and_the_form_are_there(browser: Any, address: str) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.said = []
    puzzle = puzzles(WITH_PUZZLES[0])[0]
    page.goto(f"{address}/puzzles/{puzzle.id}")
    assert page.locator("figure img").is_visible()
    assert not page.locator("#on-board").is_visible()
    page.get_by_text("Or write the move").click()
    page.get_by_label("Move", exact=True).fill(right_moves(puzzle.node)[0])
    page.keyboard.press("Enter")
    assert re.search("Solved|Right", answered(page))
    page.context.close()
