"""The question before an existing file is replaced."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from boche.viewer.table.writing.question import Answer, Question
from boche.viewer.window.desk import Desk

KEEP = Answer("no", "No", "N")
REPLACE = Answer("replace", "Replace", "Y")


def ask_to_replace(
    desk: Desk, path: Path, then: Callable[[], object], back: Callable[[], object]
) -> None:
    """Ask whether to replace an existing file; call ``then`` if so, else ``back``."""

    def answered(name: str) -> None:
        (then if name == REPLACE.name else back)()

    text = f"{path.name} already exists in {path.parent}. Its present contents will be lost."
    desk.ask(Question(f"Replace {path.name}?", text, (KEEP, REPLACE)), answered)


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
