"""An old process and a new one at one PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.server.database import migrations
from tests.e2e.server import test_upgrading as push
from tests.e2e.server.served import Served
from tests.e2e.server.test_upgrading import command, old, version_of
from tests.server.conftest import cluster

__all__ = ["cluster", "old"]


@pytest.mark.parametrize("kind", ["postgresql"])
def test_an_old_process_ends_once_a_new_one_has_changed_the_tables(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    push.test_an_old_process_ends_once_a_new_one_has_changed_the_tables(kind, tmp_path, request)


def test_it_can_be_migrated_without_serving_it(old: Path, tmp_path: Path) -> None:
    data, backup = ("--data", str(tmp_path)), tmp_path / "server-version-2.db"
    code, line = command("migrate", *data)
    assert (code, "Traceback" in line, repr(str(backup)) in line) == (0, False, True)
    assert (version_of(old), version_of(backup)) == (migrations.NEWEST, 2)
    assert command("migrate", *data) == (0, ""), "there is nothing left to do"
    assert sorted(path.name for path in tmp_path.glob("*.db")) == ["server-version-2.db", old.name]
    served = Served(*data)
    code, line = command("migrate", *data)
    assert (code, "another server uses" in line) == (2, True)
    assert served.ask("GET", "/api/boards/1")[0] == 200
    assert served.end()[1] == ""
