"""The server's pages in a real browser: menus, and what is told while a page is open."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.page import test_server_pages as push


def test_a_phones_menu_leads_to_the_account(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.goto(f"{address}/sign-up")
    page.get_by_label("Name").fill("a-name-of-twenty-one")
    page.get_by_label("Password").fill("a pass of words")
    page.get_by_role("button", name="Sign up").click()
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("summary", has_text="Menu").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("navigation").get_by_role("link", name="Account").click()
    page.get_by_role("button", name="Change the password").wait_for()
    context.close()


def test_the_menus_lists_open_by_keys_and_close_by_anything_else(
    browser: Any, address: str
) -> None:
    context = browser.new_context(viewport={"width": 1024, "height": 640})
    page = context.new_page()
    page.goto(f"{address}/puzzles")
    watch, learn = (
        page.locator(".desk-menu summary", has_text=each) for each in ("Watch", "Learn")
    )
    assert page.locator("header").bounding_box()["height"] < 90, "it is one line"
    assert page.locator("summary[aria-current=true]").all_inner_texts() == ["Learn"]
    learn.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "Lessons"
    page.keyboard.press("Escape")
    assert learn.evaluate("each => each === document.activeElement && !each.parentNode.open")
    learn.click()
    assert (
        page.get_by_role("link", name="Puzzles", exact=True).get_attribute("aria-current") == "page"
    )
    watch.click()
    opened = page.locator("details.menu[open] > summary")
    assert opened.all_inner_texts() == ["Watch"]
    page.locator("h1").click()
    assert opened.count() == 0
    context.close()


def test_without_scripts_the_menu_leads_everywhere(browser: Any, address: str) -> None:
    for width, way in ((1024, "People"), (360, "Menu")):
        context = browser.new_context(
            viewport={"width": width, "height": 640}, java_script_enabled=False
        )
        page = context.new_page()
        page.goto(address)
        page.locator("summary", has_text=way).and_(page.locator(":visible")).click()
        page.get_by_role("link", name="Standings").click()
        page.wait_for_url("**/standings**")
        context.close()


def test_a_game_of_this_browser_is_told_while_the_page_is_open(browser: Any, address: str) -> None:
    ann, bob = browser.new_context().new_page(), browser.new_context().new_page()
    ann.goto(address)
    ann.get_by_role("button", name="Play", exact=True).click()
    link = ann.get_by_label("Your friend's seat", exact=True).input_value()
    ann.get_by_role("link", name="Go to the board").click()
    ann.locator("#state", has_text="waiting").wait_for()
    ann.clock.install()
    ann.goto(address)
    here = ann.get_by_role("region", name="Your games in this browser")
    here.get_by_text("Waiting for").wait_for()
    bob.goto(address + link.partition("table.example")[2])
    bob.locator("#state", has_text="turn").wait_for()
    ann.clock.run_for(60_000)
    here.get_by_text("Your turn").wait_for()
    assert here.get_by_role("button", name="Forget board 1 in this browser").count() == 1
    for page in (ann, bob):
        page.context.close()


@pytest.mark.parametrize("scripts", [False])
def test_a_name_that_nobody_has_is_refused_beside_its_field(
    browser: Any, address: str, scripts: bool
) -> None:
    push.test_a_name_that_nobody_has_is_refused_beside_its_field(browser, address, scripts)
