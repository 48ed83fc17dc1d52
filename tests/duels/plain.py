"""Common parts of the slow rules, independent of any game."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any


def once(method: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Cache the result of a method without arguments in ``self.known``, which ``play`` clears."""

    @wraps(method)
    def answer(self: Any) -> Any:
        if method.__name__ not in self.known:
            self.known[method.__name__] = method(self)
        return self.known[method.__name__]

    return answer


def parts_of(near: dict) -> list[frozenset]:
    """Return the connected components of a graph, given the neighbours of each node."""
    found, seen = [], set()
    for start in near:
        if start in seen:
            continue
        part, waiting = {start}, [start]
        while waiting:
            more = near[waiting.pop()] - part
            part |= more
            waiting += more
        seen |= part
        found.append(frozenset(part))
    return found
