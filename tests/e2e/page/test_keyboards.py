"""Single keys that do something: reached with every keyboard layout, and nowhere in the way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.page.keyboards import (
    ALT,
    CTRL,
    LAYOUTS,
    META,
    SHIFT,
    Exported,
    Key,
    Keyboard,
    LiveBoard,
    resting,
)

SOME = ("azerty",)
"""A layout that stands for all; full/ has the others."""


@pytest.mark.parametrize("layout", SOME)
def test_a_board_takes_the_keys_of_a_layout(live_board: LiveBoard, layout: str) -> None:
    live_board.takes(LAYOUTS[layout])


@pytest.mark.parametrize(
    "key",
    [
        Key("x", "KeyX", CTRL), Key("ч", "KeyX", CTRL), Key("x", "KeyX", ALT),
        Key("x", "KeyX", META), Key("&", "Digit1", ALT), Key("t", "KeyT", CTRL | SHIFT),
        Key("q", "KeyX"), Key("y", "KeyT"), Key("r", "KeyO"),  # of Dvorak
        Key("@", "Digit2", SHIFT), Key('"', "Digit2", SHIFT),
    ],
)  # fmt: skip
def test_other_keys_are_left_alone(exported: Exported, key: Key) -> None:
    assert exported.after(key) == exported.start


ALTGR = """([key, code]) => document.body.dispatchEvent(new KeyboardEvent("keydown", {
  key, code, modifierAltGraph: true, bubbles: true, cancelable: true,
}))"""


@pytest.mark.parametrize("key", [Key("x", "KeyX"), Key("²", "Digit2"), Key("ł", "KeyO")])
def test_text_typed_with_altgr_is_no_command(exported: Exported, key: Key) -> None:
    assert exported.page.evaluate(ALTGR, [key.types, key.place]) is True
    assert exported.after() == exported.start


def test_the_number_block_without_num_lock_steps(exported: Exported) -> None:
    page, press = exported.page, exported.keyboard.press
    last = page.get_attribute("#slider", "max")
    for key, at in (
        (Key("End", "Numpad1"), last), (Key("Home", "Numpad7"), "0"),
        (Key("ArrowRight", "Numpad6"), "1"), (Key("PageUp", "Numpad9"), "0"),
    ):  # fmt: skip
        press(key)
        resting(page)
        assert page.input_value("#slider") == at


def test_what_is_typed_in_a_field_is_no_command(live_board: LiveBoard) -> None:
    page, press = live_board.page, live_board.keyboard.press
    page.evaluate("document.getElementById('talk').open = true")
    for key in (Key("x", "KeyX"), Key("ч", "KeyX"), Key("X", "KeyX", SHIFT)):
        page.focus("#saying")
        press(key)
        assert page.get_attribute("#spread", "aria-pressed") == "false"
    assert page.input_value("#saying") == "xчX"
    page.fill("#saying", "")


HOME = """(field) => field.dispatchEvent(new KeyboardEvent("keydown", {
  key: "Home", code: "Home", bubbles: true, cancelable: true,
}))"""
"""A script that presses Home, and tells whether the browser is to do what it does with it."""


def test_fields_beside_the_analysis_board_keep_their_keys(browser: Any, shared: str) -> None:
    page = browser.new_page()
    page.goto(f"{shared}/analysis?game=boche")
    page.wait_for_selector("#prompt:not(:empty)")
    page.click("details.options summary")
    field = page.locator("details.options :is(input[type=number], select)").first
    field.focus()
    assert field.evaluate(HOME) is True
    page.focus("#table")
    assert page.locator("#table").evaluate(HOME) is False
    page.close()


def test_a_letter_chooses_by_its_place(browser: Any, shared: str) -> None:
    """Choose one of a place's ways with Latin letters and with those of other scripts."""
    page = browser.new_page()
    page.goto(f"{shared}/analysis?game=boche")
    page.wait_for_selector("#prompt:not(:empty)")
    page.focus("#table")
    keyboard = Keyboard(page)
    keyboard.press(Key("ArrowUp", "ArrowUp"))
    page.wait_for_selector("#keys button")
    letters = [text.strip().lower() for text in page.locator("#keys button").all_inner_texts()]
    chosen = "#keys button[aria-pressed=true]"
    for letter, foreign in zip(letters[:3], "фис", strict=True):  # at A, B and C
        keyboard.press(Key(foreign, f"Key{letter.upper()}"))
        page.wait_for_function(
            "([where, text]) => document.querySelector(where)?.innerText.toLowerCase() === text",
            arg=[chosen, letter],
        )
    page.close()
