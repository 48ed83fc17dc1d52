"""pyglet, set up before its parts are loaded; everything in the viewer that uses it comes here."""
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

pyglet.options["shadow_window"] = False  # it costs start-up and serves nothing here
pyglet.options["debug_gl"] = False  # its checks cost a call to GL for each call to GL
pyglet.options["audio"] = ("silent",)

# pyglet loads all that it might read images and sounds with, and a part of that looks around the
# system for libraries. It needs none here: an import that finds None fails, and pyglet goes on.
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
"""Whether texts are drawn letter by letter, in one font: on Windows and macOS the system lays them
out, and looks for other fonts itself."""

# X11 has a key symbol of its own for Shift+Tab; pyglet hands on only those that it has a name for.
ISO_LEFT_TAB = 0xFE20
key._key_names.setdefault(ISO_LEFT_TAB, "ISO_LEFT_TAB")


def keys_down(window: Any, symbols: Iterable[int]) -> set[int]:
    """Those keys that are held down as X11 knows it, whoever heard of them; none elsewhere."""
    display = getattr(window, "_x_display", None)
    if display is None:
        return set()
    from pyglet.libs.x11 import xlib

    held = (ctypes.c_char * 32)()
    xlib.XQueryKeymap(display, held)
    codes = {symbol: xlib.XKeysymToKeycode(display, symbol) for symbol in symbols}
    return {symbol for symbol, code in codes.items() if held.raw[code // 8] >> code % 8 & 1}


SOUND = (
    "xaudio2", "directsound", "pulse" if sys.platform.startswith("linux") else "openal", "silent",
)  # fmt: skip
"""The ways to the loudspeaker, looked for once something is to be heard."""
LAST = 1.0  # seconds in which the end of a sound reaches the loudspeaker


_sounding = threading.Lock()


def play_sound(wave: bytes) -> None:
    """Play what would stand in a WAV file. Returns at once.

    A machine without sound stays silent; what comes while something sounds is left out.
    """
    if _sounding.acquire(blocking=False):
        threading.Thread(target=_play, args=(wave,), name="sound", daemon=True).start()


def _play(wave: bytes) -> None:
    # In a thread of its own: a system's sound may take seconds to be found.
    pyglet.options["audio"] = SOUND
    with suppress(Exception):  # each system and driver has its own
        from pyglet.media import Player
        from pyglet.media.codecs.wave import WaveDecoder

        decoder: Any = WaveDecoder()
        source = decoder.decode("sound.wav", io.BytesIO(wave))
        player = Player()
        player.queue(source)
        player.play()
        time.sleep(source.duration + LAST)  # a player that is let go of falls silent
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
