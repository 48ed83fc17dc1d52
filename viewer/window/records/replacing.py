"""Asks before a file that is there already is replaced."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from viewer.table.writing.question import Answer, Question
from viewer.window.desk import Desk

KEEP = Answer("no", "No", "N")
REPLACE = Answer("replace", "Replace", "Y")


def ask_to_replace(
    desk: Desk, path: Path, then: Callable[[], object], back: Callable[[], object]
) -> None:
    """Ask whether a file that is there may go: ``then`` is done if so, ``back`` if not."""

    def answered(name: str) -> None:
        (then if name == REPLACE.name else back)()

    text = f"{path.name} already exists in {path.parent}. Its present contents will be lost."
    desk.ask(Question(f"Replace {path.name}?", text, (KEEP, REPLACE)), answered)


def with_consent(desk: Desk, path: Path, then: Callable[[], object]) -> None:
    """Do ``then``, which writes a file; where there is one, ask first.

    If it is to be kept, the dialog that is open now comes back as it was.
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
