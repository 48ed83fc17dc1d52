"""Discreet signals to a user who is not looking: a notification and a tone. Never an error."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import threading
import wave
from array import array
from contextlib import suppress
from functools import cache
from math import cos, pi, sin

from boche.engine.program import PROGRAM
from boche.viewer.hud.widgets.pyglet_setup import play_sound

NOTIFIER = "notify-send"
PITCHES = (660, 880)  # hertz
LASTS, SWELLS = 0.15, 0.01  # seconds of each tone, and of its attack
LOUD = 0.2  # volume, at most 1
RATE = 44_100  # samples per second
SILENCE = 1.0  # seconds of silence at the end: PulseAudio plays nothing before its buffer is full
PATIENCE = 5.0  # seconds allowed for the notifier


def tell(title: str, text: str) -> None:
    """Show a notification if the system supports that."""
    command = shutil.which(NOTIFIER)
    if command is None or not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return
    # The body may be read as markup; arguments after "--" are not options.
    body = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    words = [command, f"--app-name={PROGRAM}", "--", title, body]

    def run() -> None:
        with suppress(OSError, subprocess.SubprocessError, ValueError):
            subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, timeout=PATIENCE, check=False)  # fmt: skip

    threading.Thread(target=run, name=NOTIFIER, daemon=True).start()


def ring() -> None:
    """Play two soft tones if the machine has sound, and return at once."""
    play_sound(tones())


@cache
def tones() -> bytes:
    """Return the two tones as a WAV file; each swells and fades, so that there are no clicks."""
    samples = array("h")
    for pitch in PITCHES:
        for each in range(int(LASTS * RATE)):
            t = each / RATE
            loud = min(t / SWELLS, 1.0) * (1.0 + cos(pi * t / LASTS)) / 2.0
            samples.append(int(32_767 * LOUD * loud * sin(2.0 * pi * pitch * t)))
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
        file.writeframes(bytes(2 * int(SILENCE * RATE)))
    return data.getvalue()
