"""Parts of the window that are not needed for its first picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Part = TypeVar("Part")


class Lazy(Generic[Part]):
    """A part that is created, with its imports, when it is first requested."""

    def __init__(self, make: Callable[[], Part]) -> None:
        self._make = make
        self.made: Part | None = None

    def __call__(self) -> Part:
        """Return the part, created on the first call."""
        if self.made is None:
            self.made = self._make()
        return self.made
