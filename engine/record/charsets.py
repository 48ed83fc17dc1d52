"""Charsets of records, by Python's codecs.

In most charsets the bytes of brackets and backslashes never mean anything else, so a record can be
parsed as bytes. In others, such as GBK, they may be the second half of a letter; those are read
as UTF-8 after a conversion. Charsets in which some bytes change what the next ones mean are not
known here.
"""

from __future__ import annotations

import codecs
import re
from functools import lru_cache

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,39}")
_ASCII = bytes(range(128)) + b"\x1b$B[[\x1b(B ~{[[~} +AFs-"
"""ASCII, and what some charsets take for something else."""
_MARKS = rb"[]\;()"
UNKNOWN = "iso8859-1"
"""The codec by which a text of an unknown charset is read and written: it changes no byte."""


def is_name(name: str) -> bool:
    """Return whether a text could be the name of a charset."""
    return _NAME.fullmatch(name) is not None  # Python's own lookup accepts almost anything


@lru_cache(64)
def codec_of(name: str) -> str | None:
    """Return Python's name of a charset that extends ASCII, or None."""
    if not is_name(name):
        return None
    try:
        codec = codecs.lookup(name).name
        shown = _ASCII.decode(codec, "surrogateescape")
        known = shown == _ASCII.decode("ascii") and "a".encode(codec) == b"a"
    except (LookupError, ValueError):
        return None
    return codec if known else None


@lru_cache(64)
def is_safe(codec: str) -> bool:
    """Return whether the bytes of SGF's own characters never are a part of others."""
    return not any(
        _is_letter(bytes((lead, mark)), codec) for lead in range(128, 256) for mark in _MARKS
    )


def _is_letter(pair: bytes, codec: str) -> bool:
    """Return whether two bytes are one letter."""
    try:
        return len(pair.decode(codec)) == 1
    except UnicodeError:
        return False
