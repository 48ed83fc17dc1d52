"""A question as plain data: what is asked, the answers to it, and what keys make of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

STEPS = {"Tab": 1, "Down": 1, "Left": 1, "Shift+Tab": -1, "Up": -1, "Right": -1}
"""Keys that go from answer to answer; these stand from right to left."""


@dataclass(frozen=True)
class Answer:
    """One answer: its name, the words on its button, and a letter that gives it besides."""

    name: str
    label: str
    letter: str = ""


CANCEL = Answer("cancel", "Cancel", "N")


@dataclass(frozen=True)
class Question:
    """Something asked, at the table or by the window; nothing else goes on until it is answered.

    The first of the ``answers`` (at least one) is the main one, which Enter gives: where another
    one loses something, it is one that does not. Escape gives ``cancel``, whether that is among
    them or not. ``focus`` is the number of the answer that keys have gone to, below 0 for
    none: then the main one is marked, and Enter alone gives it.
    """

    title: str
    text: str
    answers: tuple[Answer, ...]
    focus: int = -1

    def given_by(self, pressed: str) -> str:
        """The name of the answer that a key gives (``viewer.table.keys.chord``), or empty."""
        if pressed == "Escape":
            return CANCEL.name
        if pressed == "Enter" or (pressed == "Space" and self.focus >= 0):
            return self.answers[self.marked].name
        return next((each.name for each in self.answers if each.letter == pressed), "")

    @property
    def marked(self) -> int:
        """The number of the answer that Enter gives."""
        return max(self.focus, 0)

    def moved_by(self, pressed: str) -> Question:
        """The question after a key that goes from answer to answer, round and round."""
        by = STEPS.get(pressed, 0)
        return replace(self, focus=(self.marked + by) % len(self.answers)) if by else self
