"""The window drawn: what is on the desk, put together for a frame and shown."""

from __future__ import annotations

from dataclasses import replace

from viewer.assistant.assistant import Assistant
from viewer.hud.model import Shower, Shown
from viewer.renderer.style import palette
from viewer.window.board_picture import discs
from viewer.window.desk import Desk
from viewer.window.frame import FrameRenderer


class Canvas:
    """Draws one desk. ``last`` is when it was last shown, by the desk's clock."""

    def __init__(self, desk: Desk, frame: FrameRenderer, assistant: Assistant) -> None:
        self.desk, self.frame, self._assistant = desk, frame, assistant
        self._shower = Shower()
        self.last = 0.0

    def shown(self) -> Shown:
        """What there is to draw."""
        desk = self.desk
        colours = discs(desk.settings.palette, desk.session.record.rules)
        names = palette(desk.settings.palette).names
        return self._shower.shown(desk.controller.view(), desk.session, desk.settings, colours,
                                  self._assistant.analysis(), names)  # fmt: skip

    def draw(self) -> None:
        """Draw the whole window and show it."""
        desk = self.desk
        if desk.closed:
            return
        shown = self.draw_only()
        desk.window.flip()
        self.last = desk.now
        desk.controller.drawn(shown.view)
        self._note_told(shown)
        desk.say_all(self.frame.fill_thumbnails(shown, desk.hud))
        if desk.window.get_caption() != desk.session.title:
            desk.window.set_caption(desk.session.title)

    def _note_told(self, shown: Shown) -> None:
        """Keep that what is said only once has been seen."""
        desk, banner = self.desk, shown.view.banner
        if banner is None or not banner.once or desk.hud.modal:
            return
        told = desk.settings.told
        if banner.once not in told:
            desk.set_settings(replace(desk.settings, told=(*told, banner.once)))

    def draw_only(self) -> Shown:
        """Draw the whole window without showing it; returns what was drawn."""
        self.desk.fit()
        shown = self.shown()
        self.frame.draw(shown, self.desk.hud, self.desk.areas)
        return shown
