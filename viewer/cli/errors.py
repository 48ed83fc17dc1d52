"""Errors of commands."""

from __future__ import annotations

from boche.engine.errors import BocheError
from boche.engine.languages.current import said


class CommandError(BocheError):
    """An error in a command's arguments that is only found when it runs."""


def told(error: Exception) -> str:
    """Return an error's text in the current language, as far as it is known in it."""
    return said(error.args[0]) if error.args and isinstance(error.args[0], str) else str(error)
