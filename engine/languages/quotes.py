"""Quotation marks around what somebody typed, as each language writes them."""

from __future__ import annotations

_MARKS = {"de": ("„", "“"), "fr": ("«\u00a0", "\u00a0»")}
"""The opening and the closing one; a language without its own has those of Python's ``repr``."""


def quoted(text: str, code: str) -> str:
    """Return a text in quotes; what cannot be printed is written as in Python.

    >>> quoted("a'b", "de"), quoted("a'b", "en")
    ("„a'b“", '"a\\'b"')
    """
    if code not in _MARKS:
        return repr(text)
    before, after = _MARKS[code]
    inside = repr(text)[1:-1].replace("\\'", "'")
    return f"{before}{inside}{after}"


class Quoted(str):
    """A text whose ``repr``, and with it the conversion ``!r``, has a language's quotes."""

    code: str

    def __new__(cls, text: str, code: str) -> Quoted:
        """Take the text and the language's code."""
        made = super().__new__(cls, text)
        made.code = code
        return made

    def __repr__(self) -> str:
        return quoted(str(self), self.code)
