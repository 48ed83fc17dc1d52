"""The window's events, which go to the HUD if it is under the pointer, else to the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.viewer.hud.layout import to_picture
from boche.viewer.table.keys import use_own_keys
from boche.viewer.window.desk import Desk
from boche.viewer.window.input.keyboard import Keyboard
from boche.viewer.window.scheduler import Scheduler
from boche.viewer.window.window import Listener


class Events(Listener):
    """The listener of one window."""

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

    @contextmanager
    def _event(self) -> Iterator[float]:
        """Handle an event in the block, let the computer react to it, and plan the next draw.

        Yield the time of the event.
        """
        desk = self._desk
        with desk.care():
            yield desk.now
        self._scheduler.react()
        desk.say_all(desk.session.safety.take_messages())
        self._scheduler.plan()

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return to_picture(self._desk.areas.board, x, y)

    # -- the pointer

    def pointer_moved(self, x: float, y: float) -> None:
        """Handle a move of the pointer."""
        with self._event() as now:
            self._point(x, y, now)

    def _point(self, x: float, y: float, now: float) -> None:
        hud, controller = self._desk.hud, self._desk.controller
        if hud.pointer_moved(x, y, now):
            if controller.table.pointing.at is not None:
                controller.pointer_left(now)
        else:
            controller.pointer_moved(*self._place(x, y), now)

    def pointer_left(self) -> None:
        """Handle the pointer leaving the window."""
        with self._event() as now:
            self._desk.hud.pointer_left()
            self._desk.controller.pointer_left(now)

    def pressed(self, button: str, x: float, y: float, modifiers: tuple[str, ...]) -> None:
        """Handle a button press."""
        self._desk.presses += 1
        with self._event() as now:
            if not self._desk.hud.pressed(button, x, y, now) and not self._desk.skip():
                self._desk.controller.pressed(button, *self._place(x, y), now, modifiers)

    def dragged(self, x: float, y: float) -> None:
        """Handle a move of the pointer with a button down."""
        with self._event() as now:
            if not self._desk.hud.dragged(x, y, now):
                self._desk.controller.dragged(*self._place(x, y), now)

    def released(self, button: str, x: float, y: float) -> None:
        """Handle a button release."""
        with self._event() as now:
            if not self._desk.hud.released(button, x, y, now):
                self._desk.controller.released(button, *self._place(x, y), now)
            self._point(x, y, now)

    def wheel(self, dx: float, dy: float, x: float, y: float, modifiers: tuple[str, ...]) -> None:
        """Handle a turn of the wheel."""
        with self._event() as now:
            if not self._desk.hud.wheel(dy, x, y, now):
                self._desk.controller.wheel(dx, dy, *self._place(x, y), now, modifiers)

    # -- the keyboard

    def key(self, name: str, modifiers: tuple[str, ...], others: tuple[str, ...] = ()) -> None:
        """Handle a key press; ``others`` are what else the key may stand for."""
        self._desk.presses += 1
        with self._event():
            if not self._desk.skip():
                self._keyboard.key(name, modifiers, others)

    def key_released(self, name: str) -> None:
        """Handle a key release."""
        with self._event():
            self._keyboard.released(name)

    def own_keys(self, own: dict[str, str]) -> None:
        """Handle a change of what stands on the user's keys, which help and tooltips show."""
        if use_own_keys(own):
            self._desk.hud.dirty = True

    def text(self, text: str, latin: str = "") -> None:
        """Handle typed text; ``latin`` is what its key has that types another script, or empty."""
        with self._event() as now:
            if not self._desk.hud.text(text):
                self._desk.controller.text(text, now, latin)

    # -- the window

    def focus_lost(self) -> None:
        """Handle the loss of the keyboard focus to another window."""
        with self._event() as now:
            self._desk.controller.focus_lost(now)

    def dropped(self, paths: list[str]) -> None:
        """Handle what is dropped on the window; the first file is opened."""
        with self._event():
            if not paths:
                raise BocheError(tr("only files can be dropped here: drop the file of a record"))
            self._open_path(paths[0])

    def changed(self) -> None:
        """Handle a change of the window's size, or a request to redraw it."""
        with self._event():
            self._desk.refresh()

    def closing(self) -> None:
        """Handle the user's request to close the window."""
        with self._event():
            self._leave()
