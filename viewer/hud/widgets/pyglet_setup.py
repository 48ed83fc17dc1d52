"""Setup of pyglet before its modules are loaded; the viewer imports pyglet only through here."""
# ruff: noqa: E402 - the options count only if set before the other modules are loaded

import ctypes
import io
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pyglet

pyglet.options["shadow_window"] = False  # not needed here, and slows start-up
pyglet.options["debug_gl"] = False  # its checks double the calls to GL
pyglet.options["audio"] = ("silent",)

# pyglet loads all modules that might read images and sounds, and some of them search the system for
# libraries. None is needed here: importing a module that is None fails, and pyglet goes on.
UNUSED = (
    "pyglet.image.codecs.dds", "pyglet.image.codecs.gdkpixbuf2", "pyglet.media.codecs.ffmpeg_lib",
)  # fmt: skip
for name in UNUSED:
    sys.modules.setdefault(name, None)  # type: ignore[arg-type]

from pyglet import app, clock, font
from pyglet.display import get_display
from pyglet.gl import Config
from pyglet.graphics import Batch
from pyglet.math import Mat4
from pyglet.text import Label
from pyglet.text.document import UnformattedDocument
from pyglet.text.layout import IncrementalTextLayout
from pyglet.window import NoSuchConfigException, Window, key

PLAIN = "pyglet.font.freetype" in sys.modules
"""True if texts are drawn letter by letter in one font.

On Windows and macOS the system lays them out and finds other fonts itself.
"""

# X11 has a separate key symbol for Shift+Tab; pyglet passes on only symbols with a name.
ISO_LEFT_TAB = 0xFE20
key._key_names.setdefault(ISO_LEFT_TAB, "ISO_LEFT_TAB")


def keys_down(window: Any, symbols: Iterable[int]) -> set[int]:
    """Return those keys that X11 reports as held down; none on other systems."""
    display = getattr(window, "_x_display", None)
    if display is None:
        return set()
    from pyglet.libs.x11 import xlib

    bitmap = (ctypes.c_char * 32)()
    xlib.XQueryKeymap(display, bitmap)
    codes = {symbol: xlib.XKeysymToKeycode(display, symbol) for symbol in symbols}
    return {symbol for symbol, code in codes.items() if bitmap.raw[code // 8] >> code % 8 & 1}


SOUND = (
    "xaudio2", "directsound", "pulse" if sys.platform.startswith("linux") else "openal", "silent",
)  # fmt: skip
"""The sound drivers, searched when a sound is to be played."""
LAST = 1.0  # seconds until the end of a sound has reached the loudspeaker


_sounding = threading.Lock()


def play_sound(wave: bytes) -> None:
    """Play the content of a WAV file and return at once.

    Without sound hardware nothing is played; sounds that come during another one are dropped.
    """
    if _sounding.acquire(blocking=False):
        threading.Thread(target=_play, args=(wave,), name="sound", daemon=True).start()


def _play(wave: bytes) -> None:
    # in its own thread, since finding the system's sound may take seconds
    pyglet.options["audio"] = SOUND
    with suppress(Exception):  # each system and driver raises its own exceptions
        from pyglet.media import Player
        from pyglet.media.codecs.wave import WaveDecoder

        decoder: Any = WaveDecoder()
        source = decoder.decode("sound.wav", io.BytesIO(wave))
        player = Player()
        player.queue(source)
        player.play()
        time.sleep(source.duration + LAST)  # a player that is garbage-collected falls silent
        player.delete()
    _sounding.release()


__all__ = [
    "ISO_LEFT_TAB",
    "PLAIN",
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
    "keys_down",
    "play_sound",
]
