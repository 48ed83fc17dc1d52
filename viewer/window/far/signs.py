"""Soft signs for who is not looking: the system's notification, and a tone. Never an error."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from contextlib import suppress

from engine.program import PROGRAM
from viewer.hud.widgets.pyglet_setup import play_tone

NOTIFIER = "notify-send"
PITCHES = (660, 880)  # hertz
LASTS = 0.12  # seconds each
PATIENCE = 5.0  # seconds for the notifier


def tell(title: str, text: str) -> None:
    """Show a notification where the system has a way for that."""
    command = shutil.which(NOTIFIER)
    if command is None or not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return
    # The body may be read as markup; what stands behind "--" is no option.
    body = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    words = [command, f"--app-name={PROGRAM}", "--", title, body]

    def run() -> None:
        with suppress(OSError, subprocess.SubprocessError, ValueError):
            subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, timeout=PATIENCE, check=False)  # fmt: skip

    threading.Thread(target=run, name=NOTIFIER, daemon=True).start()


def ring() -> None:
    """Play two soft tones where the machine has sound."""
    play_tone(PITCHES, LASTS)
