"""Ctrl+C where Python by itself would lose it, or get it twice."""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
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
def interrupt_deferred() -> Iterator[Callable[[], bool]]:
    """Ctrl+C breaks nothing off in here. What is yielded tells whether it was pressed.

    Once it is over, it is an exception after all. Where nobody handles it, it stays so.
    """
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    pressed: list[FrameType | None] = []
    signal.signal(signal.SIGINT, lambda _, frame: pressed.append(frame))
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextlib.contextmanager
def interrupt_blocked() -> Iterator[None]:
    """Processes begun in here get Ctrl+C only where they allow it: see ``interrupt_allowed``.

    Until then it waits for them. Threads begun in here do not get it either.
    """
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # beginning it would unblock it
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_pressed: list[int] = []
"""In a process that blocks it: what another thread got for it meanwhile."""


@contextlib.contextmanager
def interrupt_allowed() -> Iterator[None]:
    """In a process begun with it blocked: Ctrl+C ends what is done in here, and says nothing."""
    allowed = True

    def on_signal(number: int, _: FrameType | None) -> None:
        if allowed:
            raise KeyboardInterrupt
        _pressed.append(number)

    sys.unraisablehook = stop_again
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, on_signal)
    if _pressed:
        raise KeyboardInterrupt
    try:
        _block(False)
        yield
    finally:
        _block(True)
        allowed = False


def _block(on: bool) -> None:
    if sys.platform != "win32":
        how = signal.SIG_BLOCK if on else signal.SIG_UNBLOCK
        signal.pthread_sigmask(how, {signal.SIGINT})


def stop_children() -> None:
    """Ctrl+C for all processes that ``multiprocessing`` began here."""
    import multiprocessing

    for child in multiprocessing.active_children():
        if child.pid is not None:
            with contextlib.suppress(OSError):
                os.kill(child.pid, signal.SIGINT)


def kill_children() -> None:
    """The end of all processes that ``multiprocessing`` began here."""
    import multiprocessing

    for child in multiprocessing.active_children():
        with contextlib.suppress(OSError):
            child.kill()


def end_with_parent() -> None:
    """In a process that ``multiprocessing`` began: end when the one that began it has ended.

    It may have been killed, and then tells nobody.
    """
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
