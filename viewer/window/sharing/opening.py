"""Opening a file with the program that the system has for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path


def open_with_system(path: Path) -> bool:
    """Open a file as a double click does; return whether the system has a way to do that."""
    if sys.platform == "win32":
        with suppress(OSError):
            os.startfile(path)
            return True
        return False
    program = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    if program is None:
        return False
    with suppress(OSError):
        process = subprocess.Popen(
            [program, str(path)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        threading.Thread(target=process.wait, daemon=True).start()  # else it stays, ended
        return True
    return False
