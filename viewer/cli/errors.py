"""Errors of commands."""

from __future__ import annotations

from boche.engine.errors import BocheError, Problem, RecordError
from boche.engine.languages.current import tr, translate


class CommandError(BocheError):
    """An error in a command's arguments that is only found when it runs."""


def error_text(error: Exception | Problem) -> str:
    """Return an error's text in the current language, as far as it is known in it."""
    if isinstance(error, Problem):
        text = translate(error.message)
        place = {"line": error.line, "column": error.column}
        return (
            tr("line {line}, column {column}: {text}", text=text, **place) if error.line else text
        )
    if isinstance(error, RecordError):
        first, more = error_text(error.problems[0]), len(error.problems) - 1
        return tr("{problem} (and {more} more)", problem=first, more=more) if more else first
    return translate(error.args[0]) if error.args and isinstance(error.args[0], str) else str(error)
