"""How the process ends, at Ctrl+C and by itself.

Imports nothing of the project: it must be known before all the rest.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # the module typing would take longer to load than all that is here
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

STOPPED = 130


def leave(*_: object) -> NoReturn:
    """End this process now, as Ctrl+C does where there is nothing to save or to stop."""
    try:
        os.write(2, b"boche: stopped\n")
    finally:
        os._exit(STOPPED)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Ctrl+C while a command runs: an exception, but in the middle of an import.

    Libraries in the making turn it into errors of their own, or print it and go on.
    """
    at = frame
    while at is not None:
        if at.f_globals.get("__name__") == "importlib._bootstrap":
            leave()
        at = at.f_back
    raise KeyboardInterrupt


def finish(code: int) -> NoReturn:
    """End this process, whose work is done and kept, with an exit code.

    What was registered for its end is done, and output is written. The interpreter is not taken
    apart: with a compiled search in it that takes seconds, while the window is long closed, and a
    thread that is still loading one cannot be stopped at all.
    """
    import atexit

    try:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):  # whoever read it has gone; what matters has been told
        pass
    finally:
        os._exit(code)
