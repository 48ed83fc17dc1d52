"""Ways to pass a game on to others."""

from __future__ import annotations

from collections.abc import Callable

from viewer.table.writing.question import CANCEL, Answer, Question
from viewer.window.desk import Desk
from viewer.window.records.clipboard import Clipboard

COPY = Answer("copy", "Copy the record", "C")
PICTURE = Answer("picture", "Save a picture", "P")
TEXT = "The record can be pasted as text anywhere, and back into the table with Ctrl+V."


class Sharing:
    """Passes on what is on one desk."""

    def __init__(self, desk: Desk, clipboard: Clipboard, picture: Callable[[], None]) -> None:
        """``picture`` asks where to put a picture of the table."""
        self._desk, self._clipboard, self._picture = desk, clipboard, picture

    def ask(self) -> None:
        """Ask in which way, and do it."""

        def answered(name: str) -> None:
            if name == COPY.name:
                self._clipboard.copy()
            elif name == PICTURE.name:
                self._picture()

        question = Question("Share this game", TEXT, (COPY, PICTURE, CANCEL))
        self._desk.ask(question, answered)
