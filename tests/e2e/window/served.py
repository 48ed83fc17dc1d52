"""A window served by hand, and its picture."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.pyglet_setup import clock
from boche.viewer.session import Session
from boche.viewer.storage.settings import load_settings
from boche.viewer.window.app import App
from boche.viewer.window.snapshot import window_image

Image = np.ndarray[Any, Any]


def open_app(session: Session, *, choose: bool = False) -> App:
    settings, problems = load_settings()
    app = App(session, settings, problems, choose=choose)
    app.open()
    settle(app)
    return app


def settle(app: App, limit: float = 60.0) -> None:
    """Serve the window until nothing moves."""
    end = time.perf_counter() + limit
    app.scheduler.plan()
    while time.perf_counter() < end:
        app.desk.window.dispatch_events()
        clock.tick()
        if not (
            app.desk.controller.next_wakeup()
            or app.desk.hud.dirty
            or app.desk.controller.wants_frame
        ):
            return
        time.sleep(0.002)
    raise AssertionError("the window does not come to rest")


def whole(app: App) -> Image:
    """Return the window's picture, (height, width, 3), with the first row at the top."""
    return window_image(app.canvas)[::-1, :, :3].copy()


def part(image: Image, rect: Rect) -> Image:
    x, y = round(rect.x), round(rect.y)
    return image[y : y + round(rect.h), x : x + round(rect.w)]


def board(app: App) -> Image:
    return part(whole(app), app.desk.areas.board)


def differences(ones: list[Image], others: list[Image]) -> float:
    """Return the largest mean difference between two lists of pictures, in steps of 255."""
    return max(apart(a, b) for a, b in zip(ones, others, strict=True))


def apart(one: Image, other: Image) -> float:
    """Return the mean difference of two pictures, in steps of 255."""
    return float(np.abs(one.astype(np.int16) - other).mean())


def serve(app: App, until: Callable[[], object], limit: float = 90.0) -> bool:
    """Serve the window until a condition holds, for at most ``limit`` seconds."""
    end = time.perf_counter() + limit
    app.scheduler.plan()
    while time.perf_counter() < end:
        app.desk.window.dispatch_events()
        clock.tick()
        if until():
            return True
        time.sleep(0.002)
    return False


def let_read(app: App) -> None:
    """Serve the window until a letter would answer the question, if one is open."""
    writing = app.desk.controller.table.writing
    assert serve(app, lambda: writing.question is None or writing.may_be_read(app.desk.now))


def serve_for(app: App, seconds: float) -> None:
    """Serve the window for ``seconds``, whether anything moves or not."""
    serve(app, lambda: False, seconds)
