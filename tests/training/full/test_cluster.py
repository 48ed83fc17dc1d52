"""Training whose games are played by other machines."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from tests.e2e.cli.clusters import local_cluster, until
from tests.training.test_training import GAME, QUICK, train


def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    """Two workers, one of them killed while it plays: the chunks are those of this machine."""
    alone, there = tmp_path / "alone", tmp_path / "there"
    assert train(alone, "--hours", "0.0001", "--generations", "1").returncode == 0
    with local_cluster(tmp_path) as cluster:
        cluster.worker("one")
        cluster.worker("two")
        words = ["--hours", "0.0001", "--generations", "2", "--cluster", cluster.address]
        command = [sys.executable, "-m", "training", "--game", GAME, "--folder", str(there)]
        whole = subprocess.Popen([*command, *QUICK, *words], stderr=subprocess.PIPE, text=True)
        until((there / "generation-1").exists, "a generation")
        cluster.send(signal.SIGKILL, "one")
        assert whole.communicate(timeout=300)[1] == ""
    assert whole.returncode == 0
    name = "generation-1/chunk-0001.npz"
    assert (there / name).read_bytes() == (alone / name).read_bytes()
    assert (there / "generation-2" / "weights.npz").exists()
