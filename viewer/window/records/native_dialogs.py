"""The system's file dialogs, each in a process of its own: none can block or break the window."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 0.2  # seconds that a dialog has to go before it is killed
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

    process: subprocess.Popen[bytes]

    def poll(self) -> str | None:
        """None while it is open, then the path chosen, empty for none.

        Raises ``OSError`` where the dialog itself failed.
        """
        if self.process.poll() is None:
            return None
        chosen = self._written()
        if self.process.returncode not in (0, 1):
            raise OSError(f"the file dialog failed ({self.process.returncode})")
        return os.fsdecode(chosen.removesuffix(b"\n"))

    def _written(self) -> bytes:
        """What a dialog that is over has written; it may have left others that hold its output."""
        if self.process.stdout is None:
            return b""
        with self.process.stdout as out:
            if sys.platform != "win32":
                os.set_blocking(out.fileno(), False)
            return out.read() or b""

    def close(self) -> None:
        """End it, and leave nothing of it behind."""
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._written()


def ask_file(title: str, start: Path, *, save: bool) -> FileDialog | None:
    """Open a dialog; None where this machine has none. ``start`` is a folder, or a file in it."""
    command = _command(title, start, save)
    if command is None or os.environ.get(PLAIN):
        return None
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)  # fmt: skip
    except OSError:
        return None
    return FileDialog(process)


def _command(title: str, start: Path, save: bool) -> list[str] | None:
    folder, name = (str(start), "") if start.is_dir() else (str(start.parent), start.name)
    if platform.system() == "Linux":
        if shutil.which("kdialog") and "KDE" in os.environ.get("XDG_CURRENT_DESKTOP", ""):
            return ["kdialog", "--title", title, "--getsavefilename" if save else
                    "--getopenfilename", str(start), "*.sgf *.txt|Records"]  # fmt: skip
        if shutil.which("zenity"):
            more = ["--save", "--confirm-overwrite"] if save else []
            return ["zenity", "--file-selection", f"--title={title}",
                    f"--filename={folder}/{name}", *more]  # fmt: skip
        return None  # Tk's dialog is no system's there: the window's own serves better
    if importlib.util.find_spec("_tkinter") is None:
        return None
    return [sys.executable, "-X", "utf8", "-c", _TK, "save" if save else "", title, folder, name]
