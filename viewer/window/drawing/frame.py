"""The renderer of a window: its GL context, the table's picture, and the HUD's pages over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.tall_list import PICTURE
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.layout import Areas
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages import start as startpage
from boche.viewer.hud.widgets.painter import Painter
from boche.viewer.rules import PLAY
from boche.viewer.window.drawing.board_picture import TablePicture, style_of
from boche.viewer.window.drawing.live_picture import LivePicture
from boche.viewer.window.drawing.record_pictures import RecordPictures
from boche.viewer.window.drawing.thumbnails import Thumbnails
from boche.viewer.window.window import TableWindow, WindowError


class FrameRenderer:
    """The GPU resources of one window, and the drawing of a frame."""

    def __init__(self, window: TableWindow, quality: str, read: Callable[[str], bytes]) -> None:
        """Create the GL context; ``read`` returns a record's bytes by the name of its picture.

        Raises ``WindowError`` without GL, after closing the window.
        """
        self._window = window
        self.context = _context(window)
        self.painter = Painter(self.context)
        self.picture = TablePicture(self.context, quality)
        self.thumbnails = Thumbnails(self.context)
        self.records = RecordPictures(self.context, read)
        self.live_picture = LivePicture(self.context, quality)
        self.samples: dict[str, Any] = {}
        """Textures that a dialog shows beside its fields, managed by its opener."""

    def draw(self, shown: HudData, hud: Hud, areas: Areas, ahead: bool = False) -> None:
        """Draw the whole window with this layout, without showing it.

        ``ahead`` draws only the first pixel, so that everything is ready when the window appears.
        """
        self._window.switch_to()
        size, board = self._window.pixels, areas.board
        frame = hud.build(shown, areas)
        textures = self.picture.update(shown, areas)
        textures |= self.thumbnails.textures | self.records.textures | self.samples
        places = hud.frame.pictures(f"{PLAY} ")
        textures |= self.live_picture.update(hud.showing, places, style_of(shown))
        screen = self.context.screen
        screen.use()
        screen.viewport = (0, 0, *size)
        screen.scissor = (0, 0, 1, 1) if ahead else None
        self.context.enable_only(self.context.NOTHING)
        screen.clear(0.0, 0.0, 0.0, 1.0)
        self._window.use_pixels()
        self.painter.draw([self.picture.page(board), *frame.pages], size, textures)

    def fill_thumbnails(self, shown: HudData, hud: Hud) -> list[str]:
        """Draw one of the missing small pictures; they are added one by one.

        Return a line for each game that turned out to have no picture.
        """
        style = replace(style_of(shown), transparent=True)
        self.records.want(hud.frame.pictures(PICTURE), style)
        hud.dirty |= self.records.draw()
        places = hud.frame.pictures(startpage.picture_name(""))
        if places:
            hud.dirty |= self.thumbnails.work(round(places[0].rect.w), style)
        else:
            self.thumbnails.release()
        return self.thumbnails.take_problems()

    def release(self) -> None:
        """Free all GPU resources."""
        self._window.switch_to()
        for held in (self.painter, self.picture, self.thumbnails, self.records,
                     self.live_picture):  # fmt: skip
            held.release()


def _context(window: TableWindow) -> Any:
    import moderngl

    window.switch_to()
    try:
        return moderngl.create_context(require=330)
    except Exception as error:
        window.close()
        problem = " ".join(str(error).split())
        raise WindowError(tr("no window with OpenGL 3.3: {problems}", problems=problem)) from None
