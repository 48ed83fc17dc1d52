"""More databases that are not there."""

from __future__ import annotations

import pytest

from tests.e2e.server import test_serve as push


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("mysql://somewhere", "postgresql://"),
        ("postgresql://somewhere:port/games", "postgresql://"),
        ("postgresql://127.0.0.1:1/games", "database postgresql://127.0.0.1:1/games: "),
    ],
)
def test_a_database_that_is_not_there(url: str, reason: str) -> None:
    push.test_a_database_that_is_not_there(url, reason)
