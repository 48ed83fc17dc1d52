"""The online game on the table: incoming messages are shown and signalled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from boche.viewer.table.shown import Tone
from boche.viewer.window.desk import Desk
from boche.viewer.window.notifications import announce

if TYPE_CHECKING:
    from boche.viewer.remote.seat_link import Place
    from boche.viewer.remote.session import RemoteSession, Sign

POLL = 0.2  # seconds between checks for messages
LAST_WAIT = 0.2  # seconds that each thread of a connection gets to end

TONES: dict[str, Tone] = {"moved": "noted", "offered": "noted", "said": "noted", "over": "over",
                          "refused": "refused"}  # fmt: skip


class RemoteTable:
    """The keeper of one desk's online game.

    It closes the connection when the game leaves the table.
    """

    def __init__(
        self,
        desk: Desk,
        keep: Callable[[], list[str]],
        follow: Callable[[Place], object],
        begun: Callable[[], object] = lambda: None,
    ) -> None:
        """Set it up; ``keep`` saves the game in the library, ``follow`` opens a rematch.

        ``begun`` is called when an online game has come to the table.
        """
        self._desk, self._keep, self._follow, self._begun = desk, keep, follow, begun
        self._session: RemoteSession | None = None
        self._kept = -1
        self._seen: object = None
        desk.schedule.watchers.append(self._look)

    def _look(self) -> None:
        """Follow the table when an online game comes or goes."""
        far = self._desk.controller.table.far
        if far is not self._session:
            self._leave()
            self._session, self._kept = far, -1
            self._desk.schedule.at(self._desk.now, self._take_messages)
            if far is not None:
                self._begun()

    def _take_messages(self) -> None:
        """Handle incoming messages, from now on until the game leaves the table."""
        desk, table, far = self._desk, self._desk.controller.table, self._session
        if far is None or far is not table.far:
            return
        desk.schedule.at(desk.now + POLL, self._take_messages)
        if self._busy:
            return
        for sign in table.receive(far.take_news):
            self._tell(sign)
        view = far.view(desk.now)
        desk.hud.dirty |= view != self._seen
        self._seen = view
        self._keep_record(far)
        if far.other is not None:
            place, far.other = far.other, None
            with desk.care():
                self._follow(place)

    def close(self) -> None:
        """Close the connection of the game on the table."""
        self._leave()
        far = self._desk.controller.table.far
        if far is not None:
            far.wire.close(LAST_WAIT)

    @property
    def _busy(self) -> bool:
        """True if the user is writing or answering something about the current position."""
        writing = self._desk.controller.table.writing
        typing = writing.entry is not None and writing.entry.kind != "chat"
        return typing or writing.question is not None

    def _leave(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.wire.close()

    def _tell(self, sign: Sign) -> None:
        text, tone = str(sign.text), TONES[sign.kind]
        if sign.kind == "refused":
            self._desk.say(text, tone=tone)
        else:
            announce(self._desk, text, tone)

    def _keep_record(self, far: RemoteSession) -> None:
        """Save the game in the library after each change, and remember its path."""
        if far.edits.changes == self._kept or not far.record.root.children:
            return
        before = far.file.library_copy[0] if far.file.library_copy is not None else None
        self._desk.say_all(self._keep())
        self._kept = far.edits.changes
        after = far.file.library_copy[0] if far.file.library_copy is not None else None
        if isinstance(after, Path) and after != before:
            self._desk.say_all(list(filter(None, [far.wire.keep_record(str(after))])))
