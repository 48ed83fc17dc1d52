"""What tests start ends with the test run, even if that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import ROOT
from tests.leftovers import MARK

DAEMON = """
import subprocess, time

def test_with_a_daemon():
    command = "sleep 300 & echo $! > {0}.part; mv {0}.part {0}"
    subprocess.run(["sh", "-c", command], start_new_session=True, check=True)
    time.sleep(300)
"""
UNMARKED = """
import subprocess, time
from pathlib import Path

def test_with_a_program_that_ignores_us_in_a_clean_environment():
    command = "trap '' INT TERM; sleep 300; sleep 300"
    made = subprocess.Popen(["sh", "-c", command], start_new_session=True, env={{}})
    time.sleep(3)
    Path("{0}.part").write_text(str(made.pid))
    Path("{0}.part").rename("{0}")
    time.sleep(300)
"""


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux")
@pytest.mark.parametrize(
    ("test", "workers", "end"),
    [
        (DAEMON, [], signal.SIGKILL),
        (DAEMON, ["-n", "1"], signal.SIGKILL),
        (DAEMON, ["-n", "1"], signal.SIGINT),
        (UNMARKED, [], signal.SIGKILL),
        (UNMARKED, ["-n", "1"], signal.SIGINT),
    ],
)
def test_a_run_that_is_ended_leaves_nothing(
    tmp_path: Path, test: str, workers: list[str], end: signal.Signals
) -> None:
    file, mark = tmp_path / "test_slow.py", tmp_path / "daemon"
    file.write_text(test.format(mark))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-p", "no:anyio"]
    run = subprocess.Popen(
        [*command, *workers, "-c", str(ROOT / "pyproject.toml"), str(file)], cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != MARK},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    wait_until(mark.exists)
    daemon = int(mark.read_text())
    assert is_alive(daemon)
    if end is signal.SIGINT:  # what a terminal does with Ctrl+C
        os.killpg(run.pid, end)
    else:
        run.send_signal(end)
    run.wait(60)
    wait_until(lambda: not is_alive(daemon))


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)
