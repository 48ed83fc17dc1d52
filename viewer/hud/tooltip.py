"""The timing of tooltips: one appears once the pointer has rested."""

from __future__ import annotations

from boche.viewer.hud.widgets.items import Hit

TIP_AFTER = 0.45  # seconds that the pointer rests before a tooltip appears


class Tooltip:
    """The tooltip of the item under the pointer (``over``); ``shown`` once it is visible."""

    def __init__(self) -> None:
        self.over: Hit | None = None
        self.shown = False
        self._since = 0.0
        self._spent = False  # no tooltip after a click or a key until the pointer moves on

    def moved_to(self, over: Hit | None, now: float) -> bool:
        """Take the item under the pointer; return whether it differs from the previous one."""
        if over == self.over:
            return False
        self.over, self._since = over, now
        self.shown = self._spent = False
        return True

    def spend(self) -> None:
        """Suppress the tooltip here after a key or a button."""
        self.shown, self._spent = False, True

    def due(self) -> float | None:
        """Return when the tooltip is due, or None."""
        wanted = self.over is not None and self.over.tip and not self.shown and not self._spent
        return self._since + TIP_AFTER if wanted else None
