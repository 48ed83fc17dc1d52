"""Pictures of the table or the window, written to files."""

from __future__ import annotations

import os
import time
from pathlib import Path

from boche.engine.atomic_write import write_file
from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.viewer.export.formats import kind_of
from boche.viewer.hud.dialogs import game_dialogs as gameforms
from boche.viewer.window.canvas import Canvas
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.file_chooser import FileChooser
from boche.viewer.window.records.overwrite_question import with_consent


class Pictures:
    """The writer of one window's pictures."""

    def __init__(self, desk: Desk, canvas: Canvas, chooser: FileChooser) -> None:
        self._desk, self._canvas, self._chooser = desk, canvas, chooser

    def ask(self) -> None:
        """Ask for a picture's path and size."""
        self._desk.hud.open(gameforms.picture(str(self.start), self.write))

    @property
    def start(self) -> Path:
        """The path that is offered."""
        return self._chooser.folder / time.strftime(f"{PROGRAM}-%Y%m%d-%H%M%S.png")

    def write(self, name: str, size: str, panels: bool) -> None:
        """Write a picture of the table, or of the whole window. Raises ``BocheError``.

        ``size`` is ``as seen`` or like ``1920x1080``. The user is asked before a file is replaced.
        """
        if not name:
            raise BocheError(tr("type the name of a file, .png, .jpg or .webp"))
        path = Path(os.path.expanduser(name))
        path = path if path.suffix else path.with_suffix(".png")
        kind = kind_of(path.name)
        with_consent(self._desk, path, lambda: self._write(path, kind, size, panels))

    def _write(self, path: Path, kind: str, size: str, panels: bool) -> None:
        from boche.viewer.window.snapshot import table_picture, window_picture

        if panels:
            self._desk.hud.form = None
            self._canvas.draw()
            data = window_picture(self._canvas, kind)
        else:
            data = table_picture(self._canvas, size, kind)
        write_file(path, data, keeping=True)
        self._desk.say(tr("saved: {path}", path=path))
