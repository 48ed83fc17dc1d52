"""More large hostile inputs."""

from __future__ import annotations

import pytest

from tests.engine.record.push.test_record_flood import FLOODS, SOME, Reader, check_flood, reader

__all__ = ["reader"]


@pytest.mark.parametrize("name", [name for name in FLOODS if name not in SOME])
def test_a_flood_ends_soon(reader: Reader, name: str) -> None:
    check_flood(reader, name)
