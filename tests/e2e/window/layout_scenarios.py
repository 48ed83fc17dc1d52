"""Keyboards of other layouts: each function in a process of its own."""

from __future__ import annotations

import subprocess
from string import ascii_uppercase
from typing import Any

from pyglet.libs.x11 import xlib

from boche.viewer.hud.widgets.pyglet_setup import app as pyglet_app
from boche.viewer.hud.widgets.pyglet_x11 import PLACES
from boche.viewer.session import Session
from boche.viewer.table.commands import COMMANDS
from boche.viewer.table.keys import SIGNS, chord, key_name
from boche.viewer.window.app import App
from boche.viewer.window.input.keyboard import meant
from tests.e2e.window.served import open_app, serve, settle

UPPER_ROW = range(10, 20)
"""The codes of the keys that type 1 to 9 and 0 on an American keyboard."""


def reached(*layouts: str) -> Any:
    """Return for each layout the commands that none of its keys reaches, without number block."""
    app = open_app(Session.new("boku"))
    window, seen = app.desk.window, {}
    for layout in layouts:
        lay(app, layout)
        names = {
            (code, shift): window.names_at(code, shift)
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
    lay(app, "us")
    app.close()
    return seen


def shown(*layouts: str) -> Any:
    """Return for each layout how the keys of all letters are called in help."""
    app = open_app(Session.new("boku"))
    seen = {}
    for layout in layouts:
        lay(app, layout)
        app.events.own_keys(app.desk.window.own_keys())
        seen[layout] = {name: key_name(f"Ctrl+{name}")[5:] for name in ascii_uppercase}
    lay(app, "us")
    app.close()
    return seen


def typed(*layouts: str) -> Any:
    """Return for each layout what the keys of F, 7 and Shift+A type into a move, and a comment."""
    app = open_app(Session.new("boku"))
    writing, seen = app.desk.controller.table.writing, {}

    def written() -> str:
        return "" if writing.entry is None else writing.entry.text

    def typed_by(*keys: str) -> None:
        before = written()
        subprocess.run(["xdotool", *keys], check=True)
        assert serve(app, lambda: written() != before, 20.0)

    for layout in layouts:
        lay(app, layout)
        seen[layout] = list[str]()
        for kind in ("move", "comment"):
            writing.open(kind)
            settle(app)
            typed_by("key", "41")
            typed_by("key", "16")
            typed_by("keydown", "50", "key", "38", "keyup", "50")
            seen[layout].append(written())
            writing.close()
    lay(app, "us")
    app.close()
    return seen


def digits(*layouts: str) -> Any:
    """Return for each layout the digits that the keys of the upper row mean without Shift."""
    app = open_app(Session.new("boku"))
    seen = {}
    for layout in layouts:
        lay(app, layout)
        meant_by = [app.desk.window.names_at(code, 0) for code in UPPER_ROW]
        seen[layout] = ["".join(filter(str.isdecimal, names)) for names in meant_by]
    lay(app, "us")
    app.close()
    return seen


def lay(app: App, layout: str) -> None:
    """Change the keyboard's layout, and let the window hear of it."""
    subprocess.run(["setxkbmap", *layout.split()], check=True)
    app.desk.window.own_keys()  # the server's answer follows what it has told before
    pyglet_app.platform_event_loop.step(0.0)
