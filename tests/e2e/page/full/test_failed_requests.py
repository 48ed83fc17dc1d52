"""Requests that fail once in each way, on each kind of page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.e2e.page.catching_up import PAGES, Site
from tests.e2e.server.faulty import FAULTS


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_catches_up_after_failed_requests(
    failing: Callable[[str], Site], name: str, fault: str
) -> None:
    PAGES[name](failing(fault))
