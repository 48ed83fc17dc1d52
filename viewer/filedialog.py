"""The system's file dialogs, each in a process of its own: none can block or break the window."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO

PLAIN = "BOCHE_PLAIN_DIALOGS"
"""Set in the environment, files are asked for in the window itself."""

_TK = """
import sys, tkinter
from tkinter import filedialog
root = tkinter.Tk()
root.withdraw()
save, title, folder, name = sys.argv[1:]
types = [("Records", "*.sgf *.txt"), ("All files", "*")]
ask = filedialog.asksaveasfilename if save else filedialog.askopenfilename
more = {"defaultextension": ".sgf"} if save else {}
print(ask(title=title, initialdir=folder, initialfile=name, filetypes=types, **more) or "", end="")
"""


@dataclass
class FileDialog:
    """A dialog that is open."""

    process: subprocess.Popen[str]

    def poll(self) -> str | None:
        """None while it is open, then the path chosen, empty for none.

        Raises ``OSError`` where the dialog itself failed.
        """
        if self.process.poll() is None:
            return None
        out: IO[str] | None = self.process.stdout
        chosen = out.read().rstrip("\n") if out is not None else ""
        if self.process.returncode not in (0, 1):
            raise OSError(f"the file dialog failed ({self.process.returncode})")
        return chosen

    def close(self) -> None:
        """End it."""
        if self.process.poll() is None:
            self.process.terminate()


def ask_file(title: str, start: Path, *, save: bool) -> FileDialog | None:
    """Open a dialog; None where this machine has none. ``start`` is a folder, or a file in it."""
    command = _command(title, start, save)
    if command is None or os.environ.get(PLAIN):
        return None
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)  # fmt: skip
    except OSError:
        return None
    return FileDialog(process)


def _command(title: str, start: Path, save: bool) -> list[str] | None:
    folder, name = (str(start), "") if start.is_dir() else (str(start.parent), start.name)
    if sys.platform.startswith("linux"):
        if shutil.which("kdialog") and "KDE" in os.environ.get("XDG_CURRENT_DESKTOP", ""):
            return ["kdialog", "--title", title, "--getsavefilename" if save else
                    "--getopenfilename", str(start), "*.sgf *.txt|Records"]  # fmt: skip
        if shutil.which("zenity"):
            more = ["--save", "--confirm-overwrite"] if save else []
            return ["zenity", "--file-selection", f"--title={title}",
                    f"--filename={folder}/{name}", *more]  # fmt: skip
    if importlib.util.find_spec("_tkinter") is None:
        return None
    return [sys.executable, "-c", _TK, "save" if save else "", title, folder, name]
