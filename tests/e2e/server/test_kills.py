"""The server is killed during play: answered moves are stored once, and clocks are right."""

from __future__ import annotations

from pathlib import Path

from tests.server.conftest import cluster  # noqa: F401
from tests.server.postgres import Cluster
from tests.soak.servers import survive_kills, survive_kills_of_one


def test_a_killed_server_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    assert survive_kills(tmp_path, kills=2) >= 15


def test_of_three_servers_one_may_be_killed(cluster: Cluster, tmp_path: Path) -> None:  # noqa: F811
    assert survive_kills_of_one(cluster.database("kills"), tmp_path, kills=1) >= 10
