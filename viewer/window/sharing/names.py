"""Names of shared files: suggestions, and typed paths."""

from __future__ import annotations

import os
import time
from collections.abc import Collection
from pathlib import Path

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.languages.formats import number
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.file_chooser import FileChooser


class Names:
    """The names that one desk offers for shared files: in the folder of the last one."""

    def __init__(self, desk: Desk, chooser: FileChooser) -> None:
        self._desk, self._chooser = desk, chooser

    @property
    def folder(self) -> Path:
        """The folder that is offered."""
        kept = self._desk.settings.share.get("folder")
        known = isinstance(kept, str) and kept and os.path.isdir(kept)
        return Path(str(kept)) if known else self._chooser.folder

    def suggested(self, path: str | None, ending: str, endings: Collection[str] = ()) -> str:
        """Return the path to suggest: the given one, or one of game and time; with this extension.

        Of the ``endings`` the given one may have any, and no other one is replaced.
        """
        if path is None:
            game = self._desk.session.record.game_name
            return str(self.folder / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}{ending}")
        stem, old = os.path.splitext(path)
        return stem + ending if old.lower() in endings else path


def path_of(typed: str, ending: str) -> Path:
    """Return a typed path, with an extension. Raises ``BocheError`` if it is empty."""
    name = typed.strip()
    if not name:
        raise BocheError(tr("type the name of a file"))
    path = Path(os.path.expanduser(name))
    return path if path.suffix else path.with_suffix(ending)


def size_told(count: int) -> str:
    """Return a number of bytes in words, as rough as an estimate."""
    return (
        tr("{count} MB", count=number(count / 1e6, 1)) if count >= 950_000
        else tr("{count} kB", count=max(round(count / 1e3), 1))
    )  # fmt: skip


def size_said(size: str) -> str:
    """Return a size in pixels, such as ``1280x720``, as it is shown."""
    width, height = size.split("x")
    return tr("{width} x {height}", width=width, height=height)
