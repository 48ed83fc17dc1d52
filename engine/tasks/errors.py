"""Errors of the processes that do tasks."""

from __future__ import annotations

from boche.engine.errors import BocheError


class WorkerPoolError(BocheError):
    """A process that died, or a cluster that cannot be used."""
