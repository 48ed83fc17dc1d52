"""Another program at the same X display: what desktops, clipboards and dragged things do.

As a program: ``own MANNER FILE`` holds the clipboard, ``drag WINDOW TYPES TEXT`` drags something
over a window and drops it there.
"""

from __future__ import annotations

import struct
import sys
import time
from ctypes import POINTER, byref, c_ubyte, cast
from pathlib import Path
from typing import Any

from pyglet.libs.x11 import xlib

PART = 60_000  # bytes of a long text that are handed over at once


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
        held = (c_ubyte * max(len(data), 1)).from_buffer_copy(data or b"\0")
        count, begin = len(data) // {8: 1, 32: 8}[form], cast(held, POINTER(c_ubyte))
        mode = xlib.PropModeReplace
        xlib.XChangeProperty(self.display, window, name, kind, form, mode, begin, count)
        xlib.XFlush(self.display)

    def resources(self, text: str) -> None:
        """Set the X resources, as a desktop does when the user chooses another scale."""
        self.put(self.root, self.atom("RESOURCE_MANAGER"), self.atom("STRING"), text.encode())
        xlib.XSync(self.display, False)

    def next_event(self) -> Any:
        event = xlib.XEvent()
        xlib.XNextEvent(self.display, byref(event))
        return event

    def own(self, selection: str) -> None:
        xlib.XSetSelectionOwner(self.display, self.atom(selection), self.window, 0)
        xlib.XSync(self.display, False)
        print("ready", flush=True)

    def answer(self, asked: Any, data: bytes | None, *, long: bool = False) -> None:
        """Hand a text over, or refuse to; a ``long`` one is only announced."""
        kind = self.atom("INCR") if long else asked.target
        if data is not None:
            if long:
                xlib.XSelectInput(self.display, asked.requestor, xlib.PropertyChangeMask)
                self.put(asked.requestor, asked.property, kind, struct.pack("l", len(data)), 32)
            else:
                self.put(asked.requestor, asked.property, kind, data)
        event = xlib.XEvent()
        event.xselection.type = xlib.SelectionNotify
        event.xselection.requestor = asked.requestor
        event.xselection.selection = asked.selection
        event.xselection.target = asked.target
        event.xselection.property = asked.property if data is not None else 0
        xlib.XSendEvent(self.display, asked.requestor, False, 0, byref(event))
        xlib.XFlush(self.display)

    def tell(self, target: int, message: str, *values: int) -> None:
        """Send a message of dragging."""
        event = xlib.XEvent()
        event.xclient.type = xlib.ClientMessage
        event.xclient.window = target
        event.xclient.message_type = self.atom(message)
        event.xclient.format = 32
        for at, value in enumerate((self.window, *values)):
            event.xclient.data.l[at] = value
        xlib.XSendEvent(self.display, target, False, 0, byref(event))
        xlib.XFlush(self.display)

    def close(self) -> None:
        xlib.XCloseDisplay(self.display)


def own(manner: str, file: str) -> None:
    """Hold the clipboard: ``give`` a text, in parts if it is long, ``refuse`` to, be ``silent``, or
    ``stall`` after the announcement of a long text.
    """
    client, data = Client(), Path(file).read_bytes()
    client.own("CLIPBOARD")
    asked, rest = None, b""
    while True:
        event = client.next_event()
        if event.type == xlib.SelectionRequest and manner != "silent":
            asked = event.xselectionrequest
            rest, long = data, len(data) > PART or manner == "stall"
            client.answer(asked, None if manner == "refuse" else data, long=long)
        elif event.type == xlib.PropertyNotify and asked is not None and manner == "give":
            if event.xproperty.state != 1 or event.xproperty.atom != asked.property:
                continue
            client.put(asked.requestor, asked.property, asked.target, rest[:PART])
            asked = asked if rest else None
            rest = rest[PART:]


def drag(window: str, offered: str, text: str) -> None:
    """Drag something that is offered in these types over a window, and drop it there."""
    client, target = Client(), int(window)
    types = [client.atom(name) for name in offered.split()]
    client.own("XdndSelection")
    if len(types) > 3:
        listed = struct.pack(f"{len(types)}l", *types)
        client.put(client.window, client.atom("XdndTypeList"), client.atom("ATOM"), listed, 32)
    first = [*types, 0, 0, 0][:3]
    client.tell(target, "XdndEnter", 5 << 24 | (len(types) > 3), *first)
    client.tell(target, "XdndPosition", 0, 300 << 16 | 300, 0, client.atom("XdndActionCopy"))
    client.tell(target, "XdndDrop", 0, 0)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        event = client.next_event()
        if event.type == xlib.SelectionRequest:
            client.answer(event.xselectionrequest, text.encode())
        elif event.xclient.message_type == client.atom("XdndFinished"):
            print("finished", event.xclient.data.l[1], flush=True)
            return


if __name__ == "__main__":
    {"own": own, "drag": drag}[sys.argv[1]](*sys.argv[2:])
