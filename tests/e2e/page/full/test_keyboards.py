"""The keys of all keyboard layouts, but for those that a push waits for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.page.keyboards import (
    LAYOUTS,
    Exported,
    Key,
    Keyboard,
    LiveBoard,
)
from tests.e2e.page.test_keyboards import SOME

OTHERS = [layout for layout in LAYOUTS if layout not in SOME]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_record_page_takes_the_keys_of_a_layout(exported: Exported, layout: str) -> None:
    exported.takes(LAYOUTS[layout])


@pytest.mark.parametrize("layout", OTHERS)
def test_a_board_takes_the_keys_of_a_layout(live_board: LiveBoard, layout: str) -> None:
    live_board.takes(LAYOUTS[layout])


def test_a_lesson_takes_the_key_at_its_place(browser: Any, shared: str) -> None:
    page = browser.new_page()
    page.goto(f"{shared}/learn/boche/1-the-cube")
    page.wait_for_selector("#prompt:not(:empty)")
    page.wait_for_selector("#spread", state="visible")
    page.focus("#table")
    Keyboard(page).press(Key("ч", "KeyX"))
    page.wait_for_selector("#spread[aria-pressed=true]")
    page.close()
