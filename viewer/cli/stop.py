"""Termination of the process, by Ctrl+C and by itself.

It imports nothing of the project, since it must be available before everything else.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # importing typing would take longer than everything here
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

STOPPED = 130


_line = [b"boche: stopped\n"]


def say_stopped(word: str) -> None:
    """Let ``leave`` say that the program was stopped in another language."""
    _line[0] = f"boche: {word}\n".encode()


def leave(*_: object) -> NoReturn:
    """End this process now, for Ctrl+C while there is nothing to save or to stop."""
    try:
        os.write(2, _line[0])
    finally:
        os._exit(STOPPED)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Handle Ctrl+C while a command runs: raise an exception, but exit if in an import.

    Libraries being imported turn the exception into errors of their own, or print it and go on.
    """
    at = frame
    while at is not None:
        if at.f_globals.get("__name__") == "importlib._bootstrap":
            leave()
        at = at.f_back
    raise KeyboardInterrupt


def finish(code: int) -> NoReturn:
    """End this process with an exit code, after its work is done and stored.

    Exit handlers are run and output is flushed, but the interpreter is not shut down: with a
    compiled search loaded that takes seconds after the window has closed, and a thread that is
    still loading one cannot be stopped at all.
    """
    import atexit

    try:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):  # the reader is gone; all that matters has been reported
        pass
    finally:
        os._exit(code)
