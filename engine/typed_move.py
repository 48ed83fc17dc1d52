"""Moves as people type them, with what keyboards, correctors and mail programs put around them."""

from __future__ import annotations

import re
import unicodedata

_GAP = re.compile(r"\s*([:+,])\s*")
_MOVES = re.compile(r"^[^#\r\n]+", re.MULTILINE)
_WIDE = {0xFF01 + n: 0x21 + n for n in range(94)} | {0x3000: " "}
_GREEK = str.maketrans(
    "αβψδεφγηιξκλμνοπρστθωςχυζΑΒΨΔΕΦΓΗΙΞΚΛΜΝΟΠΡΣΤΘΩΧΥΖ",
    "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVXYZ",
)
"""The Latin letters on the keys of a Greek keyboard.

Letters of other scripts stay: a Russian one that looks like an ``a`` lies on the key of the ``f``,
and nobody knows which of the two is meant. Where the key is known, its place counts
(``viewer/window/window.py``, ``assets/live/task.js``).
"""
_SIGNS = {
    **{ord(each): "-" for each in "\u2010\u2011\u2013\u2212"},
    **{0x2236: ":", 0xFE0F: "", 0x20E3: ""},
}
"""Signs that correctors make of others, and what they were: the last two make emoji of digits."""
_AROUND = "\"'\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb*_`()[]<>"
"""Quotes, brackets, and what programs make of bold letters and the like."""
_BEFORE = re.compile(
    r"(?:[-*\u2022\u2013\u2014]\s+(?=\S))?(?:\d{1,4}(?:\.{1,3}|\))(?:\s+(?=\S)|(?=[^\d\s])))?"
)
"""A bullet, and the number of a move, as in a list of moves."""


def narrow(text: str) -> str:
    """Return a text with ASCII for what East Asian input methods type for it.

    Characters that nobody sees are left out.
    """
    text = text.translate(_WIDE)
    if text.isascii():
        return text
    return "".join(each for each in text if unicodedata.category(each) != "Cf")


def joined(text: str) -> str:
    """Return a move in Latin letters, without the blanks that people write at its punctuation.

    A bullet and a number before it are left out.
    """
    return _GAP.sub(r"\1", _BEFORE.sub("", latin(narrow(text).strip()), count=1))


def latin(text: str) -> str:
    """Return a move with the letters and digits of the rules, if it was typed with others."""
    if text.isascii():
        return text
    digits = {ord(each): str(unicodedata.decimal(each)) for each in text if each.isdecimal()}
    return text.translate(_GREEK).translate(_SIGNS).translate(digits)


def latin_list(text: str) -> str:
    """Return a list of moves likewise; its comments, which begin with a ``#``, stay."""
    return _MOVES.sub(lambda found: latin(found[0]), text)


def bare(text: str) -> str:
    """Return a move without quotes and the like around it, and the full stop at its end."""
    return text.rstrip(".,;!").strip(_AROUND).rstrip(".,;!")
