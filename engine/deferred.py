"""Modules that are imported when they are first used."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Deferred:
    """A stand-in for a module, which is imported when one of its names is first used."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._module), name)
