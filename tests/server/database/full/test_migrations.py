"""Databases of older programs: opened, migrated, and played on."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.server.database.migrations import NEWEST
from tests.server.database import test_migrations as push


@pytest.mark.parametrize("number", [number for number in range(1, NEWEST + 1) if number % 3 != 1])
def test_an_older_file_gets_the_tables_of_a_new_one(tmp_path: Path, number: int) -> None:
    push.test_an_older_file_gets_the_tables_of_a_new_one(tmp_path, number)
