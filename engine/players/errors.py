"""How a computer player fails."""

from __future__ import annotations

from engine.errors import BocheError


class PlayerError(BocheError):
    """A player that cannot go on: it loses, and the message is the reason."""


class ResignedError(PlayerError):
    """A player that could go on and resigns."""
