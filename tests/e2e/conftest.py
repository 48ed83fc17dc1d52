"""Fixtures: a browser for all tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.chromium import NoBrowserError, launch

PATIENCE = 60_000  # milliseconds; a busy machine is slow


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    """Yield the driver of browsers, of which a process has one at most."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as made:
        yield made


@pytest.fixture(scope="session")
def browser(driver: Any) -> Iterator[Any]:
    yield from opened(driver)


def opened(driver: Any, *drawing: tuple[str, ...]) -> Iterator[Any]:
    """Yield a browser until the tests are over."""
    try:
        made = launch(driver, *drawing)
    except NoBrowserError as error:
        pytest.fail(f"pages need a browser (apt install chromium): {error}", pytrace=False)
    new_context = made.new_context

    def patient(**kind: Any) -> Any:
        context = new_context(**kind)
        context.set_default_timeout(PATIENCE)
        return context

    made.new_context = patient
    yield made
    made.close()
