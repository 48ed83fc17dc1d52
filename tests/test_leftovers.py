"""What tests start ends with the test run, even if that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import ROOT
from tests.leftovers import MARK

SLOW_TEST = """
import subprocess, time

def test_with_a_daemon():
    command = "sleep 300 & echo $! > {0}.part; mv {0}.part {0}"
    subprocess.run(["sh", "-c", command], start_new_session=True, check=True)
    time.sleep(300)
"""


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux")
@pytest.mark.parametrize("workers", [[], ["-n", "1"]], ids=["alone", "with a worker"])
def test_a_killed_run_leaves_no_daemon(tmp_path: Path, workers: list[str]) -> None:
    file, mark = tmp_path / "test_slow.py", tmp_path / "daemon"
    file.write_text(SLOW_TEST.format(mark))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-p", "no:anyio"]
    run = subprocess.Popen(
        [*command, *workers, "-c", str(ROOT / "pyproject.toml"), str(file)], cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != MARK},
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    until = time.monotonic() + 60
    while not mark.exists() and time.monotonic() < until:
        time.sleep(0.05)
    daemon = int(mark.read_text())
    assert is_alive(daemon)
    run.send_signal(signal.SIGKILL)
    run.wait()
    until = time.monotonic() + 60
    while is_alive(daemon) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_alive(daemon)
