"""``python -m training``, stopped and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.training.test_training import GAME, QUICK, train


def test_training_that_was_stopped_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "training", "--game", GAME, "--folder", str(tmp_path), *QUICK]
    whole = subprocess.Popen(
        [*command, "--hours", "1", "--generations", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert whole.stdout is not None
    while '"what": "chunk"' not in whole.stdout.readline():
        assert whole.poll() is None
    os.killpg(whole.pid, signal.SIGINT)
    assert "goes on from here" in whole.communicate(timeout=300)[1]
    assert whole.returncode == 130
    chunks = sorted((tmp_path / "generation-1").glob("*.npz"))
    kept = {chunk: chunk.read_bytes() for chunk in chunks}
    assert kept
    after = train(tmp_path, "--hours", "0.0001", "--generations", "1")
    assert after.returncode == 0, after.stderr
    assert {chunk: chunk.read_bytes() for chunk in chunks} == kept
    assert (tmp_path / "generation-1" / "weights.npz").exists()
