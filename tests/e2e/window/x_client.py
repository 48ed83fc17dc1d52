"""Another program at the same X display: what desktops, clipboards and dragged things do."""

from __future__ import annotations

from ctypes import byref, c_ubyte, cast, POINTER
from typing import Any

from pyglet.libs.x11 import xlib


class Client:
    """A connection of its own to the display, with a window that is not shown."""

    def __init__(self) -> None:
        self.display = xlib.XOpenDisplay(None)
        assert self.display, "no display"
        self.root = xlib.XRootWindow(self.display, 0)
        self.window = xlib.XCreateSimpleWindow(self.display, self.root, 0, 0, 1, 1, 0, 0, 0)

    def atom(self, name: str) -> int:
        return int(xlib.XInternAtom(self.display, name.encode(), False))

    def put(self, window: int, name: int, kind: int, data: bytes, form: int = 8) -> None:
        """Set a property; ``data`` are bytes, or the C longs of numbers."""
        size = {8: 1, 32: 8}[form]
        held = (c_ubyte * max(len(data), 1)).from_buffer_copy(data or b"\0")
        xlib.XChangeProperty(self.display, window, name, kind, form, xlib.PropModeReplace,
                             cast(held, POINTER(c_ubyte)), len(data) // size)  # fmt: skip
        xlib.XFlush(self.display)

    def resources(self, text: str) -> None:
        """Set the X resources, as a desktop does when the user chooses another scale."""
        self.put(self.root, self.atom("RESOURCE_MANAGER"), self.atom("STRING"), text.encode())
        xlib.XSync(self.display, False)

    def close(self) -> None:
        xlib.XCloseDisplay(self.display)
