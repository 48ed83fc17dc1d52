"""The user's own page as a form: the rating over time, the openings played, and the mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from boche.engine.games.registry import find
from boche.engine.languages.current import tr, tr_count
from boche.engine.languages.formats import grouped
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values
from boche.viewer.storage.library import OpeningLine
from boche.viewer.storage.own_ratings import RatedGame

NAME = "own_page"
"""The name of the form, and of the command that opens it."""
GAME, OPENINGS = range(2)
"""The indices of the fields."""


@dataclass(frozen=True)
class OwnGame:
    """What is known of the user in a game: the rating in words, the games that it comes from, the
    openings, the most frequent first, and how many games are not read yet.
    """

    rating: str
    latest: Sequence[RatedGame]
    openings: Sequence[OpeningLine]
    unread: int = 0


class OwnPage:
    """The page of one user. ``known`` gives what is known of a game, by its name.

    ``mistakes`` are lines on the mistakes in all games; call ``grown`` when more has been read.
    ``library`` shows the library instead.
    """

    def __init__(
        self,
        game: str,
        games: Sequence[str],
        known: Callable[[str], OwnGame],
        mistakes: Sequence[str],
        library: Callable[[], None],
    ) -> None:
        self._known, self._games, self.mistakes = known, games, mistakes
        self.game, self.own = game, known(game)
        buttons = (
            Button("cancel", tr("Close")),
            Button("library", tr("Library"), lambda given: library()),
        )
        self.form = Form(NAME, tr("Your progress"), self._fields(), buttons, self._live,
                         extra=self._key, of=self)  # fmt: skip
        self.form.focus_on(GAME)

    def _fields(self) -> list[Field]:
        titles = tuple((name, find(name).title) for name in self._games)
        rows = tuple((line, line.moves) for line in self.own.openings)
        return [
            Field("game", "choice", tr("Game"), self.game, choices=titles),
            Field(
                "openings",
                "list",
                tr("Openings, each with its mirror images"),
                None,
                choices=rows,
                picks=True,
            ),
        ]

    @property
    def status(self) -> str:
        """A line on the games counted."""
        count = sum(line.played for line in self.own.openings)
        told = tr_count(
            "{number} game of yours in the library", "{number} games of yours in the library",
            count, number=grouped(count),
        )  # fmt: skip
        if not self.own.unread:
            return told
        return tr("{games}; {unread} not read yet", games=told, unread=grouped(self.own.unread))

    def _live(self, given: Values) -> None:
        if given["game"] != self.game:
            self.game = given["game"]
            self.form.scroll_home("openings")
            self.grown()

    def grown(self) -> None:
        """Show what has been read since."""
        self.own = self._known(self.game)
        self.form.refit(self._fields())

    def _key(self, pressed: str) -> bool:
        """Scroll the openings while the game keeps the focus; Enter closes."""
        by = {"Down": 1, "Up": -1, "PageDown": 10, "PageUp": -10}.get(pressed)
        if by is not None:
            self.form.scroll("openings", by)
        elif pressed == "Enter" and self.form.focused_button < 0:
            self.form.press("cancel")
        else:
            return False
        return True
