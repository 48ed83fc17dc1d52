"""Lessons at the window: the page that lists them, and the way to one and back."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.registry import GAMES, find
from viewer.games.registry import ViewError
from viewer.hud.dialogs.lessons_model import LessonLine, lessons_form
from viewer.lessons.catalogue import Catalogue, catalogue_of, lesson_names
from viewer.lessons.progress import Progress, load_progress
from viewer.lessons.session import LessonSession
from viewer.session import Session, SessionError
from viewer.window.desk import Desk
from viewer.window.records.exchange import Exchange


class Following(NamedTuple):
    """The lesson that comes next: its name, words for a button, more on it."""

    name: str
    label: str
    tip: str


class Lessons:
    """The lessons that one desk offers."""

    def __init__(self, desk: Desk, exchange: Exchange) -> None:
        self._desk, self._exchange = desk, exchange
        self._interrupted: Session | None = None

    def ask(self) -> None:
        """Show the page of lessons, the present game's. Raises ``SessionError``."""
        self.show(self._desk.session.record.game)

    def show(self, game: str) -> None:
        """Show the page of lessons of a game. Raises ``SessionError`` where there are none."""
        games = [name for name in GAMES if self.offers(name)]
        if not games:
            raise SessionError("there are no lessons")
        game = game if game in games else games[0]
        progress = self._progress()
        desk = self._desk
        desk.hud.form = None
        desk.hud.open(lessons_form(game, games, lambda name: _lines(name, progress), self.start))
        desk.say_all(_catalogue(game).problems)

    def start(self, game: str, name: str = "") -> None:
        """Begin a lesson, by default a game's first, where it was left.

        Raises ``SessionError`` where it cannot be read."""
        found = [each for each in _catalogue(game).lessons if name in (each.name, "")]
        if not found:
            raise SessionError(f"there are no lessons that can be read: {game}")
        lesson = found[0]
        done = self._progress().of(lesson)
        here = self._desk.session
        if not isinstance(here, LessonSession):  # a game with somebody far away is theirs, too
            self._interrupted = here if type(here) is Session else None
        self._exchange.replace_with(LessonSession(lesson, done % len(lesson.exercises)))

    def leave(self) -> None:
        """Put the game that the lesson interrupted in its place, and show the page.

        An empty one where there was none, or none with a move.
        """
        game, interrupted = self._desk.session.record.game, self._interrupted
        begun = interrupted is not None and interrupted.record.root.children
        self._exchange.swap_for(interrupted if interrupted and begun else Session.new(game))
        self.show(game)

    def offers(self, game: str) -> bool:
        """Whether a game has lessons."""
        return bool(_names(game))

    def following(self, game: str) -> Following | None:
        """What is offered to who is learning a game: the next lesson; None where none is left."""
        names, progress = _names(game), self._progress()
        if not names:
            return None
        if not progress.begun(game):  # a start would wait for lessons to be read and checked
            label = f"New to {find(game).title}? A five-minute lesson"
            return Following(names[0], label, "The first lesson: what a move is")
        left = [each for each in _catalogue(game).lessons if not progress.finished(each)]
        if not left:
            return None
        return Following(left[0].name, f"Next lesson: {left[0].title}", left[0].about)

    def told(self, game: str) -> str:
        """A button's words: how many of a game's lessons are done; empty where there are none."""
        names = _names(game)
        if not names:
            return ""
        progress = self._progress()
        # A start would wait 2 % longer for lessons to be read and checked.
        begun = _catalogue(game).lessons if progress.begun(game) else ()
        done = sum(progress.finished(each) for each in begun)
        return f"Lessons ({done} of {len(names)})"

    def _progress(self) -> Progress:
        progress, problems = load_progress()
        self._desk.say_all(problems)
        return progress


def _names(game: str) -> list[str]:
    """The names of a game's lessons; none of one that cannot be shown."""
    try:
        return lesson_names(game)
    except ViewError:
        return []


def _catalogue(game: str) -> Catalogue:
    """A game's lessons; none of one that cannot be shown."""
    try:
        return catalogue_of(game)
    except ViewError:
        return Catalogue((), ())


def _lines(game: str, progress: Progress) -> list[LessonLine]:
    lessons = _catalogue(game).lessons
    return [LessonLine(each.name, each.title, each.about, progress.of(each), len(each.exercises))
            for each in lessons]  # fmt: skip
