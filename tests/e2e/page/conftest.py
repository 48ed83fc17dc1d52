"""Fixtures: the browser for a record's pages, with another renderer than the desk's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.chromium import SWIFTSHADER
from tests.e2e.conftest import opened


@pytest.fixture(scope="session")
def browser(driver: Any) -> Iterator[Any]:
    yield from opened(driver, SWIFTSHADER)
