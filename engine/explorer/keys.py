"""Keys of positions that are equal under symmetry, and moves as seen from such a key.

A key is the sum of one random 64-bit word for each piece of an image, smallest over all images.
The words of all images of a piece are kept side by side in one large integer, so that a position
costs one addition for each of its pieces. Words are hashes, so every process has the same keys. The
probability that any two out of a million positions share a key is below one in ten million.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import dropwhile
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.orbit import Orbit, alone

_WORD = 64
_LANE = 80  # the width of a word and room for the sum of 65,536 of them
_MASK = 2**_WORD - 1

_words: dict[Hashable, dict[Any, int]] = {}
"""The words of pieces by game and frame, all images of a piece side by side."""

MOST_FRAMES = 5000
"""Frames whose words are remembered; then all are forgotten."""


@dataclass(frozen=True, slots=True)
class Place:
    """A position up to symmetry: its key, and the symmetries that lead to the image of the key."""

    key: int
    position: Any
    orbit: Orbit
    ways: tuple[Any, ...]

    def move(self, move: Any) -> str:
        """Return the text of a move that all equal moves of equal positions share."""
        return min(self.orbit.move(way, move) for way in self.ways)

    def moves(self, text: str) -> tuple[str, ...]:
        """Return the moves here that have this text, in alphabetical order, the first one legal.

        It is empty if the text is of no legal move.
        """
        try:
            written = {self.orbit.back(way, text) for way in self.ways}
            moves = sorted(map(self.position.parse, written), key=str)
            legal = dropwhile(lambda move: not self.position.is_legal(move), moves)
            return tuple(dict.fromkeys(map(str, legal)))
        except (BocheError, LookupError, ValueError):
            return ()


def place_of(position: Any) -> Place:
    """Return a position up to symmetry. Raises ``NotationError`` for a game without a text."""
    orbit = _orbit_of(position)
    count = len(orbit.symmetries)
    words = _words_of((position.game.name, orbit.frame))
    total = 0
    for piece in orbit.pieces:
        word = words.get(piece)
        if word is None:
            word = words[piece] = _word(orbit, piece)
        total += word
    sums = [(total >> shift) & _MASK for shift in range(0, count * _LANE, _LANE)]
    least = min(sums)
    ways = tuple(orbit.symmetries[n] for n in range(count) if sums[n] == least)
    key = (least + _hash(orbit.head)) & _MASK
    return Place(key - 2 ** (_WORD - 1), position, orbit, ways)


def _orbit_of(position: Any) -> Orbit:
    """Return a position's orbit; a game that has none of its own has positions without symmetry."""
    orbit: Orbit = position.orbit() if hasattr(position, "orbit") else alone(position.to_text())
    return orbit


def proven_moves(position: Any) -> Mapping[str, bool]:
    """Return whether the mover wins by the moves of which a solver knows it."""
    known: Mapping[str, bool] = getattr(position, "proven_moves", dict)()
    return known


def _words_of(frame: Hashable) -> dict[Any, int]:
    if frame not in _words and len(_words) >= MOST_FRAMES:
        _words.clear()
    return _words.setdefault(frame, {})


def _word(orbit: Orbit, piece: Hashable) -> int:
    """Return the words of a piece's images side by side."""
    images = (orbit.piece(symmetry, piece) for symmetry in orbit.symmetries)
    return sum(_hash(_plain(image)) << n * _LANE for n, image in enumerate(images))


def _plain(image: object) -> str:
    return repr(tuple(image)) if isinstance(image, tuple) else repr(image)


@lru_cache(maxsize=10_000)
def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=_WORD // 8).digest(), "big")
