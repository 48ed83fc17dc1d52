"""The server is killed during play: answered moves are stored once, and clocks are right."""

from __future__ import annotations

from pathlib import Path

from tests.soak.servers import survive_kills


def test_a_killed_server_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    assert survive_kills(tmp_path, kills=1) >= 10
