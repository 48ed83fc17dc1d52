"""What X11 knows about the keyboard beyond pyglet's events; nothing on other systems.

It is asked over a connection of its own, since pyglet gives no access to the window's.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterable
from functools import cache
from typing import Any

ISO_LEFT_TAB = 0xFE20
"""X11's separate symbol for Shift+Tab, which pyglet does not know."""


def is_shift_tab(symbol: int) -> bool:
    """Return whether a pyglet symbol is that of the Tab key together with Shift.

    Pyglet reports a key whose symbol it does not know by ``key.user_key``: the key's code in X11.
    """
    code, opened = _code_in(symbol), _open()
    if not code or opened is None:
        return False
    x11, display = opened
    return ISO_LEFT_TAB in (x11.XKeycodeToKeysym(display, code, level) for level in (0, 1))


def keys_down(symbols: Iterable[int]) -> set[int]:
    """Return those pyglet symbols whose keys X11 reports as held down."""
    opened = _open() if (symbols := list(symbols)) else None
    if opened is None:
        return set()
    x11, display = opened
    held = (ctypes.c_ubyte * 32)()
    x11.XQueryKeymap(display, held)
    codes = {each: _code_in(each) or x11.XKeysymToKeycode(display, each) for each in symbols}
    return {symbol for symbol, code in codes.items() if held[code // 8] >> code % 8 & 1}


def _code_in(symbol: int) -> int:
    """Return the code in a symbol made by ``key.user_key``, or 0 if there is none."""
    return symbol >> 32 & 0xFF


@cache
def _open() -> tuple[Any, int] | None:
    """Load Xlib and connect to the default display; return both, or None if that fails."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return None
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XQueryKeymap.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    x11.XKeysymToKeycode.argtypes = (ctypes.c_void_p, ctypes.c_ulong)
    x11.XKeysymToKeycode.restype = ctypes.c_ubyte
    x11.XKeycodeToKeysym.argtypes = (ctypes.c_void_p, ctypes.c_ubyte, ctypes.c_int)
    x11.XKeycodeToKeysym.restype = ctypes.c_ulong
    display = x11.XOpenDisplay(None)
    return (x11, display) if display else None
