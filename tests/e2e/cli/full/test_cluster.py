"""Work on a cluster whose workers come and go, and whose members have certificates."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from boche.engine.match.series import match
from tests.e2e.cli.clusters import games_in, local_cluster, until
from tests.e2e.cli.full.test_cluster_more import QUICK, files_in, run, start, tls_settings

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


GAMES = 60


MATCH = ("match", "2", "3", "--size", "4", "--games", str(GAMES), "--seed", "5", "-o")


def test_workers_come_and_go_and_no_game_is_lost_or_differs(boche, tmp_path: Path) -> None:
    far = tmp_path / "far"
    with local_cluster(tmp_path) as cluster:
        others = ("b", "c", "d")
        for name in ("a", *others):
            cluster.begin_worker(name)
        for name in ("a", *others):
            cluster.wait_for(name)
        process = start(*MATCH, str(far), "--cluster", cluster.address)
        until(lambda: games_in(far) >= 8, "games")

        cluster.send(signal.SIGSTOP, "a")  # so that it is lost with games that it has begun
        so_far = games_in(far)
        until(lambda: games_in(far) >= so_far + 8, "games of three workers")

        cluster.send(signal.SIGSTOP, *others)
        cluster.worker("e")
        # Only now: what it had begun would else wait for the others, and leave no room for more.
        cluster.send(signal.SIGKILL, "a")
        so_far = games_in(far)
        until(lambda: games_in(far) >= so_far + 2, "games of the worker that came later")
        cluster.send(signal.SIGCONT, *others)
        out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    code, local_out, err = boche(*MATCH, str(tmp_path / "here"), "--jobs", "1")
    assert (code, out) == (0, local_out)
    assert games_in(far) == GAMES
    assert files_in(far) == files_in(tmp_path / "here")


def test_only_who_has_a_certificate_may_connect(tmp_path: Path) -> None:
    settings = tls_settings(tmp_path / "members")
    match = (*QUICK, "--games", "2", "-o", str(tmp_path / "m"), "--cluster")
    with local_cluster(tmp_path, settings) as cluster:
        assert cluster.address.startswith("tls://")
        cluster.worker("a")
        code, _, said = run(*match, cluster.address, settings=tls_settings(tmp_path / "others"))
        assert (code, games_in(tmp_path / "m")) == (2, 0)
        assert said.startswith(f"boche match: cannot reach the cluster at {cluster.address}: ")
        code, _, said = run(*match, cluster.address, settings=settings)
        assert (code, games_in(tmp_path / "m")) == (0, 2), said


def test_a_match_of_a_script_has_the_same_games_on_a_cluster(tmp_path: Path) -> None:
    with local_cluster(tmp_path) as cluster:
        cluster.worker("a")
        far = match("random", "greedy", size=3, games=6, cluster=cluster.address)
    assert far.records == match("random", "greedy", size=3, games=6).records
