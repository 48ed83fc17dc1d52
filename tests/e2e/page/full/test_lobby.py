"""The lobby in real browsers: two people find each other, and nobody reloads a page."""

from __future__ import annotations

import re
from typing import Any

PHONE = {"width": 360, "height": 640}


def test_somebody_who_plays_the_computer_meanwhile_is_taken_to_the_opponent(
    browser: Any, address: str
) -> None:
    said = list[str]()

    def opened(**more: Any) -> Any:
        page = browser.new_context(**more).new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        return page

    ann, guest = opened(), opened(viewport=PHONE)
    ann.goto(f"{address}/sign-up")
    ann.get_by_label("Name").fill("ann")
    ann.get_by_label("Password").fill("a pass of words")
    ann.get_by_role("button", name="Sign up").click()
    ann.locator(".desk-menu summary", has_text="Play").click()
    ann.get_by_role("link", name="Lobby", exact=True).click()
    ann.get_by_text("Nobody is waiting").wait_for()

    guest.clock.install()
    guest.goto(f"{address}/lobby?game=boku")
    assert guest.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    guest.get_by_label("5 min + 5 s a move").check()
    guest.get_by_label("I do").check()
    guest.get_by_label("Your name").fill("Marie")
    guest.get_by_role("button", name="Open the game").click()
    guest.get_by_text("Keep this page open").wait_for()
    assert "seat" not in guest.url
    assert guest.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert "you move first" in guest.locator("#own").inner_text(), "a guest reads it of oneself"
    row = ann.locator("#seeks li", has_text="Marie (guest)")
    row.wait_for()
    assert "they move first" in row.inner_text()
    assert guest.locator("#seeks li").count() == 0, "one's own game is not offered to oneself"

    meanwhile = guest.get_by_role("button", name="Play level 3 in the meantime")
    assert not meanwhile.is_visible()
    guest.clock.run_for(21_000)
    meanwhile.click()
    guest.wait_for_url("**/board/2")
    row.get_by_role("button", name="Join Marie (guest)’s game of Boku").click()
    ann.wait_for_url("**/board/1")
    guest.wait_for_url("**/board/1")
    for page in (ann, guest):
        page.locator("#state", has_text="to move").wait_for()
    turns = [page.locator("#state").inner_text().endswith("your turn") for page in (ann, guest)]
    assert turns == [False, True]
    assert said == []
    for page in (ann, guest):
        page.context.close()


def test_whoever_has_sent_a_link_is_taken_to_the_board_when_the_friend_comes(
    browser: Any, address: str
) -> None:
    ann, bob = (browser.new_context().new_page() for _ in range(2))
    ann.goto(f"{address}/?game=boku")
    ann.get_by_label("A friend, by a link").check()
    ann.get_by_role("button", name="Play", exact=True).click()
    ann.wait_for_url("**/links*")
    ann.wait_for_function("() => document.getElementById('friend').value.includes('#seat=')")
    link = ann.get_by_role("textbox", name="Your friend's seat").input_value()
    bob.goto(address + link[link.index("/board/") :])
    bob.locator("#state", has_text="to move").wait_for()
    ann.wait_for_url(re.compile(r"/board/\d+(#.*)?$"))
    ann.locator("#state", has_text="to move").wait_for()
    turns = [page.locator("#state").inner_text().endswith("your turn") for page in (ann, bob)]
    assert sorted(turns) == [False, True]
    for page in (ann, bob):
        page.context.close()
