"""Text from outside as a terminal may show it: nothing in it moves a cursor or forges a line."""

from __future__ import annotations

import re
import unicodedata

_HARMLESS = "\u200c\u200d"  # joiners, which words of many scripts need
_OTHER = re.compile(r"[^ -~]")
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def printable(text: object, *, block: bool = False) -> str:
    """``str(text)`` with a number in place of each character that is a command to a terminal.

    So are control characters (``\\x1b``), those that turn the direction of writing (``\\u202e``),
    line breaks and lone surrogates. ``block`` keeps line breaks, and shows tabs as blanks: for a
    text that is shown on lines of its own.
    """
    shown = str(text)
    if block:
        return "\n".join(printable(line.replace("\t", " ")) for line in shown.split("\n"))
    return _OTHER.sub(_escaped, shown)


def one_line(text: str, most: int | None = None) -> str:
    """A text as one printable line, its blanks single ones, cut after ``most`` characters."""
    return printable(" ".join(text.split()))[:most]


def _escaped(match: re.Match[str]) -> str:
    char = match[0]
    if unicodedata.category(char) not in _HIDDEN or char in _HARMLESS:
        return char
    return char.encode("unicode_escape").decode("ascii")
