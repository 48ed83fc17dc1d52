"""What a session raises when it cannot do what it is asked."""

from __future__ import annotations

from engine.errors import BocheError


class SessionError(BocheError):
    """Something the table cannot do; one line for the user."""


class SaveAsNeededError(SessionError):
    """Saving needs a name first; the message says why."""
