"""Pyglet's window for X11, with what is wrong in it mended; ``pyglet_setup`` gives it out."""

from __future__ import annotations

from ctypes import POINTER, byref, c_char_p, c_int, c_ubyte, c_ulong, c_void_p, string_at
from typing import Any

from pyglet.display.xlib import XlibScreen
from pyglet.libs.x11 import xlib
from pyglet.window.xlib import XlibWindow

USUAL_DPI = 96.0
LEAST_DPI, MOST_DPI = 48.0, 768.0
"""What a screen may be said to have; the program takes any other number for nonsense."""

ANY = 0  # AnyPropertyType
LONGEST = 1 << 24  # of a property, in units of 4 bytes: more than a server keeps


def property_of(display: Any, window: Any, name: Any, *, delete: bool = False) -> tuple[bytes, int]:
    """Return a window's property and the atom of its type, which is 0 if there is none.

    Numbers of 32 bits take the place of a C long each, as Xlib gives them.
    """
    kind, form, data = xlib.Atom(), c_int(), POINTER(c_ubyte)()
    count, rest = c_ulong(), c_ulong()
    failed = xlib.XGetWindowProperty(
        display, window, name, 0, LONGEST, delete, ANY, byref(kind), byref(form), byref(count),
        byref(rest), byref(data),
    )  # fmt: skip
    if failed or not data:
        return b"", 0
    size = {8: 1, 16: 2, 32: 8}.get(form.value, 0)
    found = string_at(data, count.value * size)
    xlib.XFree(data)
    return found, int(kind.value)


def _dpi_of(screen: Any) -> float:
    """Return the dots per inch that the X resources have now, which may be fractional."""
    display = screen.display._display
    root = xlib.XRootWindow(display, 0)  # the resources of all screens
    text, _ = property_of(display, root, xlib.XInternAtom(display, b"RESOURCE_MANAGER", False))
    xlib.XrmInitialize()
    database = xlib.XrmGetStringDatabase(text) if text else None
    if not database:
        return USUAL_DPI
    kind, value = c_char_p(), xlib.XrmValue()
    found = xlib.XrmGetResource(database, b"Xft.dpi", b"Xft.Dpi", byref(kind), byref(value))
    try:
        dpi = float(value.addr) if found and value.addr else USUAL_DPI
    except ValueError:
        dpi = USUAL_DPI
    xlib.XrmDestroyDatabase(c_void_p(database))
    return dpi if LEAST_DPI <= dpi <= MOST_DPI else USUAL_DPI


# Pyglet reads whole numbers only, and fails at all others.
XlibScreen.get_dpi = _dpi_of  # type: ignore[assignment, method-assign]


class X11Window(XlibWindow):
    """A window on X11."""

    display: Any
    screen: Any

    def _create(self) -> None:
        super()._create()
        root = xlib.XRootWindow(self._x_display, 0)
        self._resources = xlib.XInternAtom(self._x_display, b"RESOURCE_MANAGER", False)
        xlib.XSelectInput(self._x_display, root, xlib.PropertyChangeMask)
        self.display._window_map[root] = self._root_changed

    def _root_changed(self, event: Any) -> None:
        """Follow the scale of the screen, which is a resource that the desktop may change."""
        if event.type == xlib.PropertyNotify and event.xproperty.atom == self._resources:
            dpi = self.screen.get_dpi()
            if dpi != self._dpi:
                self._dpi = dpi
                self.dispatch_event("on_scale", self.scale, dpi)
