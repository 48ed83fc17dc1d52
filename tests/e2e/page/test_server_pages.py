"""The server's pages in a real browser: faults that a policy, style or script could cause."""

from __future__ import annotations

from typing import Any


def test_a_phone_shows_the_pages_and_copies_the_link(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    said = list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    for path in ("/games", "/sign-up", "/help/boche", "/people/level-1", "/"):
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        dark = sum(map(int, colour[4:-1].split(","))) < 380
        assert dark == (scheme == "dark")
    page.goto(address)
    page.keyboard.press("Tab")
    assert page.locator(":focus").bounding_box()["y"] >= 0, "the skip link is seen"
    page.get_by_label("The computer").check()
    assert page.get_by_label("Level").is_visible()
    page.get_by_label("A friend, by a link").check()
    assert not page.get_by_label("Level").is_visible()
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Copy the link: Your friend's seat").click()
    page.get_by_text("The link is copied: Your friend's seat.").wait_for(state="attached")
    link = page.get_by_label("Your friend's seat", exact=True).input_value()
    assert link.startswith("http://table.example/board/1#seat=")
    # Go to the board and back, and reload: the links remain, and no form is sent.
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.method + request.url))
    page.get_by_role("link", name="Go to the board").click()
    page.locator("#state", has_text="waiting").wait_for()
    page.go_back()
    page.reload()
    assert page.get_by_label("Your friend's seat", exact=True).input_value() == link
    page.go_forward()
    page.locator("#state", has_text="waiting").wait_for()
    assert not [each for each in asked if each.startswith("POST") or link[-20:] in each]
    assert said == []
    context.close()


def test_a_game_is_played_without_scripts(browser: Any, address: str) -> None:
    def opened(name: str) -> Any:
        page = browser.new_context(java_script_enabled=False).new_page()
        page.goto(f"{address}{name}")
        return page

    one, two = opened("/?game=boku"), opened("/")
    one.get_by_role("button", name="Play", exact=True).click()
    friend = one.get_by_label("Your friend's seat", exact=True).input_value()
    one.get_by_role("button", name="Go to the board without scripts").click()
    two.goto(address + friend.partition("table.example")[2])
    assert two.locator("noscript img, img").first.evaluate("each => each.naturalWidth") > 100
    two.get_by_role("link", name="Whose turn it is, the moves, and a form to play").click()
    two.get_by_label("Paste it here").fill(friend)
    two.get_by_role("button", name="Take my seat").click()
    one.get_by_role("link", name="Look again").click()
    one.get_by_label("1. Place").select_option("f5")
    one.get_by_role("button", name="Show the ways to play there").click()
    one.get_by_role("button", name="Play", exact=True).first.click()
    one.get_by_text("friend to move.").wait_for()
    two.get_by_role("link", name="Look again").click()
    two.get_by_text("Or write the move").click()
    two.get_by_label("Move", exact=True).fill("g5")
    two.get_by_role("button", name="Play", exact=True).click()
    two.get_by_text("guest to move.").wait_for()
    one.context.close()
    two.context.close()
