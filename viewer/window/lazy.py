"""Parts of the window that are not needed for its first picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from boche.viewer.window.scheduler import Ticking

Part = TypeVar("Part", bound=Ticking)


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

    def wakeup(self) -> float | None:
        """Return when the part's ``tick`` is due; None if it does not exist yet."""
        return None if self.made is None else self.made.wakeup()

    def tick(self) -> None:
        """Call the part's ``tick`` if it exists."""
        if self.made is not None:
            self.made.tick()
