"""The window: created with the best GL available; its events are passed on to a listener."""

from __future__ import annotations

import math
import os
import sys
import unicodedata
from typing import Any, Literal, cast

from boche.engine.errors import BocheError, why_not
from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.viewer.hud.widgets.pyglet_setup import (
    Config,
    Mat4,
    NoSuchConfigException,
    Window,
    get_display,
    key,
)

SMALLEST = (500, 400)
BUTTONS = {1: "left", 2: "middle", 4: "right"}


class WindowError(BocheError):
    """An error for a window that cannot be opened; its message is one line."""


class Listener:
    """A listener that ignores a window's events; places are framebuffer pixels, y down."""

    def pointer_moved(self, x: float, y: float) -> None: ...
    def pointer_left(self) -> None: ...
    def pressed(self, button: str, x: float, y: float, modifiers: tuple[str, ...]) -> None: ...
    def dragged(self, x: float, y: float) -> None: ...
    def released(self, button: str, x: float, y: float) -> None: ...
    def wheel(
        self, dx: float, dy: float, x: float, y: float, modifiers: tuple[str, ...]
    ) -> None: ...
    def key(self, name: str, modifiers: tuple[str, ...], others: tuple[str, ...] = ()) -> None: ...
    def own_keys(self, own: dict[str, str]) -> None: ...
    def key_released(self, name: str) -> None: ...
    def text(self, text: str, latin: str = "") -> None: ...
    def focus_lost(self) -> None: ...
    def dropped(self, paths: list[str]) -> None: ...
    def changed(self) -> None: ...
    def closing(self) -> None: ...


def open_window(size: tuple[int, int], title: str, *, first: bool = False) -> TableWindow:
    """Open a hidden window with GL 3.3, no larger than the screen.

    A ``first`` one, whose size the user has not chosen, is larger on a screen with many pixels.
    Raises ``WindowError`` if there is no display or no GL.
    """
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        raise WindowError(tr("no display: a window needs a graphical session (DISPLAY is not set)"))
    try:
        screen = get_display().get_default_screen()
        grown = _scale_of(screen) if first else 1.0
        width = min(round(size[0] * grown), screen.width)
        height = min(round(size[1] * grown), screen.height)
    except Exception as error:  # pyglet has a different exception for each platform
        where = os.environ.get("DISPLAY", "")
        reason = why_not(error).replace(
            ' to "None"', ""
        )  # pyglet names the display only if it was given one
        raise WindowError(
            tr("cannot open the display {where!r}: {reason}", where=where, reason=reason)
        ) from None
    problems, make = [], cast(Any, Config)
    # pyglet queries the screen for each suitable format; asking for a stencil leaves fewer of them.
    for depth, stencil in ((24, 8), (24, 0), (0, 0)):
        wanted = make(double_buffer=True, depth_size=depth, stencil_size=stencil,
                      major_version=3, minor_version=3)  # fmt: skip
        try:
            return TableWindow(width, height, title, wanted)
        except NoSuchConfigException:
            problems.append(tr("the display offers no suitable format (on X11: by GLX)"))
        except Exception as error:
            problems.append(why_not(error))
    raise WindowError(tr("no window with OpenGL 3.3: {problems}", problems=problems[0]))


def _scale_of(screen: Any) -> float:
    """Return how large a first window is, in the unit of windows' sizes: on a Mac it is points."""
    guess = sensible_scale(screen.width, screen.height)
    told = 1.0 if sys.platform == "darwin" else float(screen.get_scale())
    return told if told > 1.0 else guess


def sensible_scale(width: int, height: int) -> float:
    """Guess a scale (1, 1.5, 2, ...) for a screen from its number of pixels.

    It is for screens that do not report their size: 4000 pixels in a row are small ones in any
    case.
    """
    return max(math.floor(2 * min(width / 1920, height / 1080)) / 2, 1.0)


