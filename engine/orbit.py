"""Positions under the symmetries of their game, for code that treats equal ones as one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Orbit:
    """A position as the symmetries of its game show it.

    ``symmetries`` are those that lead to a form with the first colour to move. ``head`` is what all
    images share, such as the options. ``pieces`` is the rest of the state; ``piece(symmetry, p)``
    is the image of a piece ``p``. Two positions are equal under symmetry exactly if their heads
    are equal and some images of their pieces are. ``frame`` names everything but the piece that an
    image depends on, so that images can be remembered.

    ``move(symmetry, m)`` is the text of a move's image; ``back(symmetry, text)`` is its inverse, a
    move's text in the game's notation.
    """

    head: str
    frame: Hashable
    symmetries: Sequence[Any]
    pieces: Iterable[Hashable]
    piece: Callable[[Any, Any], object]
    move: Callable[[Any, Any], str]
    back: Callable[[Any, str], str]


def alone(text: str) -> Orbit:
    """Return the orbit of a position without symmetries, which has this text."""
    return Orbit(text, "", (None,), (), _same, _text, _text_back)


def _same(symmetry: None, piece: object) -> object:
    return piece


def _text(symmetry: None, move: object) -> str:
    return str(move)


def _text_back(symmetry: None, text: str) -> str:
    return text
