"""Forms of a server's pages in a real browser: what is not shown holds nothing back."""

from __future__ import annotations

from typing import Any


def test_a_field_that_is_not_shown_does_not_hold_the_form_back(browser: Any, address: str) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{address}/?game=boku")
    page.get_by_label("Other days for each move").check()
    page.get_by_label("Days", exact=True).fill("1000000000")
    page.get_by_role("button", name="Play", exact=True).click()
    assert page.evaluate("() => document.activeElement.name") == "days", "it says what is wrong"
    page.get_by_label("No clock", exact=True).check()
    page.reload()
    assert page.get_by_label("No clock", exact=True).is_checked()
    page.get_by_label("The computer").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/board/1/**")
    page.context.close()


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


def test_a_guest_finds_what_they_chose_last(browser: Any, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}/?game=boku")
    page.get_by_label("Their name").fill("Jean")
    page.get_by_label("5 min + 5 s").check()
    page.goto(f"{address}/?game=che")
    assert page.get_by_label("Their name").input_value() == "Jean", "in this tab"
    page.get_by_role("button", name="Play").click()
    page.get_by_role("link", name="Go to the board").wait_for()
    page.close()
    page = context.new_page()
    page.goto(f"{address}/?game=octi")
    assert page.get_by_label("5 min + 5 s").is_checked()
    assert page.get_by_label("Their name").input_value() == "", "names of others are left out"
    context.close()
