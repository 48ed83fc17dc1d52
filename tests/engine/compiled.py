"""A module's functions compiled like the kernels, and callable from Python."""

from __future__ import annotations

from boche.engine.native.kernels import compiled_module

__all__ = ["compiled_module"]
