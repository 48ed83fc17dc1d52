"""A post office."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.desk import Desk
from tests.server.mail.office import Mailer, Office


@pytest.fixture
def office(desk: Desk) -> Office:
    return Office(desk)


@pytest.fixture
def mailer(desk: Desk) -> Iterator[Mailer]:
    yield Mailer(desk)
    desk.store.before_commit = None  # one of the databases is used again
