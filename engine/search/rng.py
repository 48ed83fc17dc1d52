"""The random source of the search: xorshift on one word of 64 bits, compiled with its users.

Marsaglia, "Xorshift RNGs" (2003), the triple 13, 7, 17, with the multiplier of Vigna's
xorshift64* (2016). The state is an array of one uint64, never 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_13, _7, _17 = np.uint64(13), np.uint64(7), np.uint64(17)
_FACTOR = np.uint64(0x2545F4914F6CDD1D)
_32, _LOW = np.uint64(32), np.uint64(0xFFFF)
_1, _2, _4, _29, _56 = (np.uint64(number) for number in (1, 2, 4, 29, 56))
_PAIRS = np.uint64(0x5555_5555_5555_5555)
_QUADS = np.uint64(0x3333_3333_3333_3333)
_BYTES = np.uint64(0x0F0F_0F0F_0F0F_0F0F)
_ONES = np.uint64(0x0101_0101_0101_0101)


def draw(source: Any) -> Any:
    """Return a random word."""
    x = source[0]
    x ^= x << _13
    x ^= x >> _7
    x ^= x << _17
    source[0] = x
    return x * _FACTOR


def below(word: Any, limit: int) -> Any:
    """Scale the word's upper half to 0 .. limit - 1; the bias is below limit / 2**32."""
    return np.int64(((word >> _32) * np.uint64(limit)) >> _32)


def low_bits(word: Any) -> Any:
    """Return bits 16 to 31 of the word, which ``below`` leaves unused."""
    return np.int64((word >> np.uint64(16)) & _LOW)


def count(word: Any) -> Any:
    """Return the number of bits set in the word."""
    word = word - (word >> _1 & _PAIRS)
    word = (word & _QUADS) + (word >> _2 & _QUADS)
    word = word + (word >> _4) & _BYTES
    return np.int64(word * _ONES >> _56)


def mix(word: Any, value: Any) -> Any:
    """Return a hash of a word and an integer; start with any word and go on from value to value."""
    word = (word ^ np.uint64(value)) * _FACTOR
    return word ^ (word >> _29)


def seed_word(seed: int, stream: int) -> int:
    """Return a starting state for a seed and a stream number: splitmix64, never 0."""
    mask = 2**64 - 1
    word = (seed * 0x9E3779B97F4A7C15 + (stream + 1) * 0xBF58476D1CE4E5B9) & mask
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & mask
    word = (word ^ word >> 27) * 0x94D049BB133111EB & mask
    return (word ^ word >> 31) or 1
