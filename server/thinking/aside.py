"""A process beside the server's own, for what takes seconds: one thing at a time, with an end."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from engine.interrupt import end_with_parent

T = TypeVar("T")

NICE = 10
"""How far it stands back behind who answers everybody."""


class Aside:
    """It is started with the first thing to do, and ends with this process."""

    def __init__(self, patience: float) -> None:
        """``patience`` is the seconds that one thing may take."""
        self._patience = patience
        self._pool: Executor | None = None
        self._lock = threading.Lock()
        self._closed = False

    def do(self, work: Callable[..., T], *given: Any) -> T:
        """What ``work`` returns, or raises, there. Raises ``TimeoutError`` where it has no end."""
        with self._lock:
            if self._closed:
                raise TimeoutError("the server ends")
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=_begin)
            try:
                return self._pool.submit(work, *given).result(self._patience)
            except BrokenProcessPool as error:
                self._end()
                raise TimeoutError("the process has ended") from error
            except TimeoutError:
                self._end()
                raise

    def close(self) -> None:
        """End the process, whatever it is doing; there will be no other."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((getattr(pool, "_processes", None) or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    end_with_parent()
    with contextlib.suppress(AttributeError, OSError):  # not on Windows
        os.nice(NICE)
