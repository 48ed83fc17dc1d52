"""The system's clipboard: texts, and whole records as text."""

from __future__ import annotations

from collections.abc import Callable

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_count
from boche.viewer.session import Session
from boche.viewer.session.setup_session import SetupSession
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.record_switch import Exchange


class Clipboard:
    """One window's access to the clipboard; ``came`` is called when a text has come."""

    def __init__(self, desk: Desk, exchange: Exchange) -> None:
        self._desk, self._exchange = desk, exchange
        self.came: Callable[[], object] = lambda: None

    def read(self, then: Callable[[str], object]) -> None:
        """Call ``then`` with the clipboard's text as soon as its owner has handed it over.

        That is at once if this program is the owner, so that no later key comes first. The text is
        empty if the clipboard holds something else. An owner who does not answer gets a line; the
        window goes on meanwhile.
        """

        def take(text: str | None) -> None:
            with self._desk.care():
                if text is None:
                    raise BocheError(
                        tr("nothing to paste: the program that has the text does not answer")
                    )
                then(text)
            self.came()

        self._desk.window.read_clipboard(take)

    def put(self, text: str) -> None:
        """Put a text on the clipboard."""
        self._desk.window.set_clipboard_text(text)

    def copy(self) -> None:
        """Copy the whole record, or in the position editor the position. Raises ``BocheError``."""
        session = self._desk.session
        self.put(session.file.text())
        said = tr("the record is on the clipboard")
        if isinstance(session, SetupSession):
            said = tr("the position is on the clipboard")
        self._desk.say(said)

    def paste(self) -> None:
        """Paste a record, or moves that continue from here."""
        self.read(self._paste)

    def _paste(self, text: str) -> None:
        found = self._desk.session.paste(text)
        if isinstance(found, Session):
            self._exchange.replace_with(found)
        elif not found:
            self._desk.say(tr("the position is pasted"))
        else:
            self._desk.say(tr_count("{count} move pasted", "{count} moves pasted", len(found)))
