"""The question before an existing file is replaced."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from boche.engine.languages.current import tr
from boche.viewer.table.question import Answer
from boche.viewer.window.desk import Desk


def ask_to_replace(
    desk: Desk, path: Path, then: Callable[[], object], back: Callable[[], object]
) -> None:
    """Ask whether to replace an existing file; call ``then`` if so, else ``back``."""
    text = tr("{name} already exists in {parent}. Its present contents will be lost.",
              name=path.name, parent=path.parent)  # fmt: skip
    desk.ask(tr("Replace {name}?", name=path.name), text, (Answer("no", tr("No"), "N"), back),
             (Answer("replace", tr("Replace"), "Y"), then), cancel=back)  # fmt: skip


def with_consent(desk: Desk, path: Path, then: Callable[[], object]) -> None:
    """Call ``then``, which writes a file; if the file exists, ask first.

    If the user keeps the file, the dialog that is open now comes back unchanged.
    """
    if not os.path.isfile(path):
        then()
        return
    form = desk.hud.form

    def back() -> None:
        if form is not None:
            form.stay()
            desk.hud.open(form)

    ask_to_replace(desk, path, then, back)
