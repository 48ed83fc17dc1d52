"""What a model refuses."""

from __future__ import annotations

from engine.errors import BocheError


class ModelError(BocheError, ValueError):
    """No model; one line that says why, and what would do."""
