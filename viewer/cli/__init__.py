"""The command line of the whole program.

Exit codes: 0 success; 1 negative answer (``check`` found problems); 2 bad input or failure; 130
stopped by Ctrl+C.

This file imports next to nothing: Ctrl+C must be handled before everything else is loaded.
"""

from __future__ import annotations

import sys

from boche.viewer.cli.stop import finish, leave

TYPE_CHECKING = False  # importing typing would take longer than everything here
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv``; return the exit code.

    Without ``argv``, run the process's own arguments and end the process with the exit code.
    """
    if argv is not None:
        from boche.viewer.cli.command import run

        return run(argv)
    try:
        _process()
    except KeyboardInterrupt:
        leave()


def _process() -> NoReturn:
    """Run the process's own command line. Outside the command itself, Ctrl+C ends it at once."""
    import atexit
    import gc
    import signal

    # Most objects made at startup stay alive, so collecting every 700 objects would find nothing.
    gc.set_threshold(50_000, 20, 20)
    hears = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if hears:  # a background job may ignore SIGINT
        signal.signal(signal.SIGINT, leave)
        # Registered first, so called last: after all work is done, no signal kills the process.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    from boche.viewer.cli.command import run

    try:
        code = run(sys.argv[1:], hears=hears)
    except SystemExit as end:  # terminated by a signal
        code = int(end.code or 0)
    finish(code)
