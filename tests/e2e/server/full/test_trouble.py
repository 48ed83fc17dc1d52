"""A folder that can no longer be written while people play."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from boche.server.database.connect import open_store
from tests.e2e.server.load import CLOCK, Load, check
from tests.e2e.server.served import POWERLESS, Served
from tests.e2e.server.test_trouble import one_line

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of another process")


def test_a_folder_that_can_no_longer_be_written(tmp_path: Path) -> None:
    """Play on with the files that are open, and once more after the folder is writable again."""
    served = Served("--data", str(tmp_path), before=tuple(POWERLESS))
    load = Load([served.port], players=2)
    load.wait_for(10)
    files = list(tmp_path.iterdir())
    for path in (*files, tmp_path):
        path.chmod(0o500 if path == tmp_path else 0o400)
    try:
        for _ in range(30):
            status, found = served.ask("POST", "/api/boards", {"game": "boche", "clock": CLOCK})
            assert status == 200 or "\n" not in one_line((status, found))
            assert served.ask("GET", "/api/boards")[0] in (200, 503)
    finally:
        for path in (tmp_path, *files):
            path.chmod(0o700)
    load.wait_for(10)
    games = load.finish()
    code, errors = served.end()
    assert (code in (0, 130), "Traceback" in errors) == (True, False), errors
    store = open_store(f"sqlite:///{tmp_path / 'server.db'}")
    assert check(store, games) >= 20
    store.close()
