"""A window under test: each function in a process of its own."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from boche.viewer.hud.widgets.pyglet_setup import clock
from boche.viewer.session import Session
from boche.viewer.window.app import App
from tests.e2e.window.served import (
    Image,
    apart,
    board,
    differences,
    open_app,
    part,
    serve,
    serve_for,
    settle,
    whole,
)


def offscreen(app: App, jobs: list[tuple[Any, str | None, Any]]) -> list[Image]:
    """Draw positions with their last moves and cameras, without a window."""
    from boche.viewer.export.images import Exporter
    from boche.viewer.games.registry import build_scene
    from boche.viewer.scene import SceneOptions
    from boche.viewer.window.drawing.board_picture import style_of

    area = app.desk.areas.board
    size, style = (round(area.w), round(area.h)), style_of(app.canvas.hud_data())
    app.close()
    with Exporter(size) as exporter:
        return [
            exporter.image(build_scene(position, SceneOptions(last=last)), camera, style)[
                ::-1, :, :3
            ]
            for position, last, camera in jobs
        ]


LOOKED_AT = 4
"""Number of a record's steps that are checked one by one, before its end."""


def replay(*records: str) -> Any:
    """Step through records of one game in one window, and draw each picture again offscreen.

    Returns for each record the differences between pictures: of stepping forth and back, of the
    window and the offscreen picture, and of consecutive steps (the least).
    """
    app = open_app(Session.open(records[0]))
    seen, jobs, apart_by = [], [], {}
    for record in records:
        session = Session.open(record)
        session.cursor.first()
        app.exchange.replace_with(session)
        app.events.pointer_left()
        settle(app)
        forth, back, drawn = stepped(app)
        seen.append(forth)
        jobs.append(drawn)
        apart_by[Path(record).name] = {
            "steps": len(forth) - 1,
            "back": differences(forth[:-1], back[::-1]),
            "moved": min(apart(a, b) for a, b in pairwise(forth)),
        }
    plain = offscreen(app, [job for drawn in jobs for job in drawn])
    for each, forth in zip(apart_by.values(), seen, strict=True):
        each["offscreen"] = differences(forth, plain[: len(forth)])
        plain = plain[len(forth) :]
    return apart_by


def stepped(app: App) -> tuple[list[Image], list[Image], list[Any]]:
    """Step forth, back and to the end; return the pictures of each way, and the views forth."""
    forth: list[Image] = []
    drawn: list[Any] = []
    steps = min(len(app.desk.session.cursor.line), LOOKED_AT)

    def look() -> None:
        forth.append(board(app))
        view = app.desk.controller.view()
        drawn.append((app.desk.session.position, view.last, view.camera))

    for index in range(steps):
        if index:
            app.events.key("PageDown", ())
            settle(app)
        look()
    back = [forth[-1]]
    for _ in range(steps - 1):
        app.events.key("PageUp", ())
        settle(app)
        back.append(board(app))
    app.events.key("End", ())
    settle(app)
    look()
    return forth, back, drawn


def resized(record: str) -> Any:
    """Resize the window while the camera flies and a move drops."""
    session = Session.open(record)
    session.cursor.go_index(10)
    app = open_app(session)
    sizes = []
    app.events.key("T", ())
    for width, height in ((1024, 640), (1500, 900), (1100, 1000), (1280, 720)):
        app.events.key("PageDown", ())
        app.desk.window.set_size(width, height)
        # The X server is slow to respond; a few frames of the flight are drawn meanwhile.
        late = time.monotonic() + 60.0
        for frames in count():
            app.desk.window.dispatch_events()
            clock.tick()
            if frames >= 3 and (
                app.desk.window.pixels == (width, height) or time.monotonic() > late
            ):
                break
        sizes.append(app.desk.window.pixels)
    settle(app)
    app.events.pointer_left()
    settle(app)
    seen, view = board(app), app.desk.controller.view()
    error = view.status if view.tone == "refused" else ""
    fits = app.desk.controller.table.looking.viewport == (seen.shape[1], seen.shape[0])
    plain = offscreen(app, [(session.position, view.last, view.camera)])
    return {"sizes": sizes, "fits": fits, "error": error, "difference": differences([seen], plain)}


def fullscreen() -> Any:
    """Fill the screen and come back."""
    app = open_app(Session.new("boche"))
    before = app.desk.window.pixels
    app.events.key("F11", ())
    settle(app)
    full, image = app.desk.window.pixels, whole(app)
    app.events.key("F11", ())
    settle(app)
    after, again = app.desk.window.pixels, whole(app)
    app.close()
    spread = [float(each.std()) for each in (image, again)]
    return {"before": before, "full": full, "after": after, "spread": spread}


def hud_pixels() -> Any:
    """Return the effects of turn, moves and help on the window's pixels."""
    session = Session.new("boche", ("Anna", "Bert"), size=3)
    app = open_app(session)
    panel = app.desk.areas.panel
    empty = part(whole(app), panel)
    session.play("c:a1")
    app.desk.controller.tick(app.desk.now)
    settle(app)
    one = part(whole(app), panel)
    app.events.key("F1", ())
    settle(app)
    covered = whole(app)
    app.events.key("Escape", ())
    settle(app)
    again = part(whole(app), panel)
    rows = [(hit.rect, hit.action.name) for hit in app.desk.hud.frame.pages[0].hits if hit.action]
    players = [rect for rect, name in rows if name == "players"]
    chosen = [part(whole(app), rect)[3, 20].tolist() for rect in players]
    move = next(rect for rect, name in rows if name == "go")
    text = part(whole(app), move)
    palette = part(whole(app), app.desk.areas.palette)
    app.close()
    return {
        "changed": apart(empty, one),
        "restored": apart(one, again),
        "help": apart(part(covered, panel), one),
        "players": chosen,
        "move_ink": int((text.astype(int).sum(axis=2) < 300).sum()),
        "palette": float(palette.std()),
    }


