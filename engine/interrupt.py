"""Ctrl+C where Python by itself would lose it, or hear it twice."""

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
def held() -> Iterator[Callable[[], bool]]:
    """Ctrl+C breaks nothing off in here. What is yielded tells whether it was pressed.

    Once it is over, it is an exception after all. Where nobody listens, it stays so.
    """
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    heard: list[FrameType | None] = []
    signal.signal(signal.SIGINT, lambda _, frame: heard.append(frame))
    try:
        yield lambda: bool(heard)
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        raise KeyboardInterrupt


@contextlib.contextmanager
def deaf() -> Iterator[None]:
    """Processes begun in here hear Ctrl+C only where they ask for it: see ``hearing``.

    Until then it waits for them. Threads begun in here do not hear it either.
    """
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # beginning it would end the deafness
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_pressed: list[int] = []
"""In a process that is deaf: what another thread heard for it meanwhile."""


@contextlib.contextmanager
def hearing() -> Iterator[None]:
    """In a process begun deaf: Ctrl+C ends what is done in here, and says nothing."""
    listening = True

    def hear(number: int, _: FrameType | None) -> None:
        if listening:
            raise KeyboardInterrupt
        _pressed.append(number)

    sys.unraisablehook = stop_again
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, hear)
    if _pressed:
        raise KeyboardInterrupt
    try:
        _block(False)
        yield
    finally:
        _block(True)
        listening = False


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
