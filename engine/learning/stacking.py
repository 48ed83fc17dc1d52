"""States of many games in one: the arrays that change get one more dimension.

The compiled code needs a function ``select`` on such a stack. What it does depends only on the
fields of the state, so its source is written here, for each game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from boche.engine.search.encoding import ActionSpace


def narrowed(state: Any, space: ActionSpace) -> Any:
    """Return a state whose changing arrays have the game's narrow numbers.

    Many games do not fit into the processor's cache with 64 bits for each number.
    """

    def narrow(part: Any, name: str) -> Any:
        if isinstance(part, np.ndarray):
            return part if name in space.wide else part.astype(space.numbers)
        if not isinstance(part, tuple):
            return part
        fields = part._fields  # type: ignore[attr-defined]
        return type(part)(*map(narrow, part, fields))

    return state._replace(**{name: narrow(getattr(state, name), name) for name in space.changing})


def stacked(state: Any, games: int, changing: Sequence[str]) -> Any:
    """Return a state whose changing fields have ``games`` rows; all else is shared."""

    def rows(part: Any) -> Any:
        if isinstance(part, np.ndarray):
            return np.repeat(part[np.newaxis], games, axis=0)
        return type(part)(*map(rows, part)) if isinstance(part, tuple) else part

    return state._replace(**{name: rows(getattr(state, name)) for name in changing})


def select_of(state: Any, changing: Sequence[str]) -> Callable[[Any, int], Any]:
    """Return the function that takes one game's state out of a stack."""
    kinds: dict[str, type] = {}

    def row(part: Any, path: str) -> str:
        if isinstance(part, np.ndarray):
            return f"{path}[game]"
        if not isinstance(part, tuple):
            return path
        kinds[type(part).__name__] = type(part)
        fields = part._fields  # type: ignore[attr-defined]
        parts = (row(getattr(part, name), f"{path}.{name}") for name in fields)
        return f"{type(part).__name__}({', '.join(parts)})"

    whole = (
        row(getattr(state, name), f"stack.{name}") if name in changing else f"stack.{name}"
        for name in state._fields
    )
    kinds[type(state).__name__] = type(state)
    call = f"{type(state).__name__}({', '.join(whole)})"
    return _function("select", f"def select(stack, game):\n    return {call}\n", kinds)


def _function(name: str, source: str, names: dict[str, type]) -> Callable[..., Any]:
    scope: dict[str, Any] = {**names, "__name__": __name__, "__source__": source}
    exec(compile(source, f"<{name}>", "exec"), scope)
    function: Callable[..., Any] = scope[name]
    return function
