"""A mark drawn on a board for teaching."""

from __future__ import annotations

from typing import NamedTuple

from boche.engine.deferred import Deferred

_marks = Deferred("boche.engine.record.marks")

ARROW, CIRCLE, LABEL, CROSS, SQUARE, TRIANGLE = "AR", "CR", "LB", "MA", "SQ", "TR"
"""The kinds of marks, by their SGF properties."""


class Mark(NamedTuple):
    """A mark on the board: its SGF property, its place, the end of an arrow or a label's text.

    Places are written as in the game's moves. The methods that make one raise ``ArgumentError``
    for a text that no record can have; whether the board has the place is seen when it is drawn.
    """

    kind: str
    place: str
    to: str = ""

    @classmethod
    def arrow(cls, start: str, end: str) -> Mark:
        """Return an arrow from one place to another."""
        return _checked(cls(ARROW, start, end))

    @classmethod
    def circle(cls, place: str) -> Mark:
        """Return a circle on a place."""
        return _checked(cls(CIRCLE, place))

    @classmethod
    def square(cls, place: str) -> Mark:
        """Return a square on a place."""
        return _checked(cls(SQUARE, place))

    @classmethod
    def triangle(cls, place: str) -> Mark:
        """Return a triangle on a place."""
        return _checked(cls(TRIANGLE, place))

    @classmethod
    def cross(cls, place: str) -> Mark:
        """Return a cross on a place."""
        return _checked(cls(CROSS, place))

    @classmethod
    def label(cls, place: str, text: str) -> Mark:
        """Return a letter, or up to 12 characters, on a place."""
        return _checked(cls(LABEL, place, text))


def _checked(mark: Mark) -> Mark:
    """Return a mark as it is. Raises ``ArgumentError`` for one that makes no sense."""
    _marks.check_mark(mark)
    return mark
