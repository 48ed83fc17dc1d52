"""News of online games, told so that they are noticed from another window, too."""

from __future__ import annotations

from boche.viewer.table.shown import Tone
from boche.viewer.window.desk import Desk
from boche.viewer.window.notifications import ring, tell


def announce(desk: Desk, text: str, tone: Tone) -> None:
    """Show a line in the status, with a tone if that is wanted, and by the system if need be."""
    desk.say(text, tone=tone)
    if desk.settings.chime:
        ring()
    if not desk.window.has_focus:
        tell(desk.session.record.game.title, text)
