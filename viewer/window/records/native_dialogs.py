"""The system's file dialogs, in separate processes that cannot block or crash the window."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from boche.engine.languages.current import tr

PATIENCE = 0.2  # seconds that a dialog gets to end before it is killed
PLAIN = "BOCHE_PLAIN_DIALOGS"
"""An environment variable; if it is set, files are chosen in the window itself."""

_TK = """
import sys, tkinter
from tkinter import filedialog
root = tkinter.Tk()
root.withdraw()
kind, title, folder, name = sys.argv[1:]
types = [("Records", "*.sgf *.txt"), ("All files", "*")]
more = {"initialfile": name, "filetypes": types}
if kind == "save":
    ask = filedialog.asksaveasfilename
    more["defaultextension"] = ".sgf"
elif kind == "folder":
    ask, more = filedialog.askdirectory, {}
else:
    ask = filedialog.askopenfilename
print(ask(title=title, initialdir=folder, **more) or "", end="")
"""


@dataclass
class FileDialog:
    """An open dialog."""

    process: subprocess.Popen[bytes]

    def poll(self) -> str | None:
        """Return None while it is open, then the chosen path, or an empty text for none.

        Raises ``OSError`` if the dialog itself failed.
        """
        if self.process.poll() is None:
            return None
        chosen = self._written()
        if self.process.returncode not in (0, 1):
            raise OSError(
                tr("the file dialog failed ({returncode})", returncode=self.process.returncode)
            )
        return os.fsdecode(chosen.removesuffix(b"\n"))

    def _written(self) -> bytes:
        """Return the output of a finished dialog.

        Child processes of the dialog may still hold the output open.
        """
        if self.process.stdout is None:
            return b""
        with self.process.stdout as out:
            if sys.platform != "win32":
                os.set_blocking(out.fileno(), False)
            return out.read() or b""

    def close(self) -> None:
        """End the dialog and clean up after it."""
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._written()


def ask_file(
    title: str, start: Path, *, save: bool = False, folder: bool = False
) -> FileDialog | None:
    """Open a dialog; return None if there is none here. ``start`` is a folder, or a file in it."""
    command = _command(title, start, "save" if save else "folder" if folder else "")
    if command is None or os.environ.get(PLAIN):
        return None
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)  # fmt: skip
    except OSError:
        return None
    return FileDialog(process)


def _command(title: str, start: Path, kind: str) -> list[str] | None:
    """Return the command that asks for a file to open, or one to ``save``, or a ``folder``."""
    folder, name = (str(start), "") if start.is_dir() else (str(start.parent), start.name)
    if platform.system() == "Linux":
        if shutil.which("kdialog") and "KDE" in os.environ.get("XDG_CURRENT_DESKTOP", ""):
            flag = {"save": "--getsavefilename", "folder": "--getexistingdirectory"}
            records = [] if kind == "folder" else ["*.sgf *.txt|Records"]
            return ["kdialog", "--title", title, flag.get(kind, "--getopenfilename"), str(start),
                    *records]  # fmt: skip
        if shutil.which("zenity"):
            more = {"save": ["--save", "--confirm-overwrite"], "folder": ["--directory"]}
            return ["zenity", "--file-selection", f"--title={title}",
                    f"--filename={folder}/{name}", *more.get(kind, [])]  # fmt: skip
        return None  # Tk's dialog is not the system's there; the window's own is better
    if importlib.util.find_spec("_tkinter") is None:
        return None
    return [sys.executable, "-X", "utf8", "-c", _TK, kind, title, folder, name]
