"""The modules of a game's package: one line for whatever one of them lacks.

What a module must have is written down once, as ``NEEDED`` (functions) and ``NAMES`` (with what to
write for each) of an interface: ``engine.plain_rules`` for ``rules``, ``engine.search.interface``
for ``search``, ``engine.learning.interface`` for ``learning``.
"""

from __future__ import annotations

import inspect
from types import FunctionType, ModuleType
from typing import Any

from boche.engine.errors import BocheError


class PartError(BocheError):
    """A module of a game that lacks something; the message is one line: where, what to write."""


def form_of(function: FunctionType) -> str:
    """Return how a function is called: ``play(board, move)``."""
    return f"{function.__name__}({', '.join(inspect.signature(function).parameters)})"


def check_part(module: ModuleType, interface: Any) -> None:
    """Check that a module has what its interface needs: functions, for as many arguments, names.

    Raises ``PartError`` for the first that is missing or takes other arguments.
    """
    for name in interface.NEEDED:
        _check_function(module, getattr(interface, name))
    for name, example in getattr(interface, "NAMES", {}).items():
        check_name(module, name, example)


def _check_function(module: ModuleType, wanted: FunctionType) -> None:
    own, form = getattr(module, wanted.__name__, None), form_of(wanted)
    if own is None:
        raise PartError(f"{module.__file__}: the function {form} is missing")
    if not isinstance(own, FunctionType):
        raise PartError(f"{module.__file__}: {wanted.__name__} must be a function, {form}")
    parameters = inspect.signature(wanted).parameters
    try:
        inspect.signature(own).bind(*parameters)
    except TypeError:
        code = own.__code__
        raise PartError(
            f"{code.co_filename}:{code.co_firstlineno}: {form_of(own)} must take "
            f"{len(parameters)} arguments: {form}"
        ) from None


def check_name(module: ModuleType, name: str, example: str) -> None:
    """Check that a module has a name. Raises ``PartError``, with an example of what to write."""
    if not hasattr(module, name):
        raise PartError(f"{module.__file__}: {name} is missing; write: {example}")