class TableWindow(Window):
    """A resizable window that accepts dropped files. ``listener`` may be set later."""

    def __init__(self, width: int, height: int, title: str, config: Any) -> None:
        self.listener = Listener()
        self._held: set[str] = set()
        self._repeating: tuple[str, tuple[str, ...]] | None = None
        self._fresh = False
        self._last_names: tuple[str, ...] = ()
        self._hidden = True
        self._has_focus = False
        super().__init__(width, height, title, resizable=True, visible=False, vsync=True,
                         file_drops=True, config=config)  # fmt: skip
        self.set_minimum_size(
            min(SMALLEST[0], self.screen.width), min(SMALLEST[1], self.screen.height)
        )
        if hasattr(self, "set_wm_class"):  # X11: desktops find the menu entry by it, and its icon
            self.set_wm_class(PROGRAM)

    # -- what the app asks

    @property
    def pixels(self) -> tuple[int, int]:
        """The framebuffer's size, at least one pixel."""
        width, height = self.get_framebuffer_size()
        return max(int(width), 1), max(int(height), 1)

    @property
    def screen_scale(self) -> float:
        """Pixels per point on this screen, or a guess if the system does not say."""
        told = max(self.pixels[0] / max(self.get_size()[0], 1), self.scale)
        return told if told > 1.0 else sensible_scale(self.screen.width, self.screen.height)

    @property
    def hidden(self) -> bool:
        """True if the window is not visible: minimised, or not shown yet."""
        return self._hidden

    @property
    def has_focus(self) -> bool:
        """True if the window has the keyboard focus, so that the user is probably looking at it."""
        return self._has_focus

    @property
    def size_to_open(self) -> tuple[int, int]:
        """The size with which ``open_window`` opens one like this: pixels, on a Mac points."""
        unit = self.scale if sys.platform == "darwin" else 1.0
        width, height = self.pixels
        return round(width / unit), round(height / unit)

    def use_pixels(self) -> None:
        """Let pyglet draw in framebuffer pixels from the lower left corner.

        The viewport is the drawer's: pyglet would multiply it by the screen's scale once more.
        """
        width, height = self.pixels
        self.projection = Mat4.orthogonal_projection(0, width, 0, height, -255, 255)

    def toggle_fullscreen(self) -> None:
        """Enter or leave full screen."""
        self.set_fullscreen(not self.fullscreen)
        self._forget_keys()  # X11 gets a new window, which is not told of keys that are released
        self.activate()
        self.switch_to()

    def _forget_keys(self) -> None:
        self._held.clear()
        getattr(self, "pressed_keys", set()).clear()

    def _names(self, symbol: int) -> tuple[str, ...]:
        """Return what a key may stand for, the most likely first."""
        return self.names_of(symbol) or (name_of(symbol),)

    def _tell_own_keys(self) -> None:
        """Tell what stands on the user's keys, if they have other letters; they may change that."""
        self.listener.own_keys(self.own_keys())

    # -- events

    def _place(self, x: float, y: float) -> tuple[float, float]:
        width, height = self.get_size()
        across, down = self.pixels[0] / max(width, 1), self.pixels[1] / max(height, 1)
        return (x + 0.5) * across, (height - y - 0.5) * down

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        self.listener.pointer_moved(*self._place(x, y))

    def on_mouse_leave(self, x: int, y: int) -> None:
        self.listener.pointer_left()

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        if button in BUTTONS:
            self.listener.pressed(BUTTONS[button], *self._place(x, y), modifiers_of(modifiers))

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        self.listener.dragged(*self._place(x, y))

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        if button in BUTTONS:
            self.listener.released(BUTTONS[button], *self._place(x, y))

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        self.listener.wheel(scroll_x, scroll_y, *self._place(x, y), tuple(self._held))

    def on_key_press(self, symbol: int, modifiers: int) -> Literal[True]:
        if symbol in HELD:
            self._held.add(HELD[symbol])
            return True
        name, *others = self._names(symbol)
        self._repeating, self._fresh = (name, modifiers_of(modifiers)), True
        self._last_names = (name, *others)
        if name or others:
            self._tell_own_keys()
            self.listener.key(name, modifiers_of(modifiers), tuple(others))
        return True  # pyglet itself would close the window on Escape

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        if symbol in HELD:
            self._held.discard(HELD[symbol])
        else:
            self._repeating = None
            for name in filter(None, self._names(symbol)):
                self.listener.key_released(name)

    def on_text(self, text: str) -> None:
        typed = "".join(filter(is_typed, text))
        if typed:
            self.listener.text(typed, self._latin_of(typed))

    def _latin_of(self, typed: str) -> str:
        """Return the Latin letter or digit of the key that typed a foreign one, or empty."""
        own, *others = self._last_names or ("",)
        if not is_foreign(typed) or typed.upper() != own:
            return ""
        latin = (name for name in others if len(name) == 1 and name.isascii() and name.isalnum())
        return next(latin, "").lower()

    def on_text_motion(self, motion: int) -> None:
        """Repeat a key; the first event belongs to the key's press."""
        if self._fresh:
            self._fresh = False
        elif self._repeating and self._repeating[0]:
            self.listener.key(*self._repeating)

    on_text_motion_select = on_text_motion

    def on_activate(self) -> None:
        """Handle the keyboard focus; keys released without it are no longer down.

        Full screen is another window under X11. If the window manager gives it the focus late, it
        misses the release of F11, and pyglet would take its next press for a repeat.
        """
        self._has_focus = True
        self.forget_released()
        self._tell_own_keys()

    def on_deactivate(self) -> None:
        self._has_focus = False
        self._forget_keys()
        self.listener.focus_lost()

    def on_file_drop(self, x: int, y: int, paths: list[str]) -> None:
        self.listener.dropped(paths)

    def on_resize(self, width: int, height: int) -> None:
        self.listener.changed()

    def on_scale(self, scale: float, dpi: int) -> None:
        self.listener.changed()

    def on_expose(self) -> None:
        self.listener.changed()

    def on_show(self) -> None:
        self._hidden = False
        self.listener.changed()

    def on_hide(self) -> None:
        self._hidden = True

    def on_close(self) -> None:
        self.listener.closing()


