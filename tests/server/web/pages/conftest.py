"""The application, which runs in the tests themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boche.server.database.store import Store
from tests.server.web.pages.browser import Site


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    found = Site(store)
    yield found
    found.close()
