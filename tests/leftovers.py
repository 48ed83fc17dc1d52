"""The processes that tests start, ended with the test run in whatever way that ends (Linux only).

``python leftovers.py PID RUN`` waits until the process PID has ended, then ends all processes that
it started, and theirs. They are known by the mark RUN in their environment, which a process
inherits even if it is a daemon, such as PostgreSQL, that leaves its parent's session and process
tree; and, as a browser overwrites its processes' environment and some tests start a program with a
clean one, by having been seen among the descendants of PID.
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
GLANCE = 1.0  # seconds between two looks at what has been started

Process = tuple[int, int]
"""A process: its number, and the time when it started, as numbers are used again."""


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


def running() -> dict[Process, int]:
    """Return the parent of each process that runs."""
    found = {}
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError, IndexError):
            process = int(folder.name)
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if fields[0] != "Z":
                found[process, int(fields[19])] = int(fields[1])
    return found


def is_marked(process: int, run: str) -> bool:
    """Return whether a process has the mark of a run, as far as we may see that."""
    with suppress(OSError):
        environment = Path(f"/proc/{process}/environ").read_bytes()
        return f"{MARK}={run}".encode() in environment.split(b"\0")
    return False


def below(roots: set[int], parents: dict[Process, int]) -> set[Process]:
    """Return the descendants of some processes, without this one."""
    found: set[Process] = set()
    known = set(roots)
    while True:
        more = {each for each, parent in parents.items() if parent in known} - found
        if not more:
            return {each for each in found if each[0] != os.getpid()}
        found |= more
        known |= {number for number, _ in more}


def started(run: str, seen: set[Process]) -> set[Process]:
    """Return what runs of a run: what was seen before or has its mark, and all that it started."""
    parents = running()
    own = {each for each in parents if each in seen or is_marked(each[0], run)}
    return own | below({number for number, _ in own}, parents)


def end_all(run: str, seen: set[Process]) -> None:
    """End the processes of a run: ask for a while, then kill."""
    until = time.monotonic() + PATIENCE
    asked: set[Process] = set()
    while left := started(run, seen):
        kill = time.monotonic() > until
        if time.monotonic() > 2 * PATIENCE + until:  # another user's, or stuck in the kernel
            return
        for process, _ in left if kill else left - asked:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL if kill else signal.SIGTERM)
        asked |= left
        seen |= left
        time.sleep(0.1)


def main(process: int, run: str) -> None:
    seen: set[Process] = set()
    with suppress(OSError):  # it has ended already
        ended = os.pidfd_open(process)
        while not select.select([ended], [], [], GLANCE)[0]:
            parents = running()
            seen = {each for each in seen if each in parents} | below({process}, parents)
    end_all(run, seen)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
