"""An old process and a new one at one PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.server.database import migrations
from boche.server.database.connect import open_store
from tests.e2e.server.load import Load, check
from tests.e2e.server.served import Served
from tests.e2e.server.test_upgrading import NEWER, OLDER, command, old, version_of
from tests.server.conftest import cluster

__all__ = ["cluster", "old"]


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


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_old_process_ends_once_a_new_one_has_changed_the_tables(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Play on during the change: each move is stored once, or was not answered."""
    url, arguments = f"sqlite:///{tmp_path / 'server.db'}", ("--data", str(tmp_path))
    if kind == "postgresql":
        url = request.getfixturevalue("cluster").database("upgraded")
        arguments = ("--database", url)
    before = Served(*arguments, code=OLDER)
    load = Load([before.port], players=3)
    load.wait_for(20)
    load.back.clear()
    after = Served("--migrate", *arguments, code=NEWER)
    code, errors = before.ended()
    load.ports = [after.port]
    load.back.set()
    load.wait_for(20)
    games = load.finish()
    after.end()
    assert code == 2
    assert errors.splitlines() == [
        f"boche serve: the database now has version {migrations.NEWEST + 1}, but this program "
        f"supports {migrations.NEWEST}, and stops: leave it to the newer one"
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrations, "NEWEST", migrations.NEWEST + 1)
        store = open_store(url)
        assert check(store, games) >= 40
        store.close()
