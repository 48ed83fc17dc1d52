"""Splitting of a command as typed by the user, by the rules of its operating system."""

from __future__ import annotations

import re
import shlex
import sys

_UNCLOSED = "a quotation mark is not closed"

_PART = re.compile(r'(\\*)(")|\\+|[ \t\r\n]+|[^\\" \t\r\n]+')


def split_command(text: str, platform: str = sys.platform) -> list[str]:
    """Split a command into words: on Windows (``win32``) as its programs do, else like a shell.

    Raises ``ValueError`` for an unclosed quotation mark.
    """
    if platform == "win32":
        return _split_for_windows(text)
    try:
        return shlex.split(text)
    except ValueError as error:
        reason = "it ends in a backslash" if "escaped" in str(error) else _UNCLOSED
        raise ValueError(reason) from error


def _split_for_windows(text: str) -> list[str]:
    """Split by the rules of ``CommandLineToArgvW``.

    Backslashes are literal except before a quotation mark. There two stand for one, and an odd one
    makes the mark literal. Two marks inside quotation marks also stand for a literal one.
    """
    words: list[str] = []
    word: str | None = None
    quoted, closed_at = False, -1
    for part in _PART.finditer(text):
        if not part[2]:
            if part[0].isspace() and not quoted:
                words += [] if word is None else [word]
                word = None
            else:
                word = (word or "") + part[0]
            continue
        slashes, odd = divmod(len(part[1]), 2)
        doubled = closed_at == part.start()
        word = (word or "") + "\\" * slashes + ('"' if odd or doubled else "")
        if not odd:
            closed_at = part.end() if quoted else -1
            quoted = not quoted
    if quoted:
        raise ValueError(_UNCLOSED)
    return words if word is None else [*words, word]
