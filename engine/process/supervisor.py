"""A supervisor of a program and all of its descendants, which ends them together (Linux only).

It runs as a separate program, ``python keeper.py LIFELINE STATUS COMMAND...``, with two pipes given
by their descriptors. All descendants of the command stay below this process in the tree, even in
sessions of their own, since Linux reparents orphans to it. When the other end of ``LIFELINE`` is
closed, perhaps because its owner has died, all of them are killed. The command's state is written
to ``STATUS``, one per line: ``started``, ``failed REASON``, ``ended CODE``.

It imports none of our modules, so that it starts fast.
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
    """Start the command and run until all of its processes have ended, or it is not needed."""
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
    for pipe in (0, 1):  # only the command keeps them, so that they end with it
        os.dup2(nothing, pipe)
    while reap(child.pid, status):
        if lifeline in select.select([lifeline, woken], [], [])[0]:
            end_all()
            return
        os.read(woken, 4096)


def tell(status: int, line: str) -> None:
    with contextlib.suppress(OSError):  # the reader may be gone
        os.write(status, f"{line}\n".encode())


def reap(child: int, status: int) -> bool:
    """Reap the children that have ended; return whether others are left."""
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
    """Kill our children until there are none; the children of a killed one become ours.

    A child that was not waited for keeps its process id, so this cannot hit an unrelated process.
    """
    while True:
        for pid in children():
            with contextlib.suppress(OSError):  # another user's process cannot be killed
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
