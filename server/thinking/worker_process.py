"""A process beside the server's own for slow work, one piece at a time, with a timeout."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from boche.engine.interrupt import end_with_parent
from boche.server.infrastructure.supervision import REGISTER

T = TypeVar("T")

NICE = 10
"""Niceness relative to the server's process."""


class WorkerProcess:
    """A process that starts with its first work, and ends with this process."""

    def __init__(self, patience: float) -> None:
        """Set the timeout of one piece of work in seconds."""
        self._patience = patience
        self._pool: Executor | None = None
        self._lock = threading.Lock()
        self._closed = False

    def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """Return what ``work`` returns or raises in that process. Raises ``TimeoutError``."""
        with self._lock:
            if self._closed:
                raise TimeoutError("the server ends")
            if self._pool is None:
                self._pool = aside(1)
            try:
                return self._pool.submit(work, *arguments).result(self._patience)
            except BrokenProcessPool as error:
                REGISTER.note("drawing process", error)
                self._end()
                raise TimeoutError("the process has ended") from error
            except TimeoutError:
                self._end()
                raise

    def close(self) -> None:
        """Kill the process; no other is started."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            kill(pool, wait=False)


def aside(size: int) -> Executor:
    """Return a pool of processes that leave the CPU to others, and end with this one."""
    return ProcessPoolExecutor(size, get_context("spawn"), initializer=_begin)


def kill(pool: Executor, *, wait: bool) -> None:
    """Kill the processes of a pool; with ``wait``, return when its threads have ended.

    Python has a public way only from 3.14 on: ``kill_workers``.
    """
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.kill()
    pool.shutdown(wait=wait, cancel_futures=True)


def _begin() -> None:
    end_with_parent()
    with contextlib.suppress(AttributeError, OSError):  # not on Windows
        os.nice(NICE)
