"""The processes that tests start, ended with the test run in whatever way that ends (Linux only).

``python leftovers.py PID RUN`` waits until the process PID has ended, then ends all processes with
the mark RUN in their environment. A process inherits that even if it is a daemon, such as
PostgreSQL, which leaves its parent's session and process tree.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

MARK = "BOCHE_TEST_RUN"
PATIENCE = 5.0  # seconds for a process to end by itself, as PostgreSQL does in order


def end_with_us() -> None:
    """Have all processes that we start end with this one; what they start counts as ours."""
    if MARK in os.environ or not hasattr(os, "pidfd_open"):
        return
    run = f"{os.getpid()}-{time.time_ns()}"
    # Not a Popen, which warns of a process that is still running.
    os.posix_spawn(
        sys.executable,
        [sys.executable, "-I", "-S", __file__, str(os.getpid()), run],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in range(3)],
        setsid=True,
    )
    os.environ[MARK] = run  # after the start, so that it does not end itself


def marked(run: str) -> list[int]:
    """Return the processes of a run, as far as we may see them."""
    found = []
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            if f"{MARK}={run}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def end_all(run: str) -> None:
    """End the processes of a run: ask for a while, then kill."""
    until = time.monotonic() + PATIENCE
    asked: set[int] = set()
    while left := marked(run):
        kill = time.monotonic() > until
        if time.monotonic() > 2 * PATIENCE + until:  # another user's, or stuck in the kernel
            return
        for process in left if kill else set(left) - asked:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL if kill else signal.SIGTERM)
        asked.update(left)
        time.sleep(0.1)


def main(process: int, run: str) -> None:
    with suppress(OSError):  # it has ended already
        select.select([os.pidfd_open(process)], [], [])
    end_all(run)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
