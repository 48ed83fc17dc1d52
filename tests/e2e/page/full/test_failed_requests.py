"""Requests that fail once in each way, one after the other, on each kind of page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.page.catching_up import PAGES, Site
from tests.e2e.page.test_failed_requests import SHARED
from tests.e2e.server.faulty import FAULTS, noted


@pytest.mark.parametrize("name", PAGES)
def test_a_page_catches_up_after_requests_that_fail_in_every_way(
    failing: Callable[..., Site], name: str
) -> None:
    PAGES[name](failing(*FAULTS))


SETTLING = """
window.pending = 0;
const asks = window.fetch;
window.fetch = (...asked) => {
  pending += 1;
  return asks(...asked).finally(() => { pending -= 1; });
};
"""
"""A script that counts the requests without an answer."""


PAUSES = (0.25, 0.5, 1, 2, 4, 8, 8)
"""Seconds after each request without an answer until the next one."""


def test_pauses_grow_until_the_network_is_back(browser: Any, shared: str) -> None:
    page = noted(browser.new_page())
    page.clock.install()
    asked = list[str]()

    def fail(route: Any) -> None:
        asked.append(route.request.url)
        route.abort()

    def follows(times: int) -> None:
        """Wait until the page has asked so often and knows that it has failed."""
        while len(asked) < times:
            page.wait_for_timeout(10)
        page.wait_for_function("() => pending === 0")

    page.add_init_script(SETTLING)
    page.route(SHARED, fail)
    page.goto(f"{shared}/analysis?game=boku")
    page.get_by_text("The server cannot be reached. Trying again\u2026").wait_for()
    # Until here time goes on by itself, for a pause or two; from here only as it is told to.
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
    page.wait_for_function("() => pending === 0")
    for seconds in PAUSES[len(asked) - 1 :]:
        before = len(asked)
        page.clock.run_for(1000 * seconds)
        follows(before + 1)
        assert len(asked) == before + 1
    for event in (
        "dispatchEvent(new Event('online'))",
        "document.dispatchEvent(new Event('visibilitychange'))",
    ):
        before = len(asked)
        page.evaluate(event)
        follows(before + 1)
        page.clock.run_for(250)  # the next pause is a short one
        follows(before + 2)
    page.unroute(SHARED)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_function("() => document.getElementById('line').hidden")
    page.close()
