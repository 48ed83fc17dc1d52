"""Ctrl+C where Python by itself would lose it, or hear it twice."""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

AGAIN_SECONDS = 0.05


def stop_again(lost: Any) -> None:
    """For ``sys.unraisablehook``: Ctrl+C once more, where it fell into a place that swallows it.

    The compiler's callbacks are such places.
    """
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    timer = threading.Timer(AGAIN_SECONDS, interrupt_main)
    timer.daemon = True
    timer.start()


def interrupt_main() -> None:
    """Ctrl+C for this process alone, from any of its threads."""
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:  # a signal to the thread ends its sleep, too
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


@contextlib.contextmanager
def deaf() -> Iterator[None]:
    """Processes begun in here do not hear Ctrl+C but where they ask for it; see ``hearing``."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def hearing() -> Iterator[None]:
    """In a process that is deaf: Ctrl+C ends what is done in here, and says nothing."""
    sys.unraisablehook = stop_again
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def stop_children() -> None:
    """Ctrl+C for all processes that ``multiprocessing`` began here."""
    import multiprocessing

    for child in multiprocessing.active_children():
        if child.pid is not None:
            with contextlib.suppress(OSError):
                os.kill(child.pid, signal.SIGINT)
