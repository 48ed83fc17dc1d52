"""The browser of a record's pages draws by a renderer that is not the desk's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.chromium import SWIFTSHADER
from tests.e2e.conftest import opened


@pytest.fixture(scope="session")
def browser(driver: Any) -> Iterator[Any]:
    yield from opened(driver, SWIFTSHADER)
