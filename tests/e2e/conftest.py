"""A browser for all tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.chromium import NoBrowserError, chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    try:
        with chromium() as made:
            yield made
    except NoBrowserError as error:
        pytest.fail(f"pages need a browser (apt install chromium): {error}", pytrace=False)
