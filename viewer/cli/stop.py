"""What Ctrl+C does. Imports nothing of the project: it must be known before all the rest."""

from __future__ import annotations

import os

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
