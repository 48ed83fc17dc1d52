"""A post office on both databases."""

from __future__ import annotations

import pytest

from tests.server.desk import Desk
from tests.server.mail.office import Office


@pytest.fixture
def office(desk: Desk) -> Office:
    return Office(desk)
