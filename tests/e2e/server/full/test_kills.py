"""A server is killed again and again during play, and one of three."""

from __future__ import annotations

from pathlib import Path

from tests.server.conftest import cluster
from tests.server.postgres import Cluster
from tests.soak.servers import survive_kills, survive_kills_of_one

__all__ = ["cluster"]


def test_a_server_may_be_killed_several_times(tmp_path: Path) -> None:
    assert survive_kills(tmp_path, kills=4) >= 25


def test_of_three_servers_one_may_be_killed(cluster: Cluster, tmp_path: Path) -> None:
    assert survive_kills_of_one(cluster.database("kills"), tmp_path, kills=1) >= 10
