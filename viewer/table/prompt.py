"""The table's text state: the line being typed, the open question, the message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from boche.engine.languages.current import tr
from boche.viewer.table.question import Question
from boche.viewer.table.shown import Entry, Tone
from boche.viewer.table.text_edit import TextEdit

READING = 0.5  # seconds after which a question can have been read
LONGEST = {"move": 200, "comment": 20_000, "chat": 2000, "mark": 60}  # characters


def _nothing(_: str) -> None:
    """Ignore an answer without a question."""


class Writing:
    """The texts at the table: at most one line being typed, at most one question, a message.

    The message lasts until the next input.
    """

    def __init__(self) -> None:
        self.entry: Entry | None = None
        self.question: Question | None = None
        self._then: Callable[[str], object] = _nothing
        self._asked_at = 0.0
        self._about: object = None
        self._begun = ""
        self._drafts: dict[object, str] = {}
        self.message = ""
        self.tone: Tone = "said"
        self.beside = False
        self.at: object = None

    def say(
        self, text: str, tone: Tone = "said", *, beside: bool = False, at: object = None
    ) -> None:
        """Show a message; also ``beside`` what is pointed at, if it is about that.

        One ``at`` a node holds only while that is shown.
        """
        self.message, self.tone, self.beside, self.at = text, tone, beside, at

    def forget(self) -> None:
        """Remove the message."""
        self.message, self.tone, self.beside, self.at = "", "said", False, None

    def ask(self, question: Question, then: Callable[[str], object], now: float) -> None:
        """Ask a question; a line being typed is kept. ``then`` gets the answer's name."""
        self.question, self._then, self._asked_at = question, then, now

    def may_be_read(self, now: float) -> bool:
        """Return whether the question has been open for as long as it takes to read it."""
        return now - self._asked_at >= READING

    def answer(self, name: str) -> None:
        """Close the question and call its continuation. Raises what that raises."""
        if self.question is not None:
            self.question, then = None, self._then
            then(name)

    def open(self, kind: str, text: str = "", about: object = None) -> None:
        """Start to type a ``move``, a ``comment``, a ``mark``, or a line of ``chat``.

        The draft of a comment ``about`` the same node comes back in place of ``text``.
        """
        text = self._drafts.get(about, text)
        self._about, self._begun = about, text
        edit = TextEdit.at_end(text, many=kind == "comment", most=LONGEST[kind])
        self.entry = Entry(kind, edit)

    def close(self) -> None:
        """Close the line and the question, and forget the drafts."""
        self.entry = self.question = None
        self._drafts.clear()

    @property
    def edit(self) -> TextEdit | None:
        """The line being typed, or None."""
        return self.entry.edit if self.entry is not None else None

    def put(self, edit: TextEdit) -> None:
        """Replace the line being typed."""
        if self.entry is not None:
            self.entry = replace(self.entry, edit=edit)

    def type(self, text: str) -> None:
        """Insert typed text into the line."""
        if self.entry is not None:
            self.put(self.entry.edit.typed(text))

    def key(self, pressed: str, submit: Callable[[str, str], bool]) -> bool:
        """Handle a key while a line is typed; return False if the line does not take it.

        ``submit`` takes kind and text and returns whether they were accepted; if not, the line
        stays.
        """
        entry = self.entry
        if entry is None:
            return False
        edited = entry.edit.key(pressed)
        if pressed == "Enter":
            if submit(entry.kind, entry.text) and self.entry == entry:
                self.entry = None
                self._drafts.pop(self._about, None)
        elif pressed == "Escape":
            self.entry = None
            if self._about is not None:
                self._leave(entry.text)
        elif edited is not None:
            self.put(edited)
        else:
            # Plain keys type; others may belong to the window.
            return pressed == "F" or not pressed.startswith(("Ctrl+", "Alt+", "F"))
        return True

    def _leave(self, text: str) -> None:
        """Keep what has been typed as a draft; one that was left as it came back is discarded."""
        if text == self._begun:
            self._drafts.pop(self._about, None)
        else:
            self._drafts[self._about] = text
            self.say(tr("draft kept: it comes back when you comment on this move again"))
