"""What is written at the table: the line being typed, the question asked, the message shown."""

from __future__ import annotations

from collections.abc import Callable

from viewer.table.shown import Entry, Question

LONGEST = {"move": 200, "comment": 20_000}  # characters


class Writing:
    """At most one line being typed and one question; a message until the next input."""

    def __init__(self) -> None:
        self.entry: Entry | None = None
        self.question: Question | None = None
        self.message = ""
        self.error = False

    def say(self, text: str, error: bool = False) -> None:
        """Show a message."""
        self.message, self.error = text, error

    def forget(self) -> None:
        """Take the message away."""
        self.message, self.error = "", False

    def ask(self, kind: str, text: str) -> None:
        """Ask something; a line being typed is kept."""
        self.question = Question(kind, text)

    def open(self, kind: str, text: str = "") -> None:
        """Begin to type a ``move`` or a ``comment``."""
        self.entry = Entry(kind, text)

    def close(self) -> None:
        """Put line and question away."""
        self.entry = self.question = None

    def type(self, text: str) -> None:
        """Add text to the line; what cannot be printed is left out, a comment may have lines."""
        if self.entry is None:
            return
        kind = self.entry.kind
        kept = "".join(c for c in text if c.isprintable() or (c == "\n" and kind == "comment"))
        self.entry = Entry(kind, (self.entry.text + kept)[: LONGEST[kind]])

    def key(self, pressed: str, submit: Callable[[str, str], bool]) -> bool:
        """A key while a line is typed; False for one that the line does not take.

        ``submit`` takes kind and text and says whether it was accepted; if not, the line stays.
        """
        if self.entry is None:
            return False
        kind, text = self.entry.kind, self.entry.text
        if pressed == "Enter":
            if submit(kind, text) and self.entry == Entry(kind, text):
                self.entry = None
        elif pressed == "Escape":
            self.entry = None
        elif pressed == "Backspace":
            self.entry = Entry(kind, text[:-1])
        elif pressed == "Ctrl+Backspace":
            self.entry = Entry(kind, text.rstrip()[: text.rstrip().rfind(" ") + 1])
        elif pressed == "Shift+Enter":
            self.type("\n")
        else:
            # Plain keys type, or would move about in the line; others may be for the window.
            return pressed == "F" or not pressed.startswith(("Ctrl+", "Alt+", "F"))
        return True
