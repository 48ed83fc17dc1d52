"""The application, which runs in the tests themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boche.server.database.store import Store
from tests.server.web.site import Site


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    with Site(store) as found:
        yield found
