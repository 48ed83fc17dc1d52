"""The system clock is set during play, with PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.server import test_clocks as push
from tests.server.conftest import cluster

__all__ = ["cluster"]


@pytest.mark.parametrize("kind", ["postgresql"])
def test_a_clock_set_ahead_and_back(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    push.test_a_clock_set_ahead_and_back(kind, tmp_path, request)
