"""Handling of Ctrl+C where plain Python would lose it, or receive it twice."""

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
    """Repeat Ctrl+C after code that swallowed it; serves as ``sys.unraisablehook``.

    The compiler's callbacks are such code.
    """
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    timer = threading.Timer(AGAIN_SECONDS, interrupt_main)
    timer.daemon = True
    timer.start()


def interrupt_main() -> None:
    """Simulate Ctrl+C for this process alone, from any of its threads."""
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:  # a signal to the thread also ends its sleep
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


@contextlib.contextmanager
def interrupt_deferred() -> Iterator[Callable[[], bool]]:
    """Defer Ctrl+C to the end of the block; yield a function that says if it was pressed.

    If it was, ``KeyboardInterrupt`` is raised after the block. Outside the main thread, and where
    SIGINT has no Python handler, nothing changes.
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
    """Start processes that receive Ctrl+C only where they allow it: see ``call_interruptibly``.

    Until then it stays pending. Threads started in the block do not receive it either.
    """
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # starting it later would unblock SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_pressed: list[int] = []
"""Signals that another thread received meanwhile, in a process that blocks SIGINT."""


def call_interruptibly(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Return ``work(*arguments)``, which Ctrl+C ends, in a process started with it blocked.

    What comes later waits for the next call, also a second signal that is under way by then. This
    is no context manager, since a signal may come on the way into ``__exit__``.
    """
    allowed = True

    def on_signal(number: int, _: FrameType | None) -> None:
        if allowed:
            raise KeyboardInterrupt
        _pressed.append(number)

    sys.unraisablehook = stop_again
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, on_signal)
    try:
        if _pressed:
            raise KeyboardInterrupt
        block_interrupt(False)
        return work(*arguments)
    finally:
        allowed = False  # first, and without a call: Python handles signals only at calls and loops
        block_interrupt(True)


def block_interrupt(on: bool) -> None:
    """Let Ctrl+C wait in this thread, and in what it starts; or let it in."""
    if sys.platform != "win32":
        how = signal.SIG_BLOCK if on else signal.SIG_UNBLOCK
        signal.pthread_sigmask(how, {signal.SIGINT})


def stop_children() -> None:
    """Send SIGINT to all processes that ``multiprocessing`` started here."""
    import multiprocessing

    for child in multiprocessing.active_children():
        if child.pid is not None:
            with contextlib.suppress(OSError):
                os.kill(child.pid, signal.SIGINT)


def kill_children() -> None:
    """Kill all processes that ``multiprocessing`` started here."""
    import multiprocessing

    for child in multiprocessing.active_children():
        with contextlib.suppress(OSError):
            child.kill()


def end_with_parent() -> None:
    """Exit this process, if ``multiprocessing`` started it, as soon as its parent has ended.

    A parent that is killed cannot say so itself.
    """
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
