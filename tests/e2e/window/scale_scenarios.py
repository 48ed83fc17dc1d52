"""A window on a scaled screen: each function in a process of its own."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from typing import Any

import numpy as np

from boche.viewer.hud.widgets.pyglet_setup import app as pyglet_app
from boche.viewer.session import Session
from boche.viewer.window.app import App
from tests.e2e.window.served import apart, open_app, part, serve, settle, whole
from tests.e2e.window.typing_scenarios import press
from tests.e2e.window.x_client import Client

PLACES = ((0.35, 0.6), (0.45, 0.45))
"""Places of the window where the board of a new game of Boche has open cells."""


def scaled(game: str, resources: str) -> Any:
    """Open a window at the scale that X resources tell, point at its board, take the scale away.

    Returns the scale, how far the picture is from one with panels of that size on a usual screen,
    and how far from the pointer the picture changed.
    """
    desktop = Client()
    desktop.resources(resources)
    app = open_app(Session.new(game))
    scale, picture = app.desk.window.screen_scale, whole(app)
    near = [pointed(app, at) for at in PLACES]
    desktop.resources("Xft.dpi:\t96\n")
    pyglet_app.platform_event_loop.step(1.0)
    back = app.desk.window.screen_scale
    app.desk.set_settings(replace(app.desk.settings, ui_scale=scale), keep=False)
    move_to(app, 2, 2)
    seen = {"scale": scale, "back": back, "far": apart(picture, whole(app)), "near": near}
    seen["size"] = app.desk.window.pixels
    app.close()
    desktop.resources("")
    desktop.close()
    return seen


def settings_shown(resources: str) -> Any:
    """Open the settings on a usual screen, and have the desktop change its scale below them.

    Returns the sizes of the interface that are offered before and after, the chosen one, and what
    is being typed.
    """
    desktop = Client()
    desktop.resources("Xft.dpi:\t96\n")
    app = open_app(Session.new("boche"))
    press(app, "Ctrl+,")
    form = app.desk.hud.form
    assert form is not None
    at = [each.name for each in form.fields].index("ui_scale")
    form.focus_on(at)
    before = [label for _, label in form.fields[at].choices]
    desktop.resources(resources)
    pyglet_app.platform_event_loop.step(1.0)
    settle(app)
    now = form.fields[at]
    seen = {"before": before, "after": [label for _, label in now.choices], "shown": now.value_text}
    seen["focused"] = form.focused is now
    app.close()
    desktop.resources("")
    desktop.close()
    return seen


def laid_out() -> Any:
    """Open a window on the screen there is. Returns its size, and the rectangle of each part."""
    app = open_app(Session.new("boche"))
    parts = app.desk.areas.parts()
    seen = {name: (rect.x, rect.y, rect.right, rect.bottom) for name, rect in parts.items()}
    size = app.desk.window.pixels
    app.close()
    return {"size": size, "parts": seen}


def finer() -> Any:
    """Open a window that has four pixels for each of its own units, as on a Mac.

    Returns what ``scaled`` does.
    """
    app = open_app(Session.new("boche"))
    window = app.desk.window
    wide, high = window.pixels
    window.get_size = lambda: (wide // 2, high // 2)  # type: ignore[method-assign]
    app.desk.refresh()
    move_to(app, 2, 2, 2)
    scale, picture = window.screen_scale, whole(app)
    near = [pointed(app, at, 2) for at in PLACES]
    del window.get_size
    app.desk.set_settings(replace(app.desk.settings, ui_scale=scale), keep=False)
    move_to(app, 2, 2)
    seen = {"scale": scale, "far": apart(picture, whole(app)), "near": near}
    app.close()
    return seen


def move_to(app: App, x: int, y: int, unit: int = 1) -> None:
    """Move the pointer to a pixel of the window, which has ``unit`` pixels in each of its own."""
    if unit == 1:
        heard, window = list[int](), app.desk.window
        window.push_handlers(on_mouse_motion=lambda x, *_: heard.append(x))
        # By way of the pixel beside it: a pointer that is there already would not move.
        steps = ["mousemove", str(x + 1), str(y), "mousemove", str(x), str(y)]
        subprocess.run(["xdotool", *steps], check=True)
        assert serve(app, lambda: heard[-1:] == [x], 20.0)
        window.pop_handlers()
    else:
        high = app.desk.window.get_size()[1]
        app.desk.window.on_mouse_motion(x // unit, high - 1 - y // unit, 0, 0)
    settle(app)


def pointed(app: App, at: tuple[float, float], unit: int = 1) -> float:
    """Point at a place of the window, in shares of it; return how far off the picture changes."""
    wide, high = app.desk.window.pixels
    move_to(app, 2, 2, unit)
    before = whole(app).astype(int)
    x, y = round(at[0] * wide), round(at[1] * high)
    move_to(app, x, y, unit)
    board = app.desk.areas.board
    ys, xs = np.nonzero(np.abs(part(whole(app) - before, board)).max(axis=2) > 24)
    xs, ys = xs + board.x, ys + board.y
    return float(np.hypot(xs - x, ys - y).min()) if len(xs) else -1.0
