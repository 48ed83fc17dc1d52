"""Changes in a window when the user points at its board."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from boche.viewer.hud.widgets.text import measure
from boche.viewer.session import Session
from boche.viewer.window.app import App
from tests.e2e.window.served import Image, open_app, serve, settle, whole

CROP, RIGHT = 0.27, 0.33
"""Part of the window cropped from each side, and from the right one, where the wider panel is.

So only the board's middle is left.
"""

PLAINLY = 90
"""Brightness difference, of 255, at which a pixel plainly differs."""


def middle(image: Image) -> Image:
    """Return the middle of the window, which shows only the board."""
    high, wide = image.shape[:2]
    return image[round(CROP * high) : round((1 - CROP) * high),
                 round(CROP * wide) : round((1 - RIGHT) * wide)]  # fmt: skip


def pointing(record: str, ply: str, *windows: str) -> Any:
    """Point at places of the window; return where the picture changes for each.

    Places are found in the picture, not by the program. For each of the windows
    (``WIDTHxHEIGHTxSCALE``) and each arrangement of the panels there is a list of (x and y of the
    pointer; left, top, right, bottom, mean x and y of the change, its distance), in pixels from the
    upper left.
    """
    from dataclasses import replace

    session = Session.open(record)
    session.cursor.go_index(int(ply))
    app = open_app(session)
    calm = replace(app.desk.settings, coordinates=False, quality="low")
    found: dict[str, list[list[float]]] = {}
    for window in windows:
        width, height, scale = window.split("x")
        resize(app, (int(width), int(height)))
        for left, right in ((True, True), (False, True), (True, False)):
            panels = {"left_panel": left, "right_panel": right}
            app.desk.set_settings(replace(calm, ui_scale=float(scale), **panels), keep=False)
            found[f"{window} {panels}"] = changes(app, dark=session.record.game_name == "octi")
    app.close()
    return found


def changes(app: App, dark: bool) -> list[list[float]]:
    """Point at places all over the window; return each with the box of the change there."""
    seen = []
    point_to(app, 3, 3)
    before = middle(whole(app)).astype(np.int16)
    for x, y in places(before, app.desk.window.pixels, dark):
        point_to(app, x, y)
        change = np.abs(middle(whole(app)) - before).max(axis=2) > 24
        if change.any():
            seen.append([x, y, *box_of(change, x, y)])
    return seen


LOOKS = 7
"""Number of places to point at; twice as many among pods, since those in reserve are dark, too."""


def places(image: Image, size: tuple[int, int], dark: bool) -> list[tuple[int, int]]:
    """Return places all over a window's middle; only ``dark`` ones if only pieces respond."""
    left, top = round(CROP * size[0]), round(CROP * size[1])
    # A dark pod is bluish; letters, grooves and holes in the wood are brown.
    pods = (image.max(axis=2) < 75) & (image[..., 2] > image[..., 0])
    ys, xs = np.nonzero(pods) if dark else np.indices(image.shape[:2])
    order = np.argsort(xs, axis=None)
    looks = 2 * LOOKS if dark else LOOKS
    picked = order[np.linspace(0.1, 0.9, looks).dot(len(order)).astype(int)]
    found = [(left + int(xs.flat[i]), top + int(ys.flat[i])) for i in picked]
    if dark:
        return found
    down = [0.3, 0.65, 0.42, 0.57, 0.35, 0.72, 0.5]  # of the middle: no two in a row or column
    return [(x, top + round(d * image.shape[0])) for (x, _), d in zip(found, down, strict=True)]


def box_of(change: Image, x: int, y: int) -> list[float]:
    """Return the box of a change, its middle and its distance from a place, in window pixels."""
    ys, xs = np.nonzero(change)
    high, wide = round(len(change) / (1 - 2 * CROP)), round(len(change[0]) / (1 - CROP - RIGHT))
    ys, xs = ys + round(CROP * high), xs + round(CROP * wide)
    far = np.hypot(xs - x, ys - y).min()
    return [float(v) for v in (xs.min(), ys.min(), xs.max(), ys.max(), xs.mean(), ys.mean(), far)]


def point_to(app: App, x: int, y: int) -> None:
    """Send the window a pointer motion to a place, from its upper left corner."""
    app.desk.window.dispatch_event(
        "on_mouse_motion", x, app.desk.window.get_size()[1] - 1 - y, 0, 0
    )
    settle(app)


