"""The user's own page in the window: its numbers are read from ratings, library and training."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable

from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr, tr_count
from boche.viewer.games.samples import sample_data
from boche.viewer.hud.dialogs.own_page_model import OwnGame, OwnPage
from boche.viewer.storage.library import Library
from boche.viewer.storage.library_index import Index
from boche.viewer.storage.own_ratings import own_rating, own_rating_text
from boche.viewer.table.command_keys import shown_key
from boche.viewer.training.courses import load_results
from boche.viewer.training.mistakes import BLUNDERED, MISSED, MISTAKEN
from boche.viewer.window.desk import Desk

WORK = 0.015
"""The seconds of reading before a frame."""

SHOWN = 0.5
"""The seconds after which the page shows what has been read meanwhile."""


class OwnProgress:
    """The page of one desk's user. ``library`` shows the library; it gets what ``show`` gets."""

    def __init__(self, desk: Desk, library: Callable[[Callable[[], object] | None], None]) -> None:
        self._desk, self._to_library = desk, library
        self._page: OwnPage | None = None
        self._library: Library | None = None
        self._shown_at = 0.0

    def show(self, back: Callable[[], object] | None = None) -> None:
        """Show the page with the game on the table; the games played here are read meanwhile.

        ``back`` is called if the user closes it.
        """
        desk = self._desk
        self._library = Library([], [], sample_data, Index(), user=desk.user_name)
        game = desk.session.record.game_name
        self._page = OwnPage(game, list(GAMES), self._known, mistake_lines(),
                             lambda: self._to_library(back))  # fmt: skip
        self._page.form.back = back
        desk.hud.open(self._page.form)
        desk.schedule.at(desk.now, self._read)

    def _known(self, game: str) -> OwnGame:
        assert self._library is not None
        rules, library = find(game), self._library
        openings = library.openings(rules.title)
        own = own_rating(rules)
        return OwnGame(own_rating_text(rules), own.latest, openings, library.unread)

    def _read(self) -> None:
        """Read some more of the games played here."""
        page, library, desk = self._page, self._library, self._desk
        if page is None or library is None or desk.hud.open_form is not page.form:
            self._page = self._library = None
            return
        until, more = time.thread_time() + WORK, True
        while more and time.thread_time() < until:
            more = library.step()
        gc.collect(0)  # records refer to themselves
        if not more or not library.unread or desk.now > self._shown_at + SHOWN:
            self._shown_at = desk.now
            page.grown()
            desk.hud.dirty = True
        if more:
            desk.schedule.at(desk.now, self._read)


def mistake_lines() -> list[str]:
    """Return lines on the mistakes that the user has chosen to come back to, by kind."""
    cards = load_results()[0].cards.values()
    counts = Counter(card.exercise.kind for card in cards if not card.exercise.who)
    told = {
        MISSED: tr_count("{count} certain win missed", "{count} certain wins missed",
                         counts[MISSED]),
        BLUNDERED: tr_count("{count} blunder (??): a fifth of the winning chance or more",
                            "{count} blunders (??): a fifth of the winning chance or more",
                            counts[BLUNDERED]),
        MISTAKEN: tr_count("{count} mistake (?)", "{count} mistakes (?)", counts[MISTAKEN]),
    }  # fmt: skip
    lines = [line for kind, line in told.items() if counts[kind]]
    return lines or [
        tr(
            "None yet: they are added when you retry the mistakes of a game "
            "({analyse} analyses it, then {retry}).",
            analyse=shown_key("analyse"),
            retry=shown_key("retry_mistakes"),
        )
    ]
