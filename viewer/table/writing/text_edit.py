"""A text being typed, as plain data, and what keys and a pointer make of it. Measures nothing.

The one editor: fields of dialogs, the move and the comment typed at the table. What depends on how
the text is broken into rows (a place that is pointed at, a row up or down) comes in as a position,
from whoever lays it out.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class TextEdit:
    """A text, the place of its cursor, and what of it is selected: from ``mark`` to the cursor.

    Both are 0 to the text's length; where they are the same nothing is selected. ``many`` lets it
    have several lines; ``most`` is how many letters it may have.
    """

    text: str = ""
    cursor: int = 0
    mark: int = 0
    many: bool = False
    most: int = 4000

    @classmethod
    def at_end(cls, text: str, *, many: bool = False, most: int = 4000) -> TextEdit:
        """A text with the cursor behind it."""
        return cls(text, len(text), len(text), many, most)

    @property
    def selection(self) -> tuple[int, int]:
        """Where what is selected begins and where it ends."""
        return min(self.cursor, self.mark), max(self.cursor, self.mark)

    @property
    def selected(self) -> str:
        """The text that is selected."""
        start, end = self.selection
        return self.text[start:end]

    def moved(self, to: int, *, select: bool = False) -> TextEdit:
        """The cursor elsewhere; with ``select`` the mark stays."""
        to = min(max(to, 0), len(self.text))
        return replace(self, cursor=to, mark=self.mark if select else to)

    def typed(self, text: str) -> TextEdit:
        """Text in place of what is selected, without what cannot be printed."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        kept = "".join(c for c in text if c.isprintable() or (c == "\n" and self.many))
        start, end = self.selection
        kept = kept[: max(self.most - len(self.text) + end - start, 0)]
        whole = self.text[:start] + kept + self.text[end:]
        return replace(self, text=whole, cursor=start + len(kept), mark=start + len(kept))

    def without(self, start: int, end: int) -> TextEdit:
        """The text with a part cut out, the cursor there."""
        return replace(self, text=self.text[:start] + self.text[end:], cursor=start, mark=start)

    def pointed(self, at: int, clicks: int) -> TextEdit:
        """A click at a place: the second one in a row takes the word there, the third the line."""
        if clicks % 3 == 2:
            words = (m.span() for m in WORD.finditer(self.text) if m.start() <= at <= m.end())
            start, end = next(words, (at, at))
        elif clicks % 3 == 0:
            start, end = self._line(at)
        else:
            start = end = at
        return replace(self, mark=start, cursor=end)

    def key(self, pressed: str) -> TextEdit | None:
        """What a key makes of it, None where it takes no such key (``viewer.table.keys.chord``)."""
        bare, select = pressed.replace("Shift+", ""), "Shift+" in pressed
        if bare in MOVES:
            return self._go(bare, select)
        start, end = self.selection
        if pressed in CUTS:
            if start == end:
                start, end = sorted((self.cursor, self._target(CUTS[pressed])))
            return self.without(start, end)
        if pressed == "Ctrl+A":
            return replace(self, mark=0, cursor=len(self.text))
        if pressed == "Shift+Enter" and self.many:
            return self.typed("\n")
        return None

    def _go(self, way: str, select: bool) -> TextEdit:
        start, end = self.selection
        if start != end and not select and way in ("Left", "Right"):
            return self.moved(start if way == "Left" else end)
        return self.moved(self._target(way), select=select)

    def _target(self, way: str) -> int:
        """Where a way of moving leads from the cursor."""
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
        """The place a letter away; an accent of its own goes with the letter before it."""
        at = self.cursor + by
        while 0 < at < len(self.text) and unicodedata.category(self.text[at]) in ("Mn", "Me"):
            at += by
        return min(max(at, 0), len(self.text))

    def _line(self, at: int) -> tuple[int, int]:
        """Where the line around a place begins and ends."""
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
"""What a key cuts out where nothing is selected: all from the cursor to where that way leads."""
