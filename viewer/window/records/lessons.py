"""Lessons in the window: the page that lists them, and the way to a lesson and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr
from boche.engine.record import load
from boche.viewer.games.registry import ViewError, view_of
from boche.viewer.hud.dialogs.lessons_model import LessonLine, lessons_form
from boche.viewer.lessons.catalogue import Catalogue, catalogue_of, lesson_names
from boche.viewer.lessons.progress import Progress, load_progress
from boche.viewer.lessons.session import DemonstrationSession, LessonSession
from boche.viewer.lessons.words import LOOK_ON_AGAIN
from boche.viewer.session import Session, SessionError
from boche.viewer.window.desk import Desk
from boche.viewer.window.records.interrupted import Interrupted


class Following(NamedTuple):
    """The next lesson: its name, a label for a button, and details."""

    name: str
    label: str
    tip: str


class Lessons:
    """The lessons that one desk offers."""

    def __init__(self, desk: Desk, interrupted: Interrupted) -> None:
        self._desk, self._interrupted = desk, interrupted
        self.choose: Callable[[str], object] | None = None
        """Shows the start screen, where the list is closed and nothing was played."""
        self._left: tuple[Session, int, str] | None = None

    def ask(self) -> None:
        """Show the current game's page of lessons. Raises ``SessionError``."""
        self.show(self._desk.session.record.game_name)

    def show(self, game: str, back: Callable[[], object] | None = None, left: str = "") -> None:
        """Show a game's page of lessons; ``back`` is called if the user closes it.

        ``left`` is the name of the lesson that was just left. Raises ``SessionError`` if there are
        no lessons.
        """
        games = [name for name in GAMES if self.offers(name)]
        if not games:
            raise SessionError(tr("there are no lessons"))
        game = game if game in games else games[0]
        progress = self._progress()
        desk = self._desk
        form = lessons_form(game, games, lambda name: _lines(name, progress), self.start,
                            self.watch, left)  # fmt: skip
        form.back = back
        desk.hud.open(form)
        desk.say_all(_catalogue(game).problems)

    def start(self, game: str, name: str = "") -> None:
        """Start a lesson, by default a game's first one, where it was left.

        Raises ``SessionError`` if it cannot be read.
        """
        found = [each for each in _catalogue(game).lessons if name in (each.name, "")]
        if not found:
            raise SessionError(tr("no lessons can be read: {game}", game=game))
        lesson = found[0]
        number = self._progress().next(lesson)
        self._interrupted.replace_with(LessonSession(lesson, number))

    def watch(self, game: str, then: Callable[[], object] | None = None) -> None:
        """Show a game's demonstration, then call ``then`` or show the page again.

        Raises ``SessionError``.
        """
        show = view_of(game).demonstration
        if show is None:
            raise SessionError(tr("there is nothing to watch: {game}", game=game))

        def back() -> None:
            self._interrupted.put_back()
            if then is not None:
                then()
            else:
                self.show(game)

        shown = DemonstrationSession(load(show()), back, LOOK_ON_AGAIN)
        self._interrupted.replace_with(shown)

    def leave(self) -> None:
        """Put back the game that the lesson interrupted, and show the page.

        Where there was none, the page leads back to the start screen: a bare table is no game.
        """
        session = self._desk.session
        left = session.state.lesson.name if isinstance(session, LessonSession) else ""
        self._interrupted.put_back()
        game, table, choose = session.record.game_name, self._desk.session, self.choose
        self._left = table, len(table.cursor.moves), game
        bare = not (table.record.root.children or table.seats.sitting)
        back = partial(choose, game) if bare and choose is not None else None
        self.show(game, back, left)

    @property
    def game_in_hand(self) -> str:
        """The game of the lesson just left, until the game on the table goes on, or that game's."""
        table = self._desk.session
        if self._left is not None and self._left[:2] == (table, len(table.cursor.moves)):
            return self._left[2]
        return table.record.game_name

    def offers(self, game: str) -> bool:
        """Return whether a game has lessons."""
        return bool(_names(game))

    def has_begun(self, game: str) -> bool:
        """Return whether any exercise of a game's lessons is done."""
        return self._progress().has_begun(game)

    def following(self, game: str) -> Following | None:
        """Return the next lesson for a user who is learning a game, or None if none is left."""
        names, progress = _names(game), self._progress()
        if not names:
            return None
        if not progress.has_begun(game):  # reading and checking lessons would delay the start
            label = tr("New to {title}? Begin with a lesson", title=find(game).title)
            return Following(names[0], label, tr("The first lesson: what a move is"))
        left = [each for each in _catalogue(game).lessons if not progress.finished(each)]
        if not left:
            return None
        return Following(
            left[0].name, tr("Next lesson: {title}", title=left[0].title), left[0].about
        )

    def button_label(self, game: str) -> str:
        """Return a button's label with the number of finished lessons; empty if there are none."""
        names = _names(game)
        if not names:
            return ""
        progress = self._progress()
        # Reading and checking the lessons would delay the start by 2 %.
        begun = _catalogue(game).lessons if progress.has_begun(game) else ()
        done = sum(progress.finished(each) for each in begun)
        return tr("Lessons ({done} of {count})", done=done, count=len(names))

    def _progress(self) -> Progress:
        progress, problems = load_progress()
        self._desk.say_all(problems)
        return progress


def _names(game: str) -> list[str]:
    """Return the names of a game's lessons; none for a game that cannot be shown."""
    try:
        return lesson_names(game)
    except ViewError:
        return []


def _catalogue(game: str) -> Catalogue:
    """Return a game's lessons; none for a game that cannot be shown."""
    try:
        return catalogue_of(game)
    except ViewError:
        return Catalogue((), ())


def _lines(game: str, progress: Progress) -> list[LessonLine]:
    lessons = _catalogue(game).lessons
    return [LessonLine(each.name, each.title, each.about, progress.of(each), len(each.exercises),
                       each.teaches_rules)
            for each in lessons]  # fmt: skip
