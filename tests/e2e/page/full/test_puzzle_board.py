"""A puzzle's board by keys in the other games, and on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.e2e.page.test_puzzle_board import WITH_PUZZLES, answered, opened, spot_of
from tests.e2e.server.whole import DESK


def test_a_phone_shows_the_choice_first_and_fits(browser: Any, shared: str) -> None:
    page = opened(
        browser, shared, WITH_PUZZLES[0], viewport={"width": 360, "height": 740},
        has_touch=True, is_mobile=True, color_scheme="dark", device_scale_factor=0.5,
    )  # fmt: skip
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.touchscreen.tap(*spot_of(page, WITH_PUZZLES[0]))
    page.wait_for_selector("#confirm:visible")
    assert "?" not in page.url
    page.locator("#confirm").tap()
    assert re.search("Solved|wrong|Right", answered(page))
    page.context.close()


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_keys_alone_play_a_move(browser: Any, shared: str, game: str) -> None:
    page = opened(browser, shared, game, **DESK)
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


def test_a_click_plays_what_the_pointer_has_shown(browser: Any, shared: str) -> None:
    page = opened(browser, shared, WITH_PUZZLES[0], **DESK)
    x, y = spot_of(page, WITH_PUZZLES[0])
    page.mouse.move(x + 3, y + 3)
    page.mouse.move(x, y)
    page.wait_for_selector("#confirm:visible")
    assert "?" not in page.url
    page.mouse.click(x, y)
    assert re.search("Solved|wrong|Right", answered(page))
    page.context.close()
