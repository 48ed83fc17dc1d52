"""The game with somebody far away that lies on the table: what is heard is shown and told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from viewer.table.shown import Tone
from viewer.window.desk import Desk
from viewer.window.far.signs import ring, tell

if TYPE_CHECKING:
    from viewer.remote.link import Place
    from viewer.remote.session import FarSession, Sign

POLL = 0.2  # seconds between two looks at what has been heard
LAST_WAIT = 0.2  # seconds that each thread of a line gets to end in

TONES: dict[str, Tone] = {"moved": "noted", "offered": "noted", "said": "noted", "over": "over",
                          "refused": "refused"}  # fmt: skip


class FarTable:
    """Looks after the line of one desk's game; a line whose game has left the table is closed."""

    def __init__(
        self, desk: Desk, keep: Callable[[], list[str]], follow: Callable[[Place], object]
    ) -> None:
        """``keep`` keeps the game in the library; ``follow`` opens the board of a rematch."""
        self._desk, self._keep, self._follow = desk, keep, follow
        self._session: FarSession | None = None
        self._due = 0.0
        self._kept = -1
        self._seen: object = None

    def wakeup(self) -> float | None:
        """When ``tick`` is wanted next, None for never."""
        far = self._desk.controller.table.far
        return self._due if far is not None or self._session is not None else None

    def tick(self) -> None:
        """Hear what has come, if it is time for that."""
        desk, table = self._desk, self._desk.controller.table
        if desk.now < self._due:
            return
        self._due = desk.now + POLL
        far = table.far
        if far is not self._session:
            self._leave()
            self._session, self._kept = far, -1
        if far is None or self._busy:
            return
        for sign in table.receive(far.take_news):
            self._tell(sign)
        view = far.view(desk.now)
        desk.hud.dirty |= view != self._seen
        self._seen = view
        self._keep_record(far)
        if far.other is not None:
            place, far.other = far.other, None
            desk.with_care(lambda: self._follow(place))

    def close(self) -> None:
        """End the line of the game on the table."""
        self._leave()
        far = self._desk.controller.table.far
        if far is not None:
            far.wire.close(LAST_WAIT)

    @property
    def _busy(self) -> bool:
        """Whether something is written or asked that speaks of the place shown."""
        writing = self._desk.controller.table.writing
        typing = writing.entry is not None and writing.entry.kind != "chat"
        return typing or writing.question is not None

    def _leave(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.wire.close()

    def _tell(self, sign: Sign) -> None:
        desk = self._desk
        desk.say(str(sign.text), tone=TONES[sign.kind])
        if sign.kind == "refused":
            return
        if desk.settings.chime:
            ring()
        if not desk.window.has_focus:
            tell(desk.session.record.rules.title, str(sign.text))

    def _keep_record(self, far: FarSession) -> None:
        """Keep the game in the library after each change, and remember where that is."""
        if far.edits.changes == self._kept or not far.record.root.children:
            return
        before = far.file.kept[0] if far.file.kept is not None else None
        self._desk.say_all(self._keep())
        self._kept = far.edits.changes
        after = far.file.kept[0] if far.file.kept is not None else None
        if isinstance(after, Path) and after != before:
            self._desk.say_all(list(filter(None, [far.wire.keep_record(str(after))])))
