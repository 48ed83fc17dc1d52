"""Keeps hold of a program and of all that it starts, and ends them together (Linux only).

Run as a program of its own, ``python keeper.py LIFELINE STATUS COMMAND...``, with two
pipes by their numbers. Whatever the command starts stays below this process in the tree, sessions
of its own included, since Linux hands orphans to it. When the other end of ``LIFELINE`` is closed,
be it that whoever held it has died, all of them are killed. ``STATUS`` is told what becomes of the
command, a line each: ``started``, ``failed REASON``, ``ended CODE``.

It imports nothing of ours, so that it starts in no time.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

PR_SET_CHILD_SUBREAPER = 36


def main(lifeline: int, status: int, words: list[str]) -> None:
    """Start the command and stay until nothing is left of it, or nobody needs it."""
    woken, wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        child = subprocess.Popen(words, start_new_session=True)
    except (OSError, ValueError) as error:
        tell(status, f"failed {getattr(error, 'strerror', None) or error}")
        return
    tell(status, "started")
    nothing = os.open(os.devnull, os.O_RDWR)
    for pipe in (0, 1):  # the command's alone, so that they end with it
        os.dup2(nothing, pipe)
    while reap(child.pid, status):
        if lifeline in select.select([lifeline, woken], [], [])[0]:
            end_all()
            return
        os.read(woken, 4096)


def tell(status: int, line: str) -> None:
    with contextlib.suppress(OSError):  # nobody may listen any more
        os.write(status, f"{line}\n".encode())


def reap(child: int, status: int) -> bool:
    """Take leave of those that have ended; whether others are left."""
    try:
        while True:
            pid, state = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return True
            if pid == child:
                tell(status, f"ended {os.waitstatus_to_exitcode(state)}")
    except ChildProcessError:
        return False


def end_all() -> None:
    """Kill our children until there are none: those of a killed one become ours.

    A child that was not waited for keeps its number, so this can hit no stranger.
    """
    while True:
        for pid in children():
            with contextlib.suppress(OSError):  # another user's is out of reach
                os.kill(pid, signal.SIGKILL)
        if not reap(0, -1):
            return
        time.sleep(0.002)


def children() -> Iterator[int]:
    own = str(os.getpid())
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:
                continue  # it has ended
            if fields[1].decode() == own:
                yield int(name)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
