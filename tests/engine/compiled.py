"""A module's functions compiled like the kernels, and callable from Python."""

from __future__ import annotations

from functools import cache

from boche.engine.jit.cache import folder_for
from boche.engine.jit.compile import Entries, compiled_copy, sources_of


@cache
def compiled_module(name: str) -> Entries:
    """Return the module ``name`` with all its functions compiled and cached on disk."""
    return Entries(compiled_copy(name), folder_for(name, sources_of(name)))
