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
from pyglet.window import NoSuchConfigException, Window, key

__all__ = [
    "Batch",
    "Config",
    "Label",
    "Mat4",
    "NoSuchConfigException",
    "Window",
    "app",
    "clock",
    "font",
    "get_display",
    "key",
]
