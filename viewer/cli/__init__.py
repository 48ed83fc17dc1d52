"""The command ``boche``.

Exit codes: 0 done; 1 the answer is no (``check`` found problems); 2 bad input or no way to do it;
130 stopped by Ctrl+C.

Importing this file imports nothing else: a process learns what to do on Ctrl+C before all the rest.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # the module typing would take longer to load than all that is here
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType
    from typing import NoReturn

STOPPED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` (default: the process's own); return the exit code."""
    if argv is not None:
        from viewer.cli.command import run

        return run(argv)
    try:
        return _process()
    except KeyboardInterrupt:
        leave()


def _process() -> int:
    """The process's own command line. Ctrl+C ends it at once but while the command itself runs."""
    import atexit
    import signal

    hears = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if hears:  # a job in the background may have been told not to
        signal.signal(signal.SIGINT, leave)
        # Registered first, so called last: what is done is done, and no death by a signal after it.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    from viewer.cli.command import run

    return run(sys.argv[1:], hears=hears)


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
