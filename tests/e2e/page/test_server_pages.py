"""The server's pages in a real browser: faults that a policy, style or script could cause."""

from __future__ import annotations

from typing import Any


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
