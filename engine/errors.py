"""The engine's errors; each message is one line that says what is wrong, where and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from boche.engine.languages.current import tr, tr_count, translate
from boche.engine.message import Message
from boche.engine.words import QUOTED, REFUSED


class BocheError(ValueError):
    """Base class of all errors whose message can be shown to a user unchanged.

    It is in the language that was the current one when the error was raised; a ``Message`` is in
    the one that is current when it is shown.
    """

    def __str__(self) -> str:
        message = self.args[0] if len(self.args) == 1 else None
        return str(translate(message)) if isinstance(message, Message) else super().__str__()


class UnknownGameError(BocheError):
    """A name under which no game is registered."""


class OptionError(BocheError):
    """An option that the game does not have, or a value out of its range."""


class NewerOptionError(OptionError):
    """An option of a stored game that only a newer version has."""


class RefusedMoveError(BocheError):
    """A move that was refused.

    ``reason`` says why, as a ``Message``. ``message`` is the full text; it begins with ``move``,
    the text of the move, if that is given.
    """

    def __init__(self, reason: Message, move: object = "") -> None:
        self.reason = reason
        named = move if isinstance(move, Message) else str(move)
        self.message = REFUSED(move=named, reason=reason) if named else reason
        super().__init__(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        return _refused, (type(self), self.reason, self.message)


def _refused(kind: type[RefusedMoveError], reason: Message, message: Message) -> RefusedMoveError:
    """Restore a pickled error."""
    error = kind(reason)
    error.message, error.args = message, (message,)
    return error


class NotationError(RefusedMoveError):
    """A move text that cannot be parsed (``IllegalMoveError``: parsed, but not allowed)."""


class IllegalMoveError(RefusedMoveError):
    """A move that the rules do not allow here; the message names the move, place and reason."""


@dataclass(frozen=True)
class Problem:
    """A single problem in a record.

    ``line`` and ``column`` count from 1; both are 0 if no place can be given.
    """

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        if not self.line:
            return self.message
        return tr(
            "line {line}, column {column}: {message}",
            line=self.line,
            column=self.column,
            message=self.message,
        )


class RecordError(BocheError):
    """A record that cannot be read; ``problems`` lists all problems in the order of the text."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        more = len(self.problems) - 1
        text = str(self.problems[0])
        if more:
            text = tr_count(
                "{problem} (and {count} more)", "{problem} (and {count} more)", more, problem=text
            )
        super().__init__(text)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems,)


def quoted(text: str) -> Message:
    """Return the text as an error message quotes it: printable, and truncated if it is long."""
    shown = text
    while len(repr(shown)) > 42:
        text = text[: min(37, len(text) - 1)]
        shown = f"{text}..."
    return QUOTED(text=shown)


def nearest(name: object, known: Iterable[str]) -> str:
    """Return the one of the known names that a misspelt one may stand for, or an empty text."""
    from difflib import get_close_matches  # only for this

    near = get_close_matches(str(name)[:40], [str(each) for each in known], 1)
    return near[0] if near else ""


class OtherGameError(RecordError):
    """A record of a game that is not read here."""


def why_not(error: BaseException) -> str:
    """Return the error's message in one line, or its class name if it has no message.

    For a refused move, and for an error raised with a ``Message``, the result is a ``Message``.
    """
    if isinstance(error, RefusedMoveError):
        return error.message
    if len(error.args) == 1 and isinstance(error.args[0], Message):
        return error.args[0]
    return " ".join(str(error).split()) or type(error).__name__
