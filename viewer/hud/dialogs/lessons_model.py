"""The page of lessons as a form: the game, and its lessons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from boche.engine.errors import BocheError, why_not
from boche.engine.games.registry import find
from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.model import Field, Form

NAME = "lessons"


@dataclass(frozen=True)
class LessonLine:
    """A lesson in the list: its file's name, its title, a line about it, and the progress."""

    name: str
    title: str
    about: str
    done: int
    count: int

    @property
    def finished(self) -> bool:
        return self.done == self.count


def lessons_form(
    game: str,
    games: Sequence[str],
    lines: Callable[[str], Sequence[LessonLine]],
    start: Callable[[str, str], None],
) -> Form:
    """Return the form of lessons; ``start`` gets one of ``games`` and the lesson's name."""

    def fields(game: str) -> list[Field]:
        titles = tuple((each, find(each).title) for each in games)
        found = lines(game)
        first = next((each for each in found if not each.finished), found[0])
        return [
            Field("lesson", "list", "", first, choices=tuple((each, "") for each in found)),
            Field("game", "choice", tr("Game"), game, choices=titles),
        ]

    def live(given: dict[str, Any]) -> None:
        form.refit(fields(given["game"]))

    def done(button: str, given: dict[str, Any]) -> str | None:
        if button == "cancel":
            return None
        try:
            start(given["game"], given["lesson"].name)
        except BocheError as error:
            return why_not(error)
        return None

    form = Form(
        NAME,
        tr("Lessons"),
        fields(game),
        (("start", tr("Start")), ("cancel", tr("Close"))),
        done,
        live,
    )
    form.focus_on(0)
    return form
