"""Parts of the window that are not needed for its first picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from viewer.window.scheduler import Ticking

Part = TypeVar("Part", bound=Ticking)


class Later(Generic[Part]):
    """A part that is made when it is first asked for, with all that it loads."""

    def __init__(self, make: Callable[[], Part]) -> None:
        self._make = make
        self.made: Part | None = None

    def __call__(self) -> Part:
        """The part."""
        if self.made is None:
            self.made = self._make()
        return self.made

    def wakeup(self) -> float | None:
        """When the part wants ``tick`` next; a part that is not there never does."""
        return None if self.made is None else self.made.wakeup()

    def tick(self) -> None:
        """Look at the part."""
        if self.made is not None:
            self.made.tick()
