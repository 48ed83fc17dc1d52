"""Another record on the table, once it is settled what becomes of the one that lies there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.errors import BocheError
from viewer.games.registry import view_of
from viewer.hud.dialogs import game_dialogs as gameforms
from viewer.session import Session
from viewer.window.desk import Desk
from viewer.window.records.saving import Saving


class Exchange:
    """Puts records on one desk; no change is let go of unasked."""

    def __init__(self, desk: Desk, saving: Saving) -> None:
        self._desk, self._saving = desk, saving

    def replace_with(self, session: Session, lines: Sequence[str] = ()) -> None:
        """Put another record on the table, what there is to say of it in ``lines``."""
        self.settle(lambda: self.swap_for(session, lines))

    def settle(self, then: Callable[[], None]) -> None:
        """Do something that ends this game, once it is settled what becomes of its changes."""
        desk, old = self._desk, self._desk.session
        if not old.modified:
            then()
            return

        def answer(pressed: str) -> None:
            try:
                if pressed == "save":
                    self._saving.save(then)
                elif pressed == "leave":
                    then()
            except BocheError as error:
                desk.say(str(error), error=True)

        text = f"{old.name} has changes that no file has."
        buttons = (("save", "Save"), ("leave", "Do not save"), gameforms.CANCEL)
        desk.hud.form = None  # a file may have been dropped while it was open
        desk.hud.open(gameforms.ask("Save this game?", text, buttons, answer))

    def swap_for(self, session: Session, lines: Sequence[str] = (), *, kept: bool = False) -> None:
        """Put another record on the table; what was there is let go of.

        ``kept`` says that it is kept safe already. Raises ``ViewError`` for a game that cannot be
        shown; then nothing has changed.
        """
        view_of(session.record.game)
        self._desk.session.close(discard=True)
        self._desk.hud.form = None  # a file may have been dropped while it was open
        self._desk.take(session, kept=kept)
        self._desk.say_all(lines)
