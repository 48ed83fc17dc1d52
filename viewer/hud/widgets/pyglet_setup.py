"""Setup of pyglet before its modules are loaded; the viewer imports pyglet only through here."""
# ruff: noqa: E402 - the options count only if set before the other modules are loaded

import io
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import pyglet

pyglet.options["shadow_window"] = False  # not needed here, and slows start-up
pyglet.options["debug_gl"] = False  # its checks double the calls to GL
pyglet.options["audio"] = ("silent",)


@contextmanager
def without(*modules: str) -> Iterator[None]:
    """Make imports of these modules fail in the block, unless they are loaded already.

    Pyglet loads all modules that might read images and sounds, and some of them search the system
    for libraries. It has no option against that, but goes on if one cannot be imported.
    """
    absent: dict[str, Any] = {name: None for name in modules if name not in sys.modules}
    sys.modules.update(absent)
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]


with without("pyglet.image.codecs.dds", "pyglet.image.codecs.gdkpixbuf2"):
    import pyglet.image

from pyglet import app, clock, font
from pyglet.display import get_display
from pyglet.gl import Config
from pyglet.graphics import Batch
from pyglet.math import Mat4
from pyglet.text import Label
from pyglet.text.document import UnformattedDocument
from pyglet.text.layout import IncrementalTextLayout
from pyglet.window import NoSuchConfigException, key

if "pyglet.window.xlib" in sys.modules:
    from boche.viewer.hud.widgets.pyglet_x11 import X11Window as Window
else:
    from pyglet.window import Window as _Window

    class Window(_Window):  # type: ignore[no-redef, misc]
        """A window with what our window for X11 can do beyond pyglet's."""

        def names_of(self, symbol: int) -> tuple[str, ...]:
            """Return nothing: the system names keys by the user's layout."""
            return ()

        def own_keys(self) -> dict[str, str]:
            """Return nothing, likewise."""
            return {}

        def forget_released(self) -> None:
            """Do nothing: the system tells of all keys."""

        def read_clipboard(self, then: Callable[[str | None], object]) -> None:
            """Call ``then`` with the clipboard's text at once."""
            then(str(self.get_clipboard_text() or ""))


PLAIN = "pyglet.font.freetype" in sys.modules
"""True if texts are drawn letter by letter in one font.

On Windows and macOS the system lays them out and finds other fonts itself.
"""

SOUND = (
    "xaudio2", "directsound", "pulse" if sys.platform.startswith("linux") else "openal", "silent",
)  # fmt: skip
"""The sound drivers, searched when a sound is to be played."""
LAST = 1.0  # seconds until the end of a sound has reached the loudspeaker


LATE = 5.0
"""Seconds after which a sound is no longer played, unless it says otherwise."""


class _QueuedSound(NamedTuple):
    """A sound that is to be played: a WAV file, its volume up to 1, and until when."""

    wave: bytes
    volume: float
    until: float


_wanted: queue.SimpleQueue[_QueuedSound] = queue.SimpleQueue()
_speaker: list[threading.Thread] = []


def play_sound(wave: bytes, volume: float = 1.0, late: float = LATE) -> None:
    """Play the content of a WAV file and return at once.

    Without sound hardware nothing is played, nor if it cannot begin within ``late`` seconds: the
    first sound waits until the system's sound is found.
    """
    _wanted.put(_QueuedSound(wave, volume, time.monotonic() + late))
    find_sound()


def find_sound() -> None:
    """Look for the system's sound, so that the first sound is not late, and return at once."""
    if not _speaker:
        # in its own thread, since finding the system's sound may take seconds
        _speaker.append(threading.Thread(target=_play_all, name="sound", daemon=True))
        _speaker[0].start()


def _play_all() -> None:
    pyglet.options["audio"] = SOUND
    playing: list[tuple[float, Any]] = []
    with suppress(Exception):  # each system and driver raises its own exceptions
        with without("pyglet.media.codecs.ffmpeg_lib"):
            from pyglet.media import Player, StaticSource
            from pyglet.media.codecs.wave import WaveDecoder

        decoder: Any = WaveDecoder()
        while True:
            try:
                wanted = _wanted.get(timeout=LAST if playing else None)
            except queue.Empty:
                wanted = None
            now = time.monotonic()
            for end, player in [each for each in playing if each[0] < now]:
                playing.remove((end, player))
                player.delete()
            if wanted is not None and now <= wanted.until:
                source = StaticSource(decoder.decode("sound.wav", io.BytesIO(wanted.wave)))
                player = Player()
                player.volume = wanted.volume
                player.queue(source)
                player.play()
                # a player that is garbage-collected falls silent
                playing.append((now + source.duration + LAST, player))


__all__ = [
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
    "find_sound",
    "font",
    "get_display",
    "key",
    "play_sound",
]
