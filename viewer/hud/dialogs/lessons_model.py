"""The page of lessons as a form: the game, and its lessons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from boche.engine.games.registry import find
from boche.engine.languages.current import tr, tr_later
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values

NAME = "lessons"
WATCH = tr_later("Watch a short game")
"""The button, or the line, that shows a game's demonstration."""


@dataclass(frozen=True)
class LessonLine:
    """A lesson in the list: its file's name, its title, a line about it, and the progress.

    ``rules`` is set if it teaches rules and not tactics.
    """

    name: str
    title: str
    about: str
    done: int
    count: int
    rules: bool = False

    @property
    def finished(self) -> bool:
        return self.done == self.count


def lessons_form(
    game: str,
    games: Sequence[str],
    lines: Callable[[str], Sequence[LessonLine]],
    start: Callable[[str, str], None],
    watch: Callable[[str], None],
    left: str = "",
) -> Form:
    """Return the form of lessons; ``start`` gets one of ``games`` and the lesson's name.

    ``watch`` gets the game whose demonstration is to be shown. ``left`` is the lesson of ``game``
    that was just left: it is chosen unless it is finished, and otherwise the first unfinished one.
    """
    first_game = game

    def fields(game: str) -> list[Field]:
        titles = tuple((each, find(each).title) for each in games)
        found = lines(game)
        unfinished = [each for each in found if not each.finished] or list(found[:1])
        here = left if game == first_game else ""
        first = next((each for each in unfinished if each.name == here), unfinished[0])
        return [
            Field("game", "choice", tr("Game"), game, choices=titles),
            Field(
                "lesson", "list", "", first, choices=tuple((each, "") for each in found), stays=True
            ),
        ]

    def begin(given: Values) -> None:
        start(given["game"], given["lesson"].name)

    look = Button("watch", tr(WATCH), lambda given: watch(given["game"]))
    buttons = (Button("start", tr("Start"), begin), look, Button("cancel", tr("Close")))
    form = Form(NAME, tr("Lessons"), fields(game), buttons,
                lambda given: form.refit(fields(given["game"])))  # fmt: skip
    form.focus_on(1)
    return form
