"""A mark drawn on a board for teaching."""

from __future__ import annotations

from typing import NamedTuple

ARROW, CIRCLE, LABEL, CROSS, SQUARE, TRIANGLE = "AR", "CR", "LB", "MA", "SQ", "TR"
"""The kinds of marks, by their SGF properties."""


class Mark(NamedTuple):
    """A mark on the board: its SGF property, its place, the end of an arrow or a label's text.

    Places are written as in the game's moves.
    """

    kind: str
    place: str
    to: str = ""

    @classmethod
    def arrow(cls, start: str, end: str) -> Mark:
        """Return an arrow from one place to another."""
        return cls(ARROW, start, end)

    @classmethod
    def circle(cls, place: str) -> Mark:
        """Return a circle on a place."""
        return cls(CIRCLE, place)

    @classmethod
    def square(cls, place: str) -> Mark:
        """Return a square on a place."""
        return cls(SQUARE, place)

    @classmethod
    def triangle(cls, place: str) -> Mark:
        """Return a triangle on a place."""
        return cls(TRIANGLE, place)

    @classmethod
    def cross(cls, place: str) -> Mark:
        """Return a cross on a place."""
        return cls(CROSS, place)

    @classmethod
    def label(cls, place: str, text: str) -> Mark:
        """Return a letter, or up to 12 characters, on a place."""
        return cls(LABEL, place, text)
