"""The few errors that the engine raises; each message is one line that says what, where and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.message import Message
from engine.words import REFUSED


class BocheError(ValueError):
    """The base of all errors a caller is expected to show to a user as they are."""


class UnknownGameError(BocheError):
    """No game of that name is registered."""


class OptionError(BocheError):
    """An option that the game does not have, or a value out of its range."""


class RefusedMoveError(BocheError):
    """A move that is not played.

    ``reason`` is why, as data. ``message`` is all that is said; it begins with ``move``, the text
    of the move, where that is given.
    """

    def __init__(self, reason: Message, move: object = "") -> None:
        self.reason = reason
        self.message = REFUSED(move=str(move), reason=reason) if str(move) else reason
        super().__init__(self.message)


class NotationError(RefusedMoveError):
    """A move text that cannot be read at all (``IllegalMoveError``: read, but not allowed)."""


class IllegalMoveError(RefusedMoveError):
    """A move that the rules do not allow here; the message names it, the place and the reason."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong in a record.

    ``line`` and ``column`` count from 1; both are 0 where no place can be named.
    """

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line else ""
        return place + self.message


class RecordError(BocheError):
    """A record that cannot be read; ``problems`` lists all that was found, in the text's order."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        more = len(self.problems) - 1
        super().__init__(f"{self.problems[0]}" + (f" (and {more} more)" if more else ""))


def quoted(text: str) -> str:
    """The text as an error quotes it: printable, and cut where it is long."""
    shown = repr(text)
    return shown if len(shown) <= 42 else shown[:38] + "...'"


def why_not(error: BaseException) -> str:
    """What went wrong, in one line: the error's own words, or its name where it has none.

    A refused move says it as data, a ``Message``.
    """
    if isinstance(error, RefusedMoveError):
        return error.message
    return " ".join(str(error).split()) or type(error).__name__