def resize(app: App, size: tuple[int, int]) -> None:
    app.desk.window.set_size(*size)
    assert serve(app, lambda: app.desk.window.pixels == size, 10), "the window keeps its size"
    settle(app)


def strip(game: str) -> Any:
    """Return how many pixels plainly differ between each two pieces of the strip, at 1280x720."""
    app = open_app(Session.new(game))
    resize(app, (1280, 720))
    image = whole(app).astype(int)
    cells = [
        image[round(r.y) : round(r.y) + round(r.h), round(r.x) : round(r.x) + round(r.w)]
        for r in (picture.rect for picture in app.desk.hud.frame.pictures("pieces"))
    ]
    app.close()
    apart = (np.abs(one - other).max(axis=2) for one, other in combinations(cells, 2))
    return [int((each > PLAINLY).sum()) for each in apart]


def letter_refused(folder: str = "") -> Any:
    """Press a letter that the level under the pointer does not allow, then Enter.

    Returns what is told beside the pointer, how far from it, and the moves. With a ``folder`` the
    picture is kept there.
    """
    app = open_app(Session.new("boche", size=4))
    app.desk.session.play("c:a1")
    table, area = app.desk.controller.table, app.desk.areas.board
    table.tick(app.desk.now)
    place = table.picker.place(table.position, "b1", table.display)
    x, y = table.looking.pixels(place[None])[0]
    at = area.x + float(x), area.bottom - float(y)
    app.events.pointer_moved(*at)
    settle(app)
    app.events.key("H", ())
    settle(app)
    texts = [text for page in app.desk.hud.frame.pages[1:] for text in page.texts]
    if folder:
        from PIL import Image

        Image.fromarray(whole(app)).save(f"{folder}/letter.png")
    app.events.key("Enter", ())
    settle(app)
    moves = list(app.desk.session.cursor.moves)
    app.close()
    told = [text for text in texts if "level 0" in text.text]
    far = max((abs(text.y - at[1]) for text in told), default=-1.0)
    return {"told": " ".join(text.text for text in texts), "far": far, "moves": moves}


NAMED = {
    "boche": ("c:b2", "b2"), "che": ("fl:0,0", "0,0"), "boku": ("e4", "e4"), "octi": ("57+a", "57"),
}  # fmt: skip
"""A first move of each game, and its place."""


def named(game: str, folder: str = "") -> Any:
    """Point at a place's name in the move list, a comment, the status line and a lesson.

    Returns for each the mean place of what changes on the board, and where the place lies, in
    pixels of the window. With a ``folder`` the pictures are kept there.
    """
    move, place = NAMED[game]
    session = Session.new(game)
    session.play(move)
    session.edits.set_comment(f"Look at {place}, please.")
    app = open_app(session)
    app.desk.controller.table.say(f"See ({place}).")
    settle(app)
    found: dict[str, Any] = {}
    for where, word in (("list", move), ("comment", f"{place},"), ("status", f"({place}).")):
        found[where] = lit_by(app, word, place, folder and f"{folder}/{game}-{where}.png")
    app.events.pointer_moved(3, 3)
    settle(app)
    found["left"] = list(app.desk.controller.view().named)
    app.close()
    return found


def lit_by(app: App, word: str, place: str, picture: str = "") -> list[list[float]]:
    """Return what pointing at a word changes on the board, and where a place lies there."""
    point_to(app, 3, 3)
    before = whole(app).astype(int)
    area, table = app.desk.areas.board, app.desk.controller.table
    text = next(t for p in app.desk.hud.frame.pages for t in p.texts if word in t.text.split(" "))
    beside = measure(f"{text.text.partition(word)[0]}{word[:1]}", text.size, text.bold)
    point_to(app, round(text.x + beside), round(text.y))
    image = whole(app)
    if picture:
        from PIL import Image as Pictures

        Pictures.fromarray(image).save(picture)
    x, y, wide, high = (round(n) for n in (area.x, area.y, area.w, area.h))
    change = np.abs(image.astype(int) - before).max(axis=2)[y : y + high, x : x + wide] > 24
    ys, xs = np.nonzero(change)
    target = table.picker.top or table.picker.place
    spot = table.looking.pixels(np.asarray(target(table.position, place, table.display))[None])[0]
    return [[x + float(xs.mean()), y + float(ys.mean()), float(len(xs))],
            [area.x + float(spot[0]), area.bottom - float(spot[1])]]  # fmt: skip
