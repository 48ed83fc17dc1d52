"""Keyboards of other layouts: each function in a process of its own."""

from __future__ import annotations

import subprocess
from typing import Any

from pyglet.libs.x11 import xlib

from boche.viewer.hud.widgets.pyglet_x11 import PLACES
from boche.viewer.session import Session
from boche.viewer.table.commands import COMMANDS
from boche.viewer.table.keys import SIGNS, chord
from boche.viewer.window.input.keyboard import meant
from tests.e2e.window.served import open_app

SHIFTED = {xlib.ShiftMask: ("shift",)}


def reached(*layouts: str) -> Any:
    """Return for each layout the commands that none of its keys reaches, without number block."""
    app = open_app(Session.new("boku"))
    window, seen = app.desk.window, {}
    for layout in layouts:
        subprocess.run(["setxkbmap", *layout.split()], check=True)
        while xlib.XPending(window._x_display):
            app.desk.window.dispatch_events()
            xlib.XNextEvent(window._x_display, xlib.XEvent())
        names = {
            (code, shift): window._names_of(code, shift)
            for code in PLACES
            for shift in (0, xlib.ShiftMask, xlib.LockMask, xlib.Mod5Mask)
        }
        there = {
            chord(
                *meant(name, (*held, *(("shift",) if shift == xlib.ShiftMask else ())), (*others,))
            )
            for (_, shift), (name, *others) in names.items()
            for held in ((), ("ctrl",), ("alt",))
        }
        seen[layout] = [
            command.name
            for command in COMMANDS
            if (signs := [key for key in command.keys if key in SIGNS or key[-2:-1] in ("", "+")])
            and len(signs) == len(command.keys)
            and not there & set(signs)
        ]
    subprocess.run(["setxkbmap", "us"], check=True)
    app.close()
    return seen
