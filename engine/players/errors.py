"""Errors of computer players."""

from __future__ import annotations

from boche.engine.errors import BocheError


class PlayerError(BocheError):
    """A player that cannot continue: it loses, and the message is the reason."""


class ResignedError(PlayerError):
    """A player that could continue but resigns."""
