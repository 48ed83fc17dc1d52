"""The window's events: each to the HUD where one lies on it, else to the table."""

from __future__ import annotations

from collections.abc import Callable

from viewer.hud.layout import to_picture
from viewer.window.desk import Desk
from viewer.window.input.keyboard import Keyboard
from viewer.window.scheduler import Scheduler


class Events:
    """Hears one window, see ``viewer.window.window.Listener``."""

    def __init__(
        self,
        desk: Desk,
        scheduler: Scheduler,
        keyboard: Keyboard,
        open_path: Callable[[str], object],
        leave: Callable[[], object],
    ) -> None:
        """``open_path`` opens a file that is dropped; ``leave`` is asked to close the window."""
        self._desk, self._scheduler, self._keyboard = desk, scheduler, keyboard
        self._open_path, self._leave = open_path, leave

    def _handle(self, handler: Callable[[], object]) -> None:
        """Whatever came in: do it, let the computer see what has become of it, plan the draw."""
        desk = self._desk
        desk.with_care(handler)
        desk.with_care(self._scheduler.think)
        desk.say_all(desk.session.safety.take_messages())
        self._scheduler.plan()

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return to_picture(self._desk.areas.board, x, y)

    # -- the pointer

    def pointer_moved(self, x: float, y: float) -> None:
        """The pointer moves."""
        self._handle(lambda: self._point(x, y))

    def _point(self, x: float, y: float) -> None:
        hud, controller, now = self._desk.hud, self._desk.controller, self._desk.now
        if hud.pointer_moved(x, y, now):
            if controller.table.pointing.at is not None:
                controller.pointer_left(now)
        else:
            controller.pointer_moved(*self._place(x, y), now)

    def pointer_left(self) -> None:
        """The pointer leaves the window."""

        def handle() -> None:
            self._desk.hud.pointer_left()
            self._desk.controller.pointer_left(self._desk.now)

        self._handle(handle)

    def pressed(self, button: str, x: float, y: float, modifiers: tuple[str, ...]) -> None:
        """A button goes down."""

        def handle() -> None:
            now = self._desk.now
            if not self._desk.hud.pressed(button, x, y, now):
                self._desk.controller.pressed(button, *self._place(x, y), now, modifiers)

        self._handle(handle)

    def dragged(self, x: float, y: float) -> None:
        """The pointer moves with a button down."""

        def handle() -> None:
            now = self._desk.now
            if not self._desk.hud.dragged(x, y, now):
                self._desk.controller.dragged(*self._place(x, y), now)

        self._handle(handle)

    def released(self, button: str, x: float, y: float) -> None:
        """A button comes up."""

        def handle() -> None:
            now = self._desk.now
            if not self._desk.hud.released(button, x, y, now):
                self._desk.controller.released(button, *self._place(x, y), now)
            self._point(x, y)

        self._handle(handle)

    def wheel(self, dx: float, dy: float, x: float, y: float, modifiers: tuple[str, ...]) -> None:
        """The wheel turns."""

        def handle() -> None:
            now = self._desk.now
            if not self._desk.hud.wheel(dy, x, y, now):
                self._desk.controller.wheel(dx, dy, *self._place(x, y), now, modifiers)

        self._handle(handle)

    # -- the keyboard

    def key(self, name: str, modifiers: tuple[str, ...]) -> None:
        """A key goes down."""
        self._handle(lambda: self._keyboard.key(name, modifiers))

    def key_released(self, name: str) -> None:
        """A key comes up."""
        self._handle(lambda: self._desk.controller.key_released(name, self._desk.now))

    def text(self, text: str) -> None:
        """Text is typed."""
        desk = self._desk
        self._handle(lambda: desk.hud.text(text) or desk.controller.text(text, desk.now))

    # -- the window

    def focus_lost(self) -> None:
        """Another window has the keys now."""
        self._handle(lambda: self._desk.controller.focus_lost(self._desk.now))

    def dropped(self, paths: list[str]) -> None:
        """Files are dropped on the window."""
        self._handle(lambda: self._open_path(paths[0]) if paths else None)

    def changed(self) -> None:
        """The window has another size, or must be drawn anew."""
        self._handle(self._desk.refresh)

    def closing(self) -> None:
        """The user closes the window."""
        self._handle(self._leave)
