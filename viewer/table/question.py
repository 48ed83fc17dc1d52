"""A question as plain data: its text, its answers, and the effect of keys."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boche.engine.languages.current import tr_later

STEPS = {"Tab": -1, "Down": -1, "Right": -1, "Shift+Tab": 1, "Up": 1, "Left": 1}
"""Keys that move between answers: these stand from right to left, Tab goes from left to right."""


@dataclass(frozen=True)
class Answer:
    """An answer: its name, the label of its button, and a letter as a shortcut."""

    name: str
    label: str
    letter: str = ""


CANCEL = Answer("cancel", tr_later("Cancel"), "N")


@dataclass(frozen=True)
class Question:
    """A question at the table or in the window; everything else waits until it is answered.

    The first of the ``answers`` (at least one) is the main one, which Enter gives; if another
    answer loses something, the main one does not. Escape gives ``cancel``, even if that is not
    among them. ``focus`` is the index of the focused answer, negative for none: then the main one
    is marked, and only Enter gives it.
    """

    title: str
    text: str
    answers: tuple[Answer, ...]
    focus: int = -1

    def given_by(self, pressed: str) -> str:
        """Return the name of the answer on a key, or an empty text.

        Keys are written as by ``viewer.table.keys.chord``.
        """
        if pressed == "Escape":
            return CANCEL.name
        if pressed == "Enter" or (pressed == "Space" and self.focus >= 0):
            return self.answers[self.marked].name
        return next((each.name for each in self.answers if each.letter == pressed), "")

    def has_letter(self, pressed: str) -> bool:
        """Return whether a key is an answer's letter, which may have been typed for the board."""
        return any(each.letter == pressed for each in self.answers if each.letter)

    @property
    def marked(self) -> int:
        """The index of the answer that Enter gives."""
        return max(self.focus, 0)

    def moved_by(self, pressed: str) -> Question:
        """Return the question after a key that moves between answers, wrapping around."""
        by = STEPS.get(pressed, 0)
        return replace(self, focus=(self.marked + by) % len(self.answers)) if by else self