def broken() -> Any:
    """Raise an error in a handler: it is reported, and play goes on."""
    session = Session.new("boche", size=2)
    app = open_app(session)
    session.play("c:a1")

    def fail(*_: object) -> None:
        raise RuntimeError("made for the test")

    app.desk.controller.pressed, kept = fail, app.desk.controller.pressed  # type: ignore[method-assign]
    x, y = app.desk.areas.board.middle
    app.events.pressed("left", x, y, ())
    settle(app)
    said = app.desk.controller.view()
    app.desk.controller.pressed = kept  # type: ignore[method-assign]
    app.events.released("left", x, y)
    app.events.text("/")
    for letter in "a:b1":
        app.events.text(letter)
    app.events.key("Enter", ())
    settle(app)
    moves = session.cursor.moves
    app.close()
    return {"status": said.status, "error": said.tone != "said", "moves": moves}


def damaged() -> Any:
    """Start with the settings file as it is."""
    app = open_app(Session.new("boche", size=2))
    view = app.desk.controller.view()
    app.close()
    return {"status": view.status, "error": view.tone != "said"}


def clipboard(record: str) -> Any:
    """Copy a record, start anew and paste it; drop a file; paste moves."""
    app = open_app(Session.open(record))
    moves = app.desk.session.cursor.moves
    app.events.key("C", ("ctrl",))
    text = app.desk.window.get_clipboard_text()
    app.exchange.replace_with(Session.new("boche"))
    app.events.key("V", ("ctrl",))
    settle(app)
    pasted = app.desk.session.cursor.moves
    app.exchange.replace_with(Session.new("boche", size=3))
    leave(app)
    app.desk.window.set_clipboard_text("1. c:a1 swap 2. a:b1")
    app.events.key("V", ("ctrl",))
    settle(app)
    typed = app.desk.session.cursor.moves
    app.events.dropped([record])
    leave(app)
    dropped = app.desk.session.cursor.moves
    recent = list(app.desk.settings.recent)
    app.close()
    return {"sgf": text.startswith("(;"), "moves": moves, "pasted": pasted, "typed": typed,
            "dropped": dropped, "recent": recent}  # fmt: skip


def leave(app: App) -> None:
    """Answer by keys that the current game need not be saved."""
    assert app.desk.controller.view().question is not None
    for name in ("Tab", "Tab", "Enter"):
        app.events.key(name, ())
    settle(app)


def plain_gl(record: str) -> Any:
    """Compare the usual picture with those without multisampling and shadows."""
    from dataclasses import replace

    app = open_app(Session.open(record))
    app.events.pointer_left()
    pictures = []
    for quality in ("high", "medium", "low"):
        app.desk.set_settings(replace(app.desk.settings, quality=quality), keep=False)
        settle(app)
        pictures.append(board(app))
    app.close()
    return [apart(pictures[0], each) for each in pictures[1:]]


def snapshots(record: str, folder: str) -> Any:
    """Write pictures as ``P`` does."""
    app = open_app(Session.open(record))
    app.events.pointer_left()
    settle(app)
    seen, area = board(app), app.desk.areas.board
    wanted: list[tuple[str, dict[str, Any]]] = [
        ("table.png", {}), ("window", {"panels": True})
    ]  # fmt: skip
    for name, values in wanted:
        app.events.key("P", ())
        form = app.desk.hud.open_form
        assert form is not None
        for field, value in {"panels": False, **values}.items():
            form.set([each.name for each in form.fields].index(field), value)
        form.set([each.name for each in form.fields].index("path"), f"{folder}/{name}")
        app.events.key("Enter", ())
    assert serve(app, lambda: not app.works.is_busy)
    window = app.desk.window.pixels
    from PIL import Image as Pictures

    sizes = {}
    for path in sorted(Path(folder).glob("*.png")):
        with Pictures.open(path) as picture:
            sizes[path.name] = picture.size
            if path.name == "table.png":
                same = apart(np.asarray(picture.convert("RGB")), seen)
    app.close()
    return {"sizes": sizes, "table": [round(area.w), round(area.h)], "window": window, "same": same}


def at_rest(record: str) -> Any:
    """Wait until the table becomes a photograph; return how often it wakes, and what ends it."""
    app = open_app(Session.open(record))
    desk, rest = app.desk, app.canvas.frame.picture.rest
    board = desk.areas.board
    plain = part(whole(app), board)
    found: dict[str, Any] = {"before": rest.frames}
    desk.set_settings(replace(desk.settings, photo="always"))
    assert serve(app, lambda: rest.done and not desk.hud.dirty, 120.0)
    settle(app)
    photo = part(whole(app), board)
    found["frames"], found["changed"] = rest.frames, apart(photo, plain)
    drawn = app.canvas.last
    serve_for(app, 1.0)
    found["idle"] = app.canvas.last == drawn
    # The first input moves the camera, and the plain picture returns.
    x, y = board.x + board.w / 2, board.y + board.h / 2
    app.events.wheel(0.0, 1.0, x, y, ())
    found["ended"] = serve(app, lambda: rest.texture is None, 10.0)
    found["again"] = serve(app, lambda: rest.texture is not None, 30.0)
    desk.set_settings(replace(desk.settings, photo="auto"))
    app.events.wheel(0.0, -1.0, x, y, ())
    settle(app)
    serve_for(app, 1.0)
    found["auto"] = rest.frames
    app.close()
    return found
