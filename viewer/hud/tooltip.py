"""When a tooltip comes: once the pointer has rested on what has one."""

from __future__ import annotations

from viewer.hud.widgets.items import Hit

TIP_AFTER = 0.45  # seconds that the pointer rests before a tooltip comes


class Tooltip:
    """The tooltip of what the pointer is on (``over``); ``shown`` once it is there."""

    def __init__(self) -> None:
        self.over: Hit | None = None
        self.shown = False
        self._since = 0.0
        self._spent = False  # something was done here: none until the pointer goes elsewhere

    def moved_to(self, over: Hit | None, now: float) -> bool:
        """The pointer is on something; whether that is something else than before."""
        if over == self.over:
            return False
        self.over, self._since = over, now
        self.shown = self._spent = False
        return True

    def spend(self) -> None:
        """Something is done with a key or a button: none is wanted here any more."""
        self.shown, self._spent = False, True

    def due(self) -> float | None:
        """When it comes, None for never."""
        wanted = self.over is not None and self.over.tip and not self.shown and not self._spent
        return self._since + TIP_AFTER if wanted else None
