"""The renderer of a window: its GL context, the table's picture, and the HUD's pages over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from boche.engine.errors import BocheError, why_not
from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr
from boche.viewer.camera.camera import Camera, frame
from boche.viewer.games.registry import build_live, build_scene, camera_of, view_of
from boche.viewer.hud.dialogs.tall_list import PICTURE
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.layout import Areas
from boche.viewer.hud.model import MOMENT, HudData
from boche.viewer.hud.pages import start as startpage
from boche.viewer.hud.pages.start import SHAPE, picture_name
from boche.viewer.hud.widgets.items import Picture
from boche.viewer.hud.widgets.painter import Painter
from boche.viewer.renderer.cached_view import CachedView
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style
from boche.viewer.rules import PLAY
from boche.viewer.scene import Scene, SceneOptions
from boche.viewer.scene.live import LiveOptions
from boche.viewer.table.shown import in_motion
from boche.viewer.window.drawing.board_picture import TablePicture, style_of
from boche.viewer.window.drawing.moment_pictures import MomentPictures
from boche.viewer.window.drawing.record_pictures import RecordPictures
from boche.viewer.window.window import TableWindow, WindowError

if TYPE_CHECKING:
    from boche.viewer.rules.demonstration import Moment, Showing


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
        self.moments = MomentPictures(self.context)
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
        textures |= self.moments.textures(hud.frame.pictures(MOMENT), shown)
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
        hud.dirty |= self.moments.draw(hud.frame.pictures(MOMENT), shown, style)
        places = hud.frame.pictures(startpage.picture_name(""))
        if places:
            hud.dirty |= self.thumbnails.work(round(places[0].rect.w), style)
        else:
            self.thumbnails.release()
        return self.thumbnails.take_problems()

    def release(self) -> None:
        """Free all GPU resources."""
        self._window.switch_to()
        for held in (self.painter, self.picture, self.thumbnails, self.records, self.moments,
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


# The animated board beside the text of the rules: drawn while visible, and freed afterwards.


class LivePicture:
    """The texture of a board that plays by itself, kept up to date."""

    def __init__(self, context: Any, quality: str) -> None:
        self._context, self._quality = context, quality
        self._view: CachedView | None = None
        self._scene: tuple[Moment, Scene] | None = None
        self._camera: tuple[tuple[Showing, tuple[int, int]], Camera] | None = None
        self.frames = 0
        """The number of times it has been drawn."""

    def update(
        self, showing: Showing | None, places: list[Picture], style: Style
    ) -> dict[str, Any]:
        """Return the texture by its picture's name, or nothing without an animation.

        Raises ``RenderError``.
        """
        if showing is None or not places:
            self.release()
            return {}
        rect, name = places[-1].rect, places[-1].name
        size = max(round(rect.w), 16), max(round(rect.h), 16)
        camera = self._camera_of(showing, size)
        if self._view is None:
            self._view = CachedView(self._context, self._quality)
        self.frames += self._view.update(self._scene_of(showing.moment()), camera, size, style)
        return {name: self._view.texture}

    def _camera_of(self, showing: Showing, size: tuple[int, int]) -> Camera:
        """Return the camera that sees all of the last position."""
        if self._camera is None or self._camera[0] != (showing, size):
            view = camera_of(showing.game, showing.play.view or "corner")
            bounds = build_live(showing.final, LiveOptions()).bounds
            self._camera = ((showing, size), frame(view, bounds, size[0] / size[1]))
        return self._camera[1]

    def _scene_of(self, moment: Moment) -> Scene:
        """Return the scene of a moment; the same object while nothing in it changes."""
        if self._scene is None or self._scene[0] != moment:
            if moment.change is not None:
                scene = build_live(*in_motion(moment.change, LiveOptions()))
            else:
                scene = build_live(moment.position, LiveOptions(last=moment.last))
            self._scene = (moment, scene)
        return self._scene[1]

    def release(self) -> None:
        """Free all GPU resources."""
        if self._view is not None:
            self._view.release()
        self._view, self._scene, self._camera = None, None, None


# Small pictures of the games for the start screen: drawn one at a time, between two frames.


class Thumbnails:
    """The pictures of the games, as textures."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._renderer: Renderer | None = None
        self._views: dict[str, CachedView] = {}
        self._scenes: dict[str, Scene] = {}
        self._wanted: tuple[Any, ...] = ()
        self._without: set[str] = set()
        self._problems: list[str] = []

    @property
    def textures(self) -> dict[str, Any]:
        """The existing textures, by the names that pages use."""
        return {picture_name(game): view.texture for game, view in self._views.items()}

    def work(self, width: int, style: Style) -> bool:
        """Draw one picture that is missing or out of date; return False if there is none.

        ``width`` is in pixels. Raises ``RenderError``.
        """
        if self._wanted != (width, style):
            self.release()
            self._wanted = (width, style)
        done = self._without.union(self._views)
        game = next((name for name in GAMES if name not in done), None)
        if game is None:
            return False
        size = (max(width, 16), max(round(width * SHAPE), 9))
        try:
            scene = self._scene(game)
            camera = frame(camera_of(game), scene.bounds, size[0] / size[1])
        except Exception as error:  # plugins' views may raise anything
            self._without.add(game)
            self._problems.append(
                tr("no picture of {title}: {reason}", title=find(game).title, reason=why_not(error))
            )
            return True
        if self._renderer is None:
            self._renderer = Renderer(self._context)
        view = self._views[game] = CachedView(self._context, "high", self._renderer)
        view.update(scene, camera, size, style)
        return True

    def take_problems(self) -> list[str]:
        """Return a line for each game found to have no picture since the last call."""
        found, self._problems = self._problems, []
        return found

    def _scene(self, game: str) -> Scene:
        if game not in self._scenes:
            position = shown_position(game)
            self._scenes[game] = build_scene(position, SceneOptions(labels=False))
        return self._scenes[game]

    def release(self) -> None:
        """Free all GPU resources."""
        for view in self._views.values():
            view.release()
        self._views = {}
        if self._renderer is not None:
            self._renderer.release()
            self._renderer = None


def shown_position(game: str) -> Any:
    """Return the position that shows a game, by default its start. Raises ``ViewError``."""
    thumbnail = view_of(game).thumbnail
    try:
        return thumbnail() if thumbnail is not None else find(game).new()
    except (BocheError, OSError):
        return find(game).new()
