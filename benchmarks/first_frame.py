"""A single start of the program as users run it, for ``benchmarks.window_bench``.

    python -m benchmarks.first_frame BEGAN

Prints the seconds from ``BEGAN``, as of ``time.time()``, until the first frame is shown, and ends.
It loads nothing that the program does not.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from boche.viewer.cli import command, main


def start(began: float) -> None:
    """Open the table on the start screen, report, and close it. Does not return."""
    carried_out = command._carried_out

    def report_first_frame(*args: Any) -> int:
        from boche.viewer.window.app import App

        opened_by = App.open

        def open_and_leave(app: App) -> None:
            app.on_first_frame = lambda: print(time.time() - began)
            opened_by(app)
            app.close()

        App.open = open_and_leave  # type: ignore[method-assign]
        return carried_out(*args)

    command._carried_out = report_first_frame
    sys.argv = ["boche", "play"]
    main()


if __name__ == "__main__":
    start(float(sys.argv[1]))
