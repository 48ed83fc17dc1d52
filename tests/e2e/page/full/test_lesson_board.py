"""A lesson and a first game in a real browser, by a guest."""

from __future__ import annotations

from typing import Any


def words_of(page: Any, part: str, text: str) -> None:
    """Wait until a part of the page contains a text."""
    page.locator(part).get_by_text(text).first.wait_for()


def test_a_guest_takes_a_lesson_by_keys_and_begins_a_first_game(browser: Any, address: str) -> None:
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.set_default_timeout(60_000)
    said = list[str]()
    page.on("pageerror", lambda error: said.append(str(error)))

    page.goto(f"{address}/learn")
    page.locator("a.onward").first.click()
    page.wait_for_selector("#prompt:not(:empty)")
    page.focus("#table")
    page.keyboard.press("ArrowUp")
    page.wait_for_selector("#confirm:visible")
    page.keyboard.press("Enter")
    words_of(page, "#answer", "That is a whole move: one cube, into a hole.")
    assert "answer=" in page.url
    assert page.evaluate("document.activeElement.id") == "table"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.keyboard.press("Enter")  # as at the desk, it goes on
    page.wait_for_url("**exercise=2")
    words_of(page, "#answer", "There are eight ways to turn a cube")
    page.wait_for_selector("#prompt:not(:empty)")
    page.focus("#table")
    page.keyboard.press("ArrowUp")
    page.wait_for_selector("#keys button")
    page.keyboard.press("e")
    page.keyboard.press("Enter")
    words_of(page, "#answer", "That is rotation e, the opposite")
    page.keyboard.press("Enter")
    words_of(page, "#answer", "There are eight ways to turn a cube")
    page.go_back()
    words_of(page, "#answer", "That is rotation e, the opposite")
    page.goto(f"{address}/learn")
    words_of(page, "#main", "1 of 4 done")
    words_of(page, "#main", "Continue: The cube")

    page.goto(address)
    page.locator("#first-game").get_by_role("button", name="Boku").click()
    words_of(page, "#tip", "Five marbles in a row")
    assert page.locator("#hint").is_visible()
    page.goto(address)
    page.wait_for_selector("#here:visible")
    assert not page.locator("#first-game").is_visible()
    assert said == []
    page.context.close()
