"""The keys of the positions that may recur, which positions of one game share.

Only three occurrences of a position decide anything, but each position of a game may have thousands
before it. So their keys lie in blocks of bytes, eight for each, that never change: a position has
those of the one before it, and one key more at the end of the last block.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

Past = tuple[bytes, ...]
"""Keys, the oldest first; the last block is short."""

SHORT = 256
"""Bytes at which the last block is full: it is copied for each position."""

WIDTH = 8


def past_of(keys: Iterable[int]) -> Past:
    """Return a past of these keys."""
    return (array("q", keys).tobytes(), b"")


def followed(past: Past, key: int) -> Past:
    """Return the past with one key more.

    Full blocks of equal size are joined, as bits are carried in counting: so there are few of them,
    and each key is copied only a few times.
    """
    *blocks, last = past
    last += array("q", (key,)).tobytes()
    if len(last) < SHORT:
        return (*blocks, last)
    while blocks and len(blocks[-1]) <= len(last):
        last = blocks.pop() + last
    return (*blocks, last, b"")


def keys_in(past: Past) -> list[int]:
    """Return all keys."""
    found = array("q")
    for block in past:
        found.frombytes(block)
    return found.tolist()


def length(past: Past) -> int:
    """Return the number of keys."""
    return sum(map(len, past)) // WIDTH


def count(past: Past, key: int) -> int:
    """Return how often a key is there."""
    wanted, found = array("q", (key,)).tobytes(), 0
    for block in past:
        at = block.find(wanted)
        while at >= 0:
            found += at % WIDTH == 0
            at = block.find(wanted, at + 1)
    return found
