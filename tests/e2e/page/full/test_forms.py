"""A part of a form that is folded."""

from __future__ import annotations

from typing import Any


def test_what_is_wrong_in_a_part_that_is_folded_opens_it(browser: Any, address: str) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{address}/?game=boche")
    page.locator(".options summary").click()
    size = page.locator("[name=option-kill]")
    size.fill("5000")
    page.locator(".options summary").click()
    page.get_by_role("button", name="Play", exact=True).click()
    assert size.is_visible()
    page.context.close()
