"""Discreet signals to a user who is not looking: a notification and a tone. Never an error."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from contextlib import suppress

from boche.engine.program import PROGRAM
from boche.viewer.hud.widgets.pyglet_setup import play_sound
from boche.viewer.sound.waves import call
from boche.viewer.table.shown import Tone
from boche.viewer.window.desk import Desk

NOTIFIER = "notify-send"
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
    play_sound(call())


def announce(desk: Desk, text: str, tone: Tone) -> None:
    """Show a line in the status, with a tone if that is wanted, and by the system if need be."""
    desk.say(text, tone=tone)
    if desk.settings.chime:
        ring()
    if not desk.window.has_focus:
        tell(desk.session.record.game.title, text)
