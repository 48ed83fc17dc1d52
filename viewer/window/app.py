"""The desktop program: one window, one table. Puts session, controller, view and HUD together.

Nothing is drawn unless something changed: events mark what they change, one draw is scheduled for
all of them, and with nothing more to do the event loop sleeps.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.errors import BocheError
from engine.games.registry import PROBLEMS
from viewer.assistant.assistant import Computer
from viewer.assistant.background import BackgroundThinker
from viewer.assistant.search_backend import SearchBackend
from viewer.games.registry import panel_of
from viewer.hud.dialogs import dialogs
from viewer.hud.hud import Hud, to_picture
from viewer.hud.layout import Areas, areas_of, picture_size, usable_scale
from viewer.hud.model import Shower, Shown
from viewer.hud.widgets.items import Action
from viewer.hud.widgets.pyglet_setup import app as pyglet_app
from viewer.hud.widgets.pyglet_setup import clock
from viewer.hud.widgets.text import measure
from viewer.renderer.errors import RenderError
from viewer.renderer.style import palette
from viewer.session import Session
from viewer.storage.autosave import Autosave
from viewer.storage.settings import Settings, save_settings
from viewer.table.input import Controller
from viewer.window.board_picture import discs
from viewer.window.file_actions import FileActions
from viewer.window.frame import FrameRenderer
from viewer.window.window import TableWindow, open_window

FRAME = 1 / 60  # seconds from frame to frame while something moves


class App:
    """A window on a table. ``run`` returns when it is closed."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        messages: Sequence[str] = (),
        *,
        choose: bool = False,
    ) -> None:
        """``choose`` begins with the start screen over the table.

        Raises ``WindowError`` where there is no display or no GL, ``LookupError`` for a game
        without a table."""
        self.settings, problems = usable(settings)
        settings = self.settings
        self.window: TableWindow = open_window(settings.window_size, session.title)
        self.frame = FrameRenderer(self.window, settings.quality)
        self._choose = choose
        typeset = self.frame.painter.layouts
        self.hud = Hud(measure, typeset, self.act, hints=not settings.hints_seen)
        self._shower = Shower()
        self._last = 0.0
        self._closed = False
        self.on_first_frame: Callable[[], None] | None = None
        self.areas = self._arranged(session)
        board = picture_size(self.areas)
        self.controller = Controller(session, board, settings, self.now, self.scale)
        self.computer = Computer(self.controller.table, BackgroundThinker(SearchBackend))
        self.files = FileActions(self)
        self.controller.join(self.computer, self.files)
        self.take(session)
        self.say_all([*PROBLEMS, *problems, *messages])
        self.window.listener = self

    # -- what it is

    @property
    def now(self) -> float:
        return time.perf_counter()

    @property
    def session(self) -> Session:
        return self.controller.table.session

    @property
    def scale(self) -> float:
        """Pixels of the HUD for one at 100 %."""
        wanted = self.settings.ui_scale or self.window.screen_scale
        return usable_scale(self.window.pixels, wanted, self.settings.font_size)

    def take(self, session: Session, *, kept: bool = False) -> None:
        """Put a record on the table; from now on it is kept safe, if it is not ``kept`` so yet."""
        if not kept:
            session.keep(Autosave())
        if session is not self.session:
            self.controller.set_session(session)
            self._fit()
        self.say_all([*session.take_messages(), *session.problems[:1]])
        self.hud.dirty = True

    def say_all(self, lines: Sequence[str]) -> None:
        """Show lines as bad news, the last of them last."""
        for line in lines:
            self.controller.table.say(line, error=True)

    def set_settings(self, settings: Settings, keep: bool = True) -> None:
        """Let settings count, and keep them for the next start."""
        self.settings = settings
        self.frame.picture.set_quality(settings.quality)
        self.controller.set_settings(settings)
        self.hud.dirty = True
        self._fit()
        if keep:
            problem = save_settings(settings)
            if problem:
                self.controller.table.say(problem, error=True)

    # -- running

    def run(self) -> None:
        """Show the window and serve it until it is closed."""
        self.open()
        if not self._closed:
            pyglet_app.run(interval=None)

    def open(self) -> None:
        """Show the window, its first picture drawn."""
        if self._choose:
            with_care(lambda: self.files.recovery.offer(choose=True), self)
        self.draw_only()  # all is ready before the window appears
        self.window.set_visible(True)
        self.window.activate()
        self.draw()
        if self.on_first_frame is not None:
            self.on_first_frame()
        if not self._choose:
            with_care(self.files.recovery.offer, self)
        self.plan()

    def close(self) -> None:
        """Close the window. Unsaved work stays in the autosave, for the next start."""
        if self._closed:
            return
        self._closed = True
        self.files.end()
        self.computer.close()
        width, height = self.window.get_size()
        if not self.window.fullscreen and (width, height) != self.settings.window_size:
            self.settings = replace(self.settings, window_size=(width, height))
            save_settings(self.settings)
        unsafe = "" if self.session.keep_again() else self.session.unsafe
        if unsafe:
            print(f"boche: the last changes of the game are lost: {unsafe}", file=sys.stderr)
        self.session.close()
        self.window.listener = None
        self.frame.release()
        self.window.close()
        pyglet_app.exit()

    # -- drawing

    def _arranged(self, session: Session) -> Areas:
        """Where everything lies while a session is on the table."""
        choices = panel_of(session.record.game).choices(session.position)
        return areas_of(self.window.pixels, self.scale, self.settings, len(choices))

    def _fit(self) -> None:
        """Lay the window out, for drawing and pointing alike; tell the controller of the board."""
        self.areas = self._arranged(self.session)
        size, table = picture_size(self.areas), self.controller.table
        if size != table.looking.viewport or self.scale != table.looking.scale:
            self.controller.resized(*size, self.now, self.scale)

    def shown(self) -> Shown:
        """What there is to draw."""
        view = self.controller.view()
        colours = discs(self.settings.palette, self.session.record.rules)
        return self._shower.shown(view, self.session, self.settings, colours,
                                  self.computer.analysis())  # fmt: skip

    def draw(self) -> None:
        """Draw the whole window and show it."""
        if self._closed:
            return
        shown = self.draw_only()
        self.window.flip()
        self._last = self.now
        self.controller.drawn(shown.view)
        self.say_all(self.frame.fill_thumbnails(shown, self.hud))
        if self.window.get_caption() != self.session.title:
            self.window.set_caption(self.session.title)

    def draw_only(self) -> Shown:
        """Draw the whole window without showing it; returns what was drawn."""
        self._fit()
        shown = self.shown()
        self.frame.draw(shown, self.hud, self.areas)
        return shown

    def plan(self) -> None:
        """Schedule the next draw or tick, if there is to be one."""
        if self._closed:
            return
        wanted = [*self.files.wakeups(), self.computer.wakeup()]
        if not self.window.hidden:  # else nothing is drawn, but the computer plays on
            wanted += [self.controller.next_wakeup(), self.hud.wakeup()]
            wanted += [0.0] if self.hud.dirty or self.controller.wants_frame else []
        due = min((time for time in wanted if time is not None), default=None)
        clock.unschedule(self._tick)
        if due is not None:
            at = max(due, self._last + FRAME)
            clock.schedule_once(self._tick, max(at - self.now, 0.0))

    def _tick(self, dt: float) -> None:
        with_care(self._on_tick, self)
        self.plan()

    def _on_tick(self) -> None:
        self.controller.tick(self.now)
        self.hud.tick(self.now)
        self.files.tick()
        self._think()
        if (self.hud.dirty or self.controller.wants_frame) and not self.window.hidden:
            self.draw()

    def _think(self) -> None:
        """Let the computer look at the table: it may play, or have something new to show."""
        if self.computer.tick():
            self.hud.dirty = True

    # -- actions of the HUD

    def act(self, action: Action) -> None:
        """Do what a click on the HUD asks for."""
        name, value = action.name, action.value
        if name == "command":
            self.controller.command(value, self.now)
        elif name == "turn_to":
            self.controller.choose_key(value, self.now)
        elif name == "go":
            self._visit(lambda: self.session.go(value))
        elif name == "scrub":
            self._visit(lambda: self.session.go_index(value))
        elif name == "dialog":
            self.files.dialog(value)
        elif name == dialogs.TYPE:
            self.controller.table.writing.put(value)
        elif name == "hints_seen":
            self.set_settings(replace(self.settings, hints_seen=True))

    def _visit(self, step: Callable[[], object]) -> None:
        self.controller.table.timeline.playing = False
        self.controller.table.timeline.skip()
        step()
        self.controller.tick(self.now)

    # -- events of the window

    def _event(self, handler: Callable[[], object]) -> None:
        with_care(handler, self)
        with_care(self._think, self)
        self.say_all(self.session.take_messages())
        self.plan()

    def pointer_moved(self, x: float, y: float) -> None:
        """The pointer moves."""
        self._event(lambda: self._point(x, y))

    def _point(self, x: float, y: float) -> None:
        if self.hud.pointer_moved(x, y, self.now):
            if self.controller.table.pointing.at is not None:
                self.controller.pointer_left(self.now)
        else:
            self.controller.pointer_moved(*to_picture(self.areas.board, x, y), self.now)

    def pointer_left(self) -> None:
        """The pointer leaves the window."""

        def handle() -> None:
            self.hud.pointer_left()
            self.controller.pointer_left(self.now)

        self._event(handle)

    def pressed(self, button: str, x: float, y: float, modifiers: tuple[str, ...]) -> None:
        """A button goes down."""

        def handle() -> None:
            if not self.hud.pressed(button, x, y, self.now):
                place = to_picture(self.areas.board, x, y)
                self.controller.pressed(button, *place, self.now, modifiers)

        self._event(handle)

    def dragged(self, x: float, y: float) -> None:
        """The pointer moves with a button down."""

        def handle() -> None:
            if not self.hud.dragged(x, y, self.now):
                self.controller.dragged(*to_picture(self.areas.board, x, y), self.now)

        self._event(handle)

    def released(self, button: str, x: float, y: float) -> None:
        """A button comes up."""

        def handle() -> None:
            if not self.hud.released(button, x, y, self.now):
                place = to_picture(self.areas.board, x, y)
                self.controller.released(button, *place, self.now)
            self._point(x, y)

        self._event(handle)

    def wheel(self, dx: float, dy: float, x: float, y: float, modifiers: tuple[str, ...]) -> None:
        """The wheel turns."""

        def handle() -> None:
            if not self.hud.wheel(dy, x, y, self.now):
                place = to_picture(self.areas.board, x, y)
                self.controller.wheel(dx, dy, *place, self.now, modifiers)

        self._event(handle)

    def key(self, name: str, modifiers: tuple[str, ...]) -> None:
        """A key goes down."""
        self._event(lambda: self.files.key(name, modifiers))

    def key_released(self, name: str) -> None:
        """A key comes up."""
        self._event(lambda: self.controller.key_released(name, self.now))

    def text(self, text: str) -> None:
        """Text is typed."""
        self._event(lambda: self.hud.text(text) or self.controller.text(text, self.now))

    def focus_lost(self) -> None:
        """Another window has the keys now."""
        self._event(lambda: self.controller.focus_lost(self.now))

    def dropped(self, paths: list[str]) -> None:
        """Files are dropped on the window."""
        self._event(lambda: self.files.open_path(paths[0]) if paths else None)

    def changed(self) -> None:
        """The window has another size, or must be drawn anew."""

        def handle() -> None:
            self.hud.dirty = True
            self._fit()

        self._event(handle)

    def closing(self) -> None:
        """The user closes the window."""
        self._event(self.files.quit)


def with_care(handler: Callable[[], object], app: App) -> None:
    """Do something; what goes wrong is said in the status line, and the game goes on."""
    try:
        handler()
    except BocheError as error:
        app.controller.table.say(" ".join(str(error).split()), error=True)
    except RenderError as error:
        app.controller.table.say(" ".join(str(error).split()), error=True)
    except Exception as error:
        traceback.print_exc()
        kind = type(error).__name__
        print(f"boche: an error in the program ({kind}); the game is safe", file=sys.stderr)
        app.controller.table.say(f"an error in the program: {kind}: {error}", error=True)


def usable(settings: Settings) -> tuple[Settings, list[str]]:
    """The settings with a palette that there is, and a line if theirs is not."""
    try:
        palette(settings.palette)
    except RenderError as error:
        default = Settings().palette
        return replace(settings, palette=default), [f"settings: {error}; {default} is used"]
    return settings, []
