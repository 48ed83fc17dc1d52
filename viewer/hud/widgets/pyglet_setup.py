"""pyglet, set up before its parts are loaded; everything in the viewer that uses it comes here."""
# ruff: noqa: E402 - the options count only if set before the other modules are loaded

import pyglet

pyglet.options["shadow_window"] = False  # it costs start-up and serves nothing here
pyglet.options["debug_gl"] = False  # its checks cost a call to GL for each call to GL
pyglet.options["audio"] = ("silent",)

from pyglet import app, clock, font
from pyglet.display import get_display
from pyglet.gl import Config
from pyglet.graphics import Batch
from pyglet.math import Mat4
from pyglet.text import Label
from pyglet.text.document import UnformattedDocument
from pyglet.text.layout import IncrementalTextLayout
from pyglet.window import NoSuchConfigException, Window, key

# X11 has a key symbol of its own for Shift+Tab; pyglet hands on only those that it has a name for.
ISO_LEFT_TAB = 0xFE20
key._key_names.setdefault(ISO_LEFT_TAB, "ISO_LEFT_TAB")

__all__ = [
    "ISO_LEFT_TAB",
    "Batch",
    "Config",
    "IncrementalTextLayout",
    "Label",
    "Mat4",
    "NoSuchConfigException",
    "UnformattedDocument",
    "Window",
    "app",
    "clock",
    "font",
    "get_display",
    "key",
]
