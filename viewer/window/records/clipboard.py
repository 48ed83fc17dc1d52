"""The system's clipboard: texts, and whole records as text."""

from __future__ import annotations

from boche.engine.languages.current import tr, tr_count
from boche.viewer.session import Session
from boche.viewer.session.setup_session import SetupSession
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import Exchange


class Clipboard:
    """One window's access to the clipboard."""

    def __init__(self, desk: Desk, exchange: Exchange) -> None:
        self._desk, self._exchange = desk, exchange

    def text(self) -> str:
        """Return the clipboard's text, or an empty text if it holds something else."""
        try:
            return str(self._desk.window.get_clipboard_text() or "")
        except Exception:  # the owner of the clipboard may be gone
            return ""

    def put(self, text: str) -> None:
        """Put a text on the clipboard."""
        self._desk.window.set_clipboard_text(text)

    def copy(self) -> None:
        """Copy the whole record, or in the position editor the position. Raises ``BocheError``."""
        session = self._desk.session
        self.put(session.file.text())
        position = isinstance(session, SetupSession)
        self._desk.say(
            tr("the position is on the clipboard")
            if position
            else tr("the record is on the clipboard")
        )

    def paste(self) -> None:
        """Paste a record, or moves that continue from here. Raises ``BocheError``."""
        found = self._desk.session.paste(self.text())
        if isinstance(found, Session):
            self._exchange.replace_with(found)
        elif not found:
            self._desk.say(tr("the position is pasted"))
        else:
            self._desk.say(tr_count("{count} move pasted", "{count} moves pasted", len(found)))
