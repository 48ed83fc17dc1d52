"""The clock of a search's time limit: wall time, or the CPU time of the process on request."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

CLOCK: ContextVar[Callable[[], float]] = ContextVar("clock", default=time.perf_counter)


@contextmanager
def cpu_time() -> Iterator[None]:
    """Limit the searches begun within the block by the process's CPU time, of all its threads.

    So a player gets the same effort on a busy machine, but may take far longer.
    """
    token = CLOCK.set(time.process_time)
    try:
        yield
    finally:
        CLOCK.reset(token)
