"""Errors of commands."""

from __future__ import annotations

from boche.engine.errors import BocheError


class CommandError(BocheError):
    """An error in a command's arguments that is only found when it runs."""
