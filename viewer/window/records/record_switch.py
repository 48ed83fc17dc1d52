"""Exchange of the record on the table, after the user has decided about the current one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boche.engine.languages.current import tr
from boche.viewer.games.registry import view_of
from boche.viewer.hud.dialogs.model import nothing
from boche.viewer.session import Session
from boche.viewer.session.rating import still_counts
from boche.viewer.session.setup_session import SetupSession
from boche.viewer.session.words import OPENED
from boche.viewer.storage.kept_games import is_untouched
from boche.viewer.table.command_keys import shown_key
from boche.viewer.table.question import CANCEL, Answer
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.kept_games import Keeping
from boche.viewer.window.records.saving import Saving


def ask_to_let_go(
    desk: Desk, label: str, do: Callable[[], object], back: Callable[[], object] = nothing
) -> None:
    """Do something that loses a half-made move, once the user agrees; ``label`` names that."""
    desk.ask(tr("Leave a half-made move?"), tr("It will be lost: records hold whole moves only."),
             (Answer("let go", label, "Y"), do), (CANCEL, back))  # fmt: skip


class Exchange:
    """The exchange of records on one desk; no change is dropped without asking."""

    def __init__(self, desk: Desk, saving: Saving, keeping: Keeping) -> None:
        """Set it up; ``keeping`` keeps the game that is left.

        ``before`` is called before a game is settled: it puts back one that was laid aside.
        """
        self._desk, self._saving, self._keeping = desk, saving, keeping
        self.before: Callable[[], object] = nothing

    @property
    def is_in_library(self) -> bool:
        """Whether the game on the table lies in the library as it is, and nowhere else."""
        return self._keeping.is_library_s

    def replace_with(self, session: Session, lines: Sequence[str] = ()) -> None:
        """Put another record on the table, with messages about it in ``lines``."""
        self.settle(lambda: self.swap_for(session, lines, notes=[self.where_kept()]))

    def where_kept(self) -> str:
        """Return where the game on the table is found later, or an empty text.

        That is said of a game that goes on, and of a record that was opened and has been changed.
        """
        session = self._desk.session
        opened = session.unrated == OPENED and not session.seats.sitting
        if (session.is_over and not opened) or not self.is_in_library:
            return ""
        if opened:
            return tr("kept with your moves in Library, All games: {name}", name=session.name)
        return tr(
            "your game of {game} is kept: continue it from New game ({key}) or Library, All games",
            game=session.record.game.title, key=shown_key("new"),
        )  # fmt: skip

    def settle(self, then: Callable[[], None], back: Callable[[], object] = nothing) -> None:
        """Do something that ends this game, after the user has decided about its changes.

        A game that was played here and has no file is in the library, so nothing is asked, unless
        it would still count for the rating. ``back`` is called if the user prefers to keep the game
        on the table.
        """
        desk = self._desk
        self.before()
        old = desk.session
        if isinstance(old, SetupSession):
            self.leave_setup(lambda: self.settle(then, back), back)
            return
        if old.begun:
            ask_to_let_go(desk, tr("Leave"), lambda: self._settle(then, back), back)
            return
        self._settle(then, back)

    def _settle(self, then: Callable[[], None], back: Callable[[], object]) -> None:
        desk, old = self._desk, self._desk.session
        counts = old.played and still_counts(old) and not old.of_tournament
        cost = (
            tr("This game counts for your rating only if you play it to the end: once you leave "
               "it, it is an unfinished game, and counts for nothing.")
            if counts else ""
        )  # fmt: skip
        if not old.edits.modified or is_untouched(old) or self._keeping.is_library_s:
            if cost:
                desk.ask(tr("Leave this game?"), cost,
                         (Answer("leave", tr("Leave"), "Y"), then), (CANCEL, back))  # fmt: skip
            else:
                then()
            return

        def leave() -> None:
            self._keeping.leave()
            then()

        path = old.file.path
        what = tr(old.edits.unsaved)
        text = tr("It has {what}.", what=what)
        text = tr("{name} has {what}.", name=path.name, what=what) if path else text
        desk.ask(tr("Save this game?"), " ".join(filter(None, (text, cost))),
                 (Answer("save", tr("Save"), "Y"), lambda: self._saving.save(then, back)),
                 (Answer("leave", tr("Don't save"), "N"), leave), (CANCEL, back))  # fmt: skip

    def leave_setup(
        self, then: Callable[[], object] = nothing, back: Callable[[], object] = nothing
    ) -> None:
        """Leave the position editor for the game before it, and do something.

        If a position would be lost, ask first; ``back`` is called if the user stays.
        """
        desk, setup = self._desk, self._desk.session
        assert isinstance(setup, SetupSession)

        def leave() -> None:
            desk.take(setup.came_from, autosaved=True)
            then()

        if not setup.changed:
            leave()
            return
        text = tr("The position that you have set up will be lost.")
        desk.ask(tr("Leave the position editor?"), text,
                 (Answer("stay", tr("Keep editing"), "N"), back),
                 (Answer("leave", tr("Leave"), "Y"), leave), cancel=back)  # fmt: skip

    def swap_for(
        self,
        session: Session,
        lines: Sequence[str] = (),
        *,
        notes: Sequence[str] = (),
        autosaved: bool = False,
        for_a_while: bool = False,
    ) -> None:
        """Put another record on the table and drop the current one.

        ``lines`` are warnings, ``notes`` remarks on the game. ``autosaved`` says that the record
        has its autosave already. If it comes only ``for_a_while``, the current one keeps its own,
        so that it is not lost if the program ends meanwhile. Raises ``ViewError`` for a game that
        cannot be shown, and then changes nothing.
        """
        view_of(session.record.game_name)
        unkept = self._keeping.keep()
        if not for_a_while:
            self._desk.session.safety.close(discard=True)
        self._desk.hud.form = None  # a file may have been dropped while it was open
        self._desk.take(session, autosaved=autosaved)
        self._desk.say_all([*filter(None, notes)], tone="noted")
        self._desk.say_all([*lines, *unkept])
