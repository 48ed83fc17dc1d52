"""The actions of clicks on the HUD."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from boche.viewer.assistant.assistant import Assistant
from boche.viewer.hud.dialogs import dialogs
from boche.viewer.hud.dialogs.seats import players_of
from boche.viewer.hud.model import KEEP_POINTING, NAME, POINT_TO
from boche.viewer.hud.pages import engine
from boche.viewer.hud.pages.banner import AWAY
from boche.viewer.hud.pages.setup import ADJUST
from boche.viewer.hud.pages.timeline import LINE_TO, TAKE
from boche.viewer.hud.pages.toolbar import END_VIEW
from boche.viewer.hud.widgets.items import Action
from boche.viewer.session import Seat
from boche.viewer.table import rating
from boche.viewer.table.lines import enter_candidate, hover_candidate, show_moves
from boche.viewer.window.desk import Desk


class Clicks:
    """The executor of one HUD's actions.

    ``others`` are the actions of other parts of the window, by name.
    """

    def __init__(self, desk: Desk, assistant: Assistant) -> None:
        self._desk, self._assistant, controller = desk, assistant, desk.controller
        self.others: dict[str, Callable[[Any], object]] = {}
        self._own: dict[str, Callable[[Any], object]] = {
            "command": lambda name: controller.command(name, desk.now),
            END_VIEW: lambda kind: controller.end_view(kind, desk.now),
            dialogs.ANSWER: lambda name: controller.answer(name, desk.now),
            AWAY: lambda _: None if desk.skip() else controller.put_away(desk.now),
            "turn_to": lambda key: controller.choose_key(key, desk.now),
            "carry": lambda key: controller.carry(key, desk.now),
            "go": lambda node: self._visit(lambda: desk.session.cursor.go(node)),
            "scrub": lambda index: self._visit(lambda: desk.session.cursor.go_index(index)),
            LINE_TO: lambda number: show_moves(controller.context, number),
            engine.HOVER: lambda rank: hover_candidate(controller.context, rank or 0),
            engine.ENTER: lambda rank: enter_candidate(controller.context, rank),
            POINT_TO: controller.point_to,
            KEEP_POINTING: controller.keep_pointing_to,
            NAME: lambda name: controller.point_out(name or ""),
            TAKE: lambda target: controller.take(target, desk.now),
            ADJUST: lambda change: controller.adjust(change[0], change[1], desk.now),
            "players": lambda _: self.ask_for_players(),
            dialogs.TYPE: lambda edit: controller.table.writing.put(edit),
            "hints_seen": lambda _: desk.set_settings(replace(desk.settings, hints_seen=True)),
        }

    def act(self, action: Action) -> None:
        """Execute an action."""
        if action.name in self.others:
            self._desk.controller.table.attempt(lambda: self.others[action.name](action.value))
        elif action.name in self._own:
            self._own[action.name](action.value)

    def ask_for_players(self) -> None:
        """Ask who plays, and whether a game against a level warns of bad moves."""
        desk, choice = self._desk, self._desk.offered_warnings(here=True)

        def keep(seats: Mapping[str, Seat]) -> None:
            """Seat players by their initial colours; ask first in a game that counts."""
            table = desk.controller.table

            def seat() -> None:
                self._assistant.set_seats(seats)
                if choice.warns not in (None, table.warnings.chosen):
                    desk.warn(choice.warns)

            rating.ask_first(table, rating.reseats(table, seats), seat)

        desk.hud.open(players_of(desk.session, keep, choice))

    def _visit(self, step: Callable[[], object]) -> None:
        """Go to a place in the record at once; a replay stops, and old messages go."""
        controller = self._desk.controller
        controller.table.writing.forget()
        controller.table.timeline.playing = False
        controller.table.timeline.skip()
        step()
        controller.tick(self._desk.now)
