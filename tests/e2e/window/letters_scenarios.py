"""Letters that a window's own font lacks: each function in a process of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from boche.viewer.fonts import installed
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Text
from boche.viewer.session import Session
from boche.viewer.window.app import App
from tests.e2e.window.served import Image, open_app, part, settle, whole
from tests.e2e.window.typing_scenarios import area_of, click, press


def label(app: App, letters: str) -> Text:
    """Return the label that contains these letters."""
    pages = app.desk.hud.frame.pages
    return next(text for page in pages for text in page.texts if letters in text.text)


def cells(app: App, left: float, middle: float, size: float, count: int) -> list[Image]:
    """Return the squares of a row, each as wide as the letters' size."""
    image, side = whole(app), round(size)
    return [part(image, Rect(round(left) + n * side, middle - 0.7 * side, side, 1.4 * side))
            for n in range(count)]  # fmt: skip


def ink(cell: Image) -> Any:
    """Return which pixels have ink."""
    return np.abs(cell.astype(int) - cell[0, 0]).max(axis=2) > 70


def halves(cell: Image) -> list[float]:
    """Return the share of the left, the right and all columns that have ink."""
    columns = ink(cell).any(axis=0)
    middle = len(columns) // 2
    return [float(some.mean()) for some in (columns[:middle], columns[middle:], columns)]


def written(first: str, second: str) -> Any:
    """Show two letters in names, in regular and bold, and the colour of a picture glyph."""
    app = open_app(Session.new("boche", (first, first), size=3))
    seen: dict[str, Any] = {}
    for text in (label(app, first), label(app, f"{first}, dark")):
        row = cells(app, text.x, text.y, text.size, 2)
        seen[text.text] = [halves(cell) for cell in row]
    app.close()
    app = open_app(Session.new("boche", (second, "Bert"), size=3))
    text = label(app, second)
    picture = cells(app, text.x, text.y, text.size, 1)[0]
    seen["colour"] = np.median(picture.reshape(-1, 3)[ink(picture).ravel()], axis=0).tolist()
    app.close()
    return seen


def typed(first: str, right: str) -> Any:
    """Return a comment's text after clicks among fallback letters and right-to-left ones."""
    app = open_app(Session.new("boche", size=3))
    app.desk.session.play("c:a1")
    press(app, "K")
    app.events.text("K")  # the letter on the key that opened it
    app.events.text(first)
    settle(app)
    area = area_of(app)
    x, y = area.rect.x, area.rect.y + 0.6 * area.size
    seen: dict[str, Any] = {"cells": [halves(c) for c in cells(app, x, y, area.size, 2)]}
    click(app, x + 1.1 * area.size, y)
    app.events.text("-")
    settle(app)
    seen["lent"] = area_of(app).edit.text
    press(app, "Ctrl+A")
    app.events.text(right)
    settle(app)
    click(app, x + 1, y)
    app.events.text(right[:1])
    settle(app)
    seen["turned"] = area_of(app).edit.text
    press(app, "Home")
    press(app, "Shift+Right")
    seen["selected"] = area_of(app).edit.selected
    columns = np.abs(part(whole(app), area.rect).astype(int) - area.chosen[:3]).max(axis=2) < 8
    seen["place"] = float(np.flatnonzero(columns.any(axis=0)).mean())
    press(app, "Escape")
    app.close()
    return seen


def names(*each: str) -> Any:
    """Return the ink of each name."""
    found = []
    for name in each:
        app = open_app(Session.new("boche", (name, "Bert"), size=3))
        text = label(app, name)
        seen = Rect(round(text.x), text.y - text.size, 4 * text.size, 2 * text.size)
        found.append(ink(part(whole(app), seen)).tolist())
        app.close()
    return found


def names_without_fontconfig(*each: str) -> Any:
    """Return the same without fontconfig, but with the fonts that pyglet itself has loaded."""
    installed.LIBRARY = "libnowhere.so.1"
    return names(*each)
