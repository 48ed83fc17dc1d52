"""A game's rules compiled by numba, from the same source that runs interpreted.

The rules module is loaded a second time under another name and every function in it is wrapped
by ``numba.njit``. Importing this file costs nothing: numba is imported when ``load`` is called.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

OPTIONS: Mapping[str, Any] = {"cache": True, "nogil": True, "_nrt": False, "forceinline": True}
"""How functions are compiled.

Rules only borrow the arrays they are handed and never make any, so they need no reference counts
(``_nrt``); without them a move is about twenty times faster, as the arrays travel in tuples and
every call would count each one up and down. With everything put in line compilation takes half
the time, for the same reason: no call has to spell out the tuples.
"""


@cache
def load(name: str) -> ModuleType:
    """The module ``name`` (such as ``engine.boche.rules``) with all its functions compiled.

    Functions compile when first called; the result is cached on disk by numba, next to the
    source where that can be written, else in the user's cache.
    """
    import numba

    module = second_copy(name, f"{name}_compiled")
    for key, value in list(vars(module).items()):
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            setattr(module, key, numba.njit(**OPTIONS)(value))
    return module


def second_copy(name: str, twin: str) -> ModuleType:
    """The module ``name`` loaded once more, as ``twin``. Raises ``ModuleNotFoundError``."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no source for {name}", name=name)
    twin_spec = importlib.util.spec_from_file_location(twin, spec.origin)
    if twin_spec is None or twin_spec.loader is None:
        raise ModuleNotFoundError(f"cannot load {name} from {spec.origin}", name=name)
    module = importlib.util.module_from_spec(twin_spec)
    sys.modules[twin] = module
    twin_spec.loader.exec_module(module)
    return module


def as_arrays(part: Any, kind: type) -> Any:
    """A tuple of lists and integers as ``kind``, its lists turned into int64 arrays (copies)."""
    import numpy as np

    return kind(*(np.array(v, dtype=np.int64) if isinstance(v, list) else v for v in part))
