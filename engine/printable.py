"""Untrusted text made safe for a terminal: it cannot move the cursor or forge a line."""

from __future__ import annotations

import re
import unicodedata

_HARMLESS = "\u200c\u200d"  # joiners, which words of many scripts need
_OTHER = re.compile(r"[^ -~]")
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def printable(text: object, *, block: bool = False) -> str:
    """Return ``str(text)`` with characters that control a terminal escaped.

    These are control characters (``\\x1b``), those that change the writing direction (``\\u202e``),
    line breaks and lone surrogates. ``block`` keeps line breaks, and shows tabs as blanks: for a
    text that is shown on lines of its own.
    """
    shown = str(text)
    if block:
        return "\n".join(printable(line.replace("\t", " ")) for line in shown.split("\n"))
    return _OTHER.sub(_escaped, shown)


def one_line(text: str, limit: int | None = None) -> str:
    """Return a text as one printable line with single blanks, truncated to ``limit`` characters."""
    return printable(" ".join(text.split()))[:limit]


def _escaped(match: re.Match[str]) -> str:
    char = match[0]
    if unicodedata.category(char) not in _HIDDEN or char in _HARMLESS:
        return char
    return char.encode("unicode_escape").decode("ascii")
