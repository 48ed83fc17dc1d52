"""What a command refuses."""

from __future__ import annotations

from engine.errors import BocheError


class CommandError(BocheError):
    """Something about a command's arguments that only shows when it runs."""
