"""A module's functions compiled as the kernels are, and open to calls from Python."""

from __future__ import annotations

from functools import cache

from engine.jit.cache import folder_for
from engine.jit.compile import Entries, sources_of, twin


@cache
def compiled_module(name: str) -> Entries:
    """The module ``name`` with all its functions compiled, and kept on disk."""
    return Entries(twin(name), folder_for(name, sources_of(name)))
