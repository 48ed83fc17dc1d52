"""The window's events, which go to the HUD if it is under the pointer, else to the table."""

from __future__ import annotations

from collections.abc import Callable

from boche.viewer.hud.layout import to_picture
from boche.viewer.window.desk import Desk
from boche.viewer.window.input.keyboard import Keyboard
from boche.viewer.window.scheduler import Scheduler


class Events:
    """The listener of one window, see ``viewer.window.window.Listener``."""

    def __init__(
        self,
        desk: Desk,
        scheduler: Scheduler,
        keyboard: Keyboard,
        open_path: Callable[[str], object],
        leave: Callable[[], object],
    ) -> None:
        """Set it up; ``open_path`` opens a dropped file, ``leave`` asks to close the window."""
        self._desk, self._scheduler, self._keyboard = desk, scheduler, keyboard
        self._open_path, self._leave = open_path, leave

    def _handle(self, handler: Callable[[], object]) -> None:
        """Handle an event, let the computer react to it, and plan the next draw."""
        desk = self._desk
        desk.with_care(handler)
        desk.with_care(self._scheduler.think)
        desk.say_all(desk.session.safety.take_messages())
        self._scheduler.plan()

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return to_picture(self._desk.areas.board, x, y)

    # -- the pointer

    def pointer_moved(self, x: float, y: float) -> None:
        """Handle a move of the pointer."""
        self._handle(lambda: self._point(x, y))

    def _point(self, x: float, y: float) -> None:
        hud, controller, now = self._desk.hud, self._desk.controller, self._desk.now
        if hud.pointer_moved(x, y, now):
            if controller.table.pointing.at is not None:
                controller.pointer_left(now)
        else:
            controller.pointer_moved(*self._place(x, y), now)

    def pointer_left(self) -> None:
        """Handle the pointer leaving the window."""

        def handle() -> None:
            self._desk.hud.pointer_left()
            self._desk.controller.pointer_left(self._desk.now)

        self._handle(handle)

    def pressed(self, button: str, x: float, y: float, modifiers: tuple[str, ...]) -> None:
        """Handle a button press."""

        def handle() -> None:
            now = self._desk.now
            if not self._desk.hud.pressed(button, x, y, now):
                self._desk.controller.pressed(button, *self._place(x, y), now, modifiers)

        self._handle(handle)

    def dragged(self, x: float, y: float) -> None:
        """Handle a move of the pointer with a button down."""

        def handle() -> None:
            now = self._desk.now
            if not self._desk.hud.dragged(x, y, now):
                self._desk.controller.dragged(*self._place(x, y), now)

        self._handle(handle)

    def released(self, button: str, x: float, y: float) -> None:
        """Handle a button release."""

        def handle() -> None:
            now = self._desk.now
            if not self._desk.hud.released(button, x, y, now):
                self._desk.controller.released(button, *self._place(x, y), now)
            self._point(x, y)

        self._handle(handle)

    def wheel(self, dx: float, dy: float, x: float, y: float, modifiers: tuple[str, ...]) -> None:
        """Handle a turn of the wheel."""

        def handle() -> None:
            now = self._desk.now
            if not self._desk.hud.wheel(dy, x, y, now):
                self._desk.controller.wheel(dx, dy, *self._place(x, y), now, modifiers)

        self._handle(handle)

    # -- the keyboard

    def key(self, name: str, modifiers: tuple[str, ...]) -> None:
        """Handle a key press."""
        self._handle(lambda: self._keyboard.key(name, modifiers))

    def key_released(self, name: str) -> None:
        """Handle a key release."""
        self._handle(lambda: self._desk.controller.key_released(name, self._desk.now))

    def text(self, text: str) -> None:
        """Handle typed text."""
        desk = self._desk
        self._handle(lambda: desk.hud.text(text) or desk.controller.text(text, desk.now))

    # -- the window

    def focus_lost(self) -> None:
        """Handle the loss of the keyboard focus to another window."""
        self._handle(lambda: self._desk.controller.focus_lost(self._desk.now))

    def dropped(self, paths: list[str]) -> None:
        """Handle files dropped on the window; the first one is opened."""
        self._handle(lambda: self._open_path(paths[0]) if paths else None)

    def changed(self) -> None:
        """Handle a change of the window's size, or a request to redraw it."""
        self._handle(self._desk.refresh)

    def closing(self) -> None:
        """Handle the user's request to close the window."""
        self._handle(self._leave)
