"""Work that takes the current language along, to other threads and to other processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from boche.engine.languages.current import current, speaking

T = TypeVar("T")


def carried(work: Callable[..., T]) -> Callable[..., T]:
    """Return work that speaks the current language in whatever thread it is done."""
    code = current()

    def done(*arguments: Any) -> T:
        with speaking(code):
            return work(*arguments)

    return done


def spoken(code: str, work: Callable[..., T], *arguments: Any) -> T:
    """Do work in a language and return its result: for a process that knows of no request."""
    with speaking(code):
        return work(*arguments)
