"""The actions of clicks on the HUD."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from boche.viewer.assistant.assistant import Assistant
from boche.viewer.hud.dialogs import dialogs
from boche.viewer.hud.dialogs import seats as seatforms
from boche.viewer.hud.pages import engine
from boche.viewer.hud.pages.banner import AWAY
from boche.viewer.hud.pages.setup import ADJUST
from boche.viewer.hud.widgets.items import Action
from boche.viewer.table.lines import hover_candidate
from boche.viewer.window.desk import Desk


class Clicks:
    """The executor of one HUD's actions.

    ``others`` are the actions of other parts of the window, by name.
    """

    def __init__(self, desk: Desk, assistant: Assistant) -> None:
        self._desk, self._assistant = desk, assistant
        self.others: dict[str, Callable[[Any], object]] = {}

    def act(self, action: Action) -> None:
        """Execute an action."""
        desk, value = self._desk, action.value
        controller, session = desk.controller, desk.session
        if action.name == "command":
            controller.command(value, desk.now)
        elif action.name == dialogs.ANSWER:
            controller.answer(value, desk.now)
        elif action.name == AWAY:
            controller.put_away(desk.now)
        elif action.name == "turn_to":
            controller.choose_key(value, desk.now)
        elif action.name == "go":
            self._visit(lambda: session.cursor.go(value))
        elif action.name == "scrub":
            self._visit(lambda: session.cursor.go_index(value))
        elif action.name == engine.HOVER:
            hover_candidate(controller.context, value or 0)
        elif action.name in self.others:
            controller.table.attempt(lambda: self.others[action.name](value))
        elif action.name == ADJUST:
            name, by = value
            controller.adjust(name, by, desk.now)
        elif action.name == "players":
            desk.hud.open(seatforms.players_of(session, self._assistant.set_seats))
        elif action.name == dialogs.TYPE:
            controller.table.writing.put(value)
        elif action.name == "hints_seen":
            desk.set_settings(replace(desk.settings, hints_seen=True))

    def _visit(self, step: Callable[[], object]) -> None:
        """Go to a place in the record at once; a replay stops."""
        controller = self._desk.controller
        controller.table.timeline.playing = False
        controller.table.timeline.skip()
        step()
        controller.tick(self._desk.now)
