"""Errors of a session."""

from __future__ import annotations

from boche.engine.errors import BocheError


class SessionError(BocheError):
    """An operation that the table cannot perform; the message is one line for the user."""


class SaveAsNeededError(SessionError):
    """Saving needs a new file name; the message says why."""