# The names of pyglet's key symbols, as in ``viewer.table.keys``.

NAMES: dict[int, str] = {
    **{getattr(key, name.upper()): name for name in (
        "Escape", "Backspace", "Delete", "Tab", "Space", "Left", "Right", "Up", "Down", "Home",
        "End", "PageUp", "PageDown",
    )},
    **{getattr(key, f"NUM_{name.upper()}"): name for name in (
        "Enter", "Delete", "Left", "Right", "Up", "Down", "Home", "End",
    )},
    key.RETURN: "Enter", key.NUM_PAGE_UP: "PageUp", key.NUM_PAGE_DOWN: "PageDown",
    key.NUM_ADD: "+", key.NUM_SUBTRACT: "-", key.NUM_DIVIDE: "/", key.NUM_DECIMAL: ".",
    key.NUM_SEPARATOR: ",", key.NUM_EQUAL: "=",
    **{getattr(key, f"NUM_{n}"): str(n) for n in range(10)},
    **{getattr(key, f"F{n}"): f"F{n}" for n in range(1, 13)},
}  # fmt: skip

HELD: dict[int, str] = {
    getattr(key, f"{side}{name}"): held for side in "LR" for name, held in
    {"CTRL": "ctrl", "COMMAND": "ctrl", "SHIFT": "shift", "ALT": "alt"}.items()
}  # fmt: skip
"""The modifier keys."""


def name_of(symbol: int) -> str:
    """Return the name of a key, or an empty text if it has none here."""
    if symbol in NAMES:
        return NAMES[symbol]
    return chr(symbol).upper() if 33 <= symbol <= 126 else ""


def modifiers_of(flags: int) -> tuple[str, ...]:
    """Return the pressed modifiers; the Mac's Command counts as Ctrl."""
    found = []
    if flags & (key.MOD_CTRL | key.MOD_COMMAND):
        found.append("ctrl")
    if flags & (key.MOD_ALT | key.MOD_OPTION):
        found.append("alt")
    if flags & key.MOD_SHIFT:
        found.append("shift")
    return tuple(found)


def is_foreign(typed: str) -> bool:
    """Return whether a text is a letter, mark or digit of another script than the Latin one."""
    return (
        len(typed) == 1
        and unicodedata.category(typed)[0] in "LMN"
        and not typed.isascii()
        and not unicodedata.name(typed, "").startswith("LATIN")
    )


def is_typed(character: str) -> bool:
    """Return whether a character belongs into texts, as control characters do not."""
    return unicodedata.category(character) not in ("Cc", "Cs", "Zl", "Zp")
