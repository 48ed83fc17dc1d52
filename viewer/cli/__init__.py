"""The command line of the whole program.

Exit codes: 0 done; 1 the answer is no (``check`` found problems); 2 bad input or no way to do it;
130 stopped by Ctrl+C.

This file imports next to nothing: a process learns what to do on Ctrl+C before all the rest.
"""

from __future__ import annotations

import sys

from viewer.cli.stop import finish, leave

TYPE_CHECKING = False  # the module typing would take longer to load than all that is here
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv``; return the exit code.

    Without it, the process's own: the process ends with that.
    """
    if argv is not None:
        from viewer.cli.command import run

        return run(argv)
    try:
        _process()
    except KeyboardInterrupt:
        leave()


def _process() -> NoReturn:
    """The process's own command line. Ctrl+C ends it at once but while the command itself runs."""
    import atexit
    import gc
    import signal

    # Most of what a start makes stays: to look for garbage in it every 700 objects finds nothing.
    gc.set_threshold(50_000, 20, 20)
    hears = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if hears:  # a job in the background may have been told not to
        signal.signal(signal.SIGINT, leave)
        # Registered first, so called last: what is done is done, and no death by a signal after it.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    from viewer.cli.command import run

    try:
        code = run(sys.argv[1:], hears=hears)
    except SystemExit as end:  # told to end by a signal
        code = int(end.code or 0)
    finish(code)
