"""A text being typed, as plain data, and the effects of keys and pointer. Measures nothing.

This is the only editor: for fields of dialogs, and for moves and comments typed at the table.
Whatever depends on the layout in rows (a click, a row up or down) is passed in as a position by the
code that lays out the text.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class TextEdit:
    """A text, its cursor, and its selection from ``mark`` to the cursor.

    Both are 0 to the text's length; nothing is selected if they are equal. ``many`` allows several
    lines; ``most`` is the maximum number of letters.
    """

    text: str = ""
    cursor: int = 0
    mark: int = 0
    many: bool = False
    most: int = 4000

    @classmethod
    def at_end(cls, text: str, *, many: bool = False, most: int = 4000) -> TextEdit:
        """Create a text with the cursor at its end."""
        return cls(text, len(text), len(text), many, most)

    @property
    def selection(self) -> tuple[int, int]:
        """The start and the end of the selection."""
        return min(self.cursor, self.mark), max(self.cursor, self.mark)

    @property
    def selected(self) -> str:
        """The selected text."""
        start, end = self.selection
        return self.text[start:end]

    def moved(self, to: int, *, select: bool = False) -> TextEdit:
        """Move the cursor; with ``select`` the mark stays."""
        to = min(max(to, 0), len(self.text))
        return replace(self, cursor=to, mark=self.mark if select else to)

    def all_selected(self) -> TextEdit:
        """Select the whole text, with the cursor at its end."""
        return replace(self, cursor=len(self.text), mark=0)

    def typed(self, text: str) -> TextEdit:
        """Replace the selection with text, without unprintable characters."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        kept = "".join(c for c in text if c.isprintable() or (c == "\n" and self.many))
        start, end = self.selection
        kept = kept[: max(self.most - len(self.text) + end - start, 0)]
        whole = self.text[:start] + kept + self.text[end:]
        return replace(self, text=whole, cursor=start + len(kept), mark=start + len(kept))

    def without(self, start: int, end: int) -> TextEdit:
        """Cut out a part and put the cursor there."""
        return replace(self, text=self.text[:start] + self.text[end:], cursor=start, mark=start)

    def pointed(self, at: int, clicks: int) -> TextEdit:
        """Handle a click; the second one in a row selects the word, the third one the line."""
        if clicks % 3 == 2:
            words = (m.span() for m in WORD.finditer(self.text) if m.start() <= at <= m.end())
            start, end = next(words, (at, at))
        elif clicks % 3 == 0:
            start, end = self._line(at)
        else:
            start = end = at
        return replace(self, mark=start, cursor=end)

    def key(self, pressed: str) -> TextEdit | None:
        """Return the text after a key (``viewer.table.keys.chord``), or None for other keys."""
        bare, select = pressed.replace("Shift+", ""), "Shift+" in pressed
        if bare in MOVES:
            return self._go(bare, select)
        start, end = self.selection
        if pressed in CUTS:
            if start == end:
                start, end = sorted((self.cursor, self._target(CUTS[pressed])))
            return self.without(start, end)
        if pressed == "Ctrl+A":
            return self.all_selected()
        if pressed == "Shift+Enter" and self.many:
            return self.typed("\n")
        return None

    def _go(self, way: str, select: bool) -> TextEdit:
        start, end = self.selection
        if start != end and not select and way in ("Left", "Right"):
            return self.moved(start if way == "Left" else end)
        return self.moved(self._target(way), select=select)

    def _target(self, way: str) -> int:
        """Return the position to which a key moves the cursor."""
        text, at = self.text, self.cursor
        if way in ("Left", "Right"):
            return self._beside(-1 if way == "Left" else 1)
        if way == "Ctrl+Left":
            return max((m.start() for m in WORD.finditer(text, 0, at)), default=0)
        if way == "Ctrl+Right":
            return next((m.end() for m in WORD.finditer(text, at)), len(text))
        if way in ("Home", "End"):
            return self._line(at)[way == "End"]
        return 0 if way == "Ctrl+Home" else len(text)

    def _beside(self, by: int) -> int:
        """Return the position one letter away; a combining accent belongs to its letter."""
        at = self.cursor + by
        while 0 < at < len(self.text) and unicodedata.category(self.text[at]) in ("Mn", "Me"):
            at += by
        return min(max(at, 0), len(self.text))

    def _line(self, at: int) -> tuple[int, int]:
        """Return the start and the end of the line around a position."""
        end = self.text.find("\n", at)
        return self.text.rfind("\n", 0, at) + 1, end if end >= 0 else len(self.text)


MOVES = frozenset(
    ("Left", "Right", "Ctrl+Left", "Ctrl+Right", "Home", "End", "Ctrl+Home", "Ctrl+End")
)
CUTS = {
    "Backspace": "Left",
    "Shift+Backspace": "Left",
    "Delete": "Right",
    "Ctrl+Backspace": "Ctrl+Left",
    "Ctrl+Delete": "Ctrl+Right",
    "Ctrl+U": "Ctrl+Home",
}
"""The ways that cutting keys delete from the cursor if nothing is selected."""
