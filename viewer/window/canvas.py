"""The drawing of the window: the desk's state is assembled into a frame and shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from boche.engine.printable import printable
from boche.viewer.assistant.assistant import Assistant
from boche.viewer.explorer.view import NOTHING_EXPLORED, ExplorerView
from boche.viewer.hud.model import HudData, Shower
from boche.viewer.hud.pages.works import WorkView
from boche.viewer.renderer.style import palette
from boche.viewer.table.shown import TableView
from boche.viewer.window.desk import Desk
from boche.viewer.window.drawing.board_picture import discs, signs
from boche.viewer.window.drawing.frame import FrameRenderer


class Canvas:
    """The painter of one desk. ``last`` is the time of the last frame, by the desk's clock.

    ``drawn`` is called after each frame; ``explored`` returns what the explorer shows, ``works``
    the files that are being made.
    """

    def __init__(self, desk: Desk, frame: FrameRenderer, assistant: Assistant) -> None:
        self.desk, self.frame, self._assistant = desk, frame, assistant
        self._shower = Shower()
        self._view: TableView | None = None
        self.last = 0.0
        self.drawn: Callable[[], None] = lambda: None
        self.explored: Callable[[], ExplorerView] = lambda: NOTHING_EXPLORED
        self.works: Callable[[], tuple[WorkView, ...]] = lambda: ()

    def hud_data(self) -> HudData:
        """Return the data to draw."""
        desk = self.desk
        colours = discs(desk.settings.palette, desk.session.record.game)
        names = palette(desk.settings.palette).names
        marks = signs(desk.settings.palette, desk.session.record.game_name)
        return self._shower.data(desk.controller.view(), desk.session, desk.settings, colours,
                                  self._assistant.analysis(), names, marks,
                                  self.explored(), self.works())  # fmt: skip

    def draw(self, then: Callable[[], None] | None = None) -> None:
        """Draw the whole window and show it; call ``then`` as soon as it is visible."""
        desk = self.desk
        if desk.closed:
            return
        shown = self.draw_only()
        desk.window.flip()
        self.last = desk.now
        self._view = shown.view
        desk.controller.drawn(shown.view)
        if then is not None:
            then()
        desk.say_all(self.frame.fill_thumbnails(shown, desk.hud))
        title = titled(desk.session.title, shown.view.awaiting)
        if desk.window.get_caption() != title:
            desk.window.set_caption(title)
        if self.frame.records.busy:
            desk.schedule.at(desk.now, self._replay)
        self.drawn()

    def _replay(self) -> None:
        """Replay some more moves of a record whose small picture is wanted."""
        desk, records = self.desk, self.frame.records
        desk.hud.dirty |= records.tick()
        if records.busy:
            desk.schedule.at(desk.now, self._replay)

    def note_told(self) -> None:
        """Remember what is told once, if it has been seen."""
        desk, view = self.desk, self._view
        if view is None or desk.hud.modal or view.question is not None:
            return
        seen = (
            view.banner.once if view.banner is not None else "",
            view.first_turn.name if view.first_turn is not None else "",
        )
        new = tuple(name for name in seen if name and name not in desk.settings.told)
        if new:
            desk.set_settings(replace(desk.settings, told=(*desk.settings.told, *new)))

    def draw_only(self, ahead: bool = False) -> HudData:
        """Draw the whole window without showing it, or only prepare that if ``ahead`` is true.

        Return the data that was drawn.
        """
        self.desk.fit()
        shown = self.hud_data()
        self.frame.draw(shown, self.desk.hud, self.desk.areas, ahead)
        return shown


def titled(title: str, awaiting: int) -> str:
    """Return the window's title, with the number of online games that wait for the user."""
    return printable(f"({awaiting}) {title}" if awaiting else title)
