"""Errors of models."""

from __future__ import annotations

from boche.engine.errors import BocheError


class ModelError(BocheError, ValueError):
    """A failure to make a model; the message is one line with the reason and a remedy."""
