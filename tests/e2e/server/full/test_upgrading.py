"""An old process and a new one at one PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.server import test_upgrading as push
from tests.server.conftest import cluster

__all__ = ["cluster"]


@pytest.mark.parametrize("kind", ["postgresql"])
def test_an_old_process_ends_once_a_new_one_has_changed_the_tables(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    push.test_an_old_process_ends_once_a_new_one_has_changed_the_tables(kind, tmp_path, request)
