"""A record on the front page, which plays by itself."""

from __future__ import annotations

from typing import Any

from tests.e2e.page.test_watch import OTHER


def test_a_record_plays_by_itself_unless_calm_is_wanted(browser: Any, address: str) -> None:
    for motion, label in (("no-preference", "Pause"), ("reduce", "Play")):
        context = browser.new_context(reduced_motion=motion)
        page = context.new_page()
        page.goto(f"{address}/?game=boku")
        assert not page.get_by_role("button", name="the record").is_visible()
        page.get_by_role("heading", name="Watch").scroll_into_view_if_needed()
        button = page.get_by_role("button", name=f"{label} the record")
        canvas = page.locator(".demo canvas")
        canvas.wait_for()
        before = canvas.evaluate("each => each.toDataURL()")
        if label == "Pause":
            page.wait_for_function(OTHER, arg=[canvas.element_handle(), before])
        else:
            page.wait_for_timeout(2000)  # in which a move would be played
            assert canvas.evaluate("each => each.toDataURL()") == before
        button.click()
        other = "Play" if label == "Pause" else "Pause"
        assert page.get_by_role("button", name=f"{other} the record").is_visible()
        context.close()
