"""A request that fails once: each kind of page asks again by itself, and says so meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.page.catching_up import PAGES, Site
from tests.e2e.server.faulty import noted

SOME = (("front", "half"),)
"""A page and a fault that stand for all; full/ has the others."""


@pytest.mark.parametrize(("name", "fault"), SOME)
def test_a_page_catches_up_after_failed_requests(
    failing: Callable[..., Site], name: str, fault: str
) -> None:
    PAGES[name](failing(fault))


SHARED = "**/api/analysis/shared*"


@pytest.mark.parametrize("status", [403, 410])
def test_a_final_answer_is_not_asked_for_again(browser: Any, shared: str, status: int) -> None:
    page = noted(browser.new_page())
    page.clock.install()
    asked = list[str]()

    def refuse(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(status=status, json={"error": "unknown game"})

    page.route(SHARED, refuse)
    page.goto(f"{shared}/analysis?game=boku")
    page.get_by_text("Unknown game.", exact=True).wait_for()
    page.clock.run_for(60_000)
    assert len(asked) == 1
    assert page.evaluate("linesSaid") == []
    page.close()
