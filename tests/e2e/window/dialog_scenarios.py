"""Dialogs and files in a window: NAME in a process of its own, JSON out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from boche.viewer.session import Seat, Session
from boche.viewer.storage.settings import load_settings
from boche.viewer.window.app import App
from tests.e2e.window.served import serve, serve_for
from tests.e2e.window.typing_scenarios import press
from tests.e2e.window.window_scenarios import apart, open_app, settle, whole


def words(app: App) -> list[str]:
    """Return all texts in the window."""
    return [text.text for page in app.desk.hud.frame.pages for text in page.texts]


def form_of(app: App) -> str:
    return app.desk.hud.form.name if app.desk.hud.form is not None else ""


def click(app: App, x: float, y: float) -> None:
    app.events.pressed("left", x, y, ())
    app.events.released("left", x, y)
    settle(app)


def waiting() -> Any:
    """Use keys and clicks while a system dialog is open, and cancel it."""
    app = open_app(Session.new("boche", size=2))
    app.desk.session.play("c:a1")
    settle(app)
    press(app, "Ctrl+O")
    said, before = words(app), whole(app)
    for name in ("Ctrl+Z", "R", "K", "PageUp"):
        press(app, name)
    app.events.text("/")
    board = app.desk.areas.board
    for part in (0.1, 0.3, 0.7, 0.9):
        click(app, board.x + part * board.w, board.y + 0.2 * board.h)
    view = app.desk.controller.view()
    seen = {
        "said": [line for line in said if "file dialog" in line],
        "moves": app.desk.session.cursor.moves,
        "asked": view.question is not None or view.entry is not None,
        "still": form_of(app),
        "same": bool((whole(app) == before).mean() > 0.999),
    }
    press(app, "Escape")
    seen["after"] = form_of(app)
    press(app, "Ctrl+O")
    click(app, *app.desk.areas.window.middle)
    seen["clicked"] = form_of(app)
    press(app, "Ctrl+Z")
    seen["undone"] = app.desk.session.cursor.moves
    app.close()
    return seen


def back_to_start(missing: str) -> Any:
    """Open a record from the start screen and cancel, then open a missing one."""
    app = open_app(Session.new("boche"), choose=True)
    form = app.desk.hud.form
    assert form is not None
    names = [field.name for field in form.fields]
    form.set(0, "octi")
    names = [field.name for field in form.fields]
    index = names.index("go on")
    entry = next(value for value, _ in form.fields[index].choices if value.kind == "open")
    seen = {"forms": [], "games": []}
    for _ in range(2):
        form.set(index, entry)
        seen["forms"].append(form_of(app))
        if form_of(app) == "files":
            press(app, "Escape")
        serve_for(app, 1.0)
        settle(app)
        seen["forms"].append(form_of(app))
        seen["games"].append(form.values()["game"])
    form.set(index, entry)
    if form_of(app) == "files":
        app.events.text(missing)
        press(app, "Enter")
        seen["problem"] = app.desk.hud.form.problem if app.desk.hud.form is not None else ""
        press(app, "Escape")
        seen["forms"].append(form_of(app))
    app.close()
    return seen


def replacing(file: str) -> Any:
    """Save under the name of an existing file: return the question and each answer's effect."""
    app = open_app(Session.new("boche", size=2))
    app.desk.session.play("c:a1")
    press(app, "Ctrl+S")
    press(app, "Ctrl+A")
    app.events.text(file)
    press(app, "Enter")
    question = app.desk.controller.view().question
    seen: dict[str, Any] = {"asked": question.title if question is not None else ""}
    seen["answers"] = [each.label for each in question.answers] if question is not None else []
    press(app, "Enter")
    seen["kept"] = Path(file).read_text()
    seen["again"] = form_of(app)
    press(app, "Enter")
    press(app, "Y")
    seen["replaced"] = Path(file).read_text()
    seen["left"] = form_of(app)
    app.close()
    return seen


def full_screen() -> Any:
    """Press F11 four times; its release goes to the window that full screen has replaced.

    Returns after each press whether the screen is full, and whether the key's release was noticed.
    """
    app = open_app(Session.new("boche", size=2))
    window, seen = app.desk.window, []
    for full in (True, False) * 2:
        subprocess.run(["xdotool", "key", "F11"], check=True)  # both before the window is served
        serve(app, lambda full=full: window.fullscreen == full and not window.pressed_keys, 30.0)
        settle(app)
        seen.append((window.fullscreen, not window.pressed_keys))
    app.close()
    return seen


def pictures(folder: str) -> Any:
    """Save a picture under names of several kinds, and return each message."""
    app = open_app(Session.new("boche", size=2))
    said = {}
    for name in ("a.png", "b.jpg", "c.webp", "d.bmp", "e"):
        press(app, "P")
        press(app, "Ctrl+A")
        app.events.text(f"{folder}/{name}")
        press(app, "Enter")
        form = app.desk.hud.form
        said[name] = form.problem if form is not None else app.desk.controller.view().status
        press(app, "Escape")
    assert serve(app, lambda: not app.works.is_busy)
    app.close()
    return said


def settings_beside() -> Any:
    """Compare the board before, while the settings are open, and after a change."""
    app = open_app(Session.open("assets/records/boche-path.sgf"))
    app.events.pointer_left()
    settle(app)

    def left_half() -> Any:
        seen = whole(app)
        top, low = round(app.desk.areas.board.y), round(app.desk.areas.board.bottom)
        return seen[top:low, : seen.shape[1] // 2]

    before = left_half()
    press(app, "Ctrl+,")
    opened = left_half()
    form = app.desk.hud.form
    assert form is not None
    names = [field.name for field in form.fields]
    form.set(names.index("palette"), "blue")
    settle(app)
    changed = left_half()
    app.close()
    return {"opened": apart(before, opened), "changed": apart(before, changed)}


def on_screen() -> Any:
    """Return the size of the window and its letters on this screen, and the scale."""
    app = open_app(Session.new("boche", size=2))
    desk = app.desk
    seen = {"size": desk.window.get_size(), "scale": desk.scale, "text": desk.areas.metrics.text}
    app.close()
    return seen


def library() -> Any:
    """Leave a game for another, find it in the library, continue it, and leave it again."""
    app = open_app(Session.new("boche", ["Anna", "Bert"], size=2))
    desk = app.desk
    desk.session.play("c:a1")
    for name in ("Ctrl+N", "Enter", "Tab", "Tab", "Enter"):
        press(app, name)
    seen: dict[str, Any] = {"new": desk.session.cursor.moves}
    press(app, "Ctrl+Shift+O")
    app.events.text("bert")
    settle(app)
    before = whole(app)
    press(app, "Down")
    for _ in range(100):
        if not app.canvas.frame.records.textures:
            serve_for(app, 0.05)
    picture = desk.hud.frame.pictures("record ")[0]
    seen["listed"] = words(app)
    seen["drawn"] = picture.name in app.canvas.frame.records.textures
    press(app, "Ctrl+C")
    seen["path"] = desk.window.get_clipboard_text()
    press(app, "Enter")
    seen["opened"] = desk.session.cursor.moves
    seen["freed"] = not app.canvas.frame.records.textures
    seen["changed"] = apart(before, whole(app))
    desk.session.play(str(desk.session.position.legal_moves()[0]))
    app.close()
    return seen


def after_the_end() -> Any:
    """Resign a first game; return the notices, the shared text and the rematch."""
    seats = {"light": Seat("Anna"), "dark": Seat("Bert")}
    app = open_app(Session.new("boche", seats=seats, size=3, adjacent=True))
    seen: dict[str, Any] = {"first": words(app)}
    serve_for(app, 0.1)
    settle(app)
    seen["told"] = load_settings()[0].told
    app.desk.controller.submit("move", "a:a1")
    press(app, "R")
    press(app, "Y")
    seen["end"] = words(app)
    press(app, "Ctrl+E")
    press(app, "Enter")
    seen["shared"] = app.desk.window.get_clipboard_text()
    again = [hit for page in app.desk.hud.frame.pages for hit in page.hits
             if hit.action is not None and hit.action.value == "rematch"]  # fmt: skip
    click(app, *again[0].rect.middle)
    seen["asked"] = app.desk.controller.view().question is not None
    settle(app)
    session = app.desk.session
    seen["names"] = {colour: seat.name for colour, seat in session.seats.items()}
    seen["options"] = dict(session.record.options)
    seen["again"] = words(app)
    app.close()
    return seen


if __name__ == "__main__":
    scenarios = {
        "waiting": waiting,
        "back_to_start": back_to_start,
        "replacing": replacing,
        "full_screen": full_screen,
        "pictures": pictures,
        "library": library,
        "after_the_end": after_the_end,
        "on_screen": on_screen,
        "settings_beside": settings_beside,
    }
    print(json.dumps(scenarios[sys.argv[1]](*sys.argv[2:])))


def own_progress() -> Any:
    """Open the user's own page by its key, from the library, and by the start screen's button."""
    app = open_app(Session.new("boche", size=2))
    seen: dict[str, Any] = {}
    press(app, "Ctrl+Shift+R")
    seen["key"] = (form_of(app), words(app))
    press(app, "Escape")
    press(app, "Ctrl+Shift+O")
    press(app, "F10")
    seen["library"] = (form_of(app), [])
    press(app, "Escape")
    press(app, "Ctrl+N")
    hits = [hit for page in app.desk.hud.frame.pages for hit in page.hits]
    spot = next(hit for hit in hits if hit.action and hit.action.value == "own_page")
    click(app, *spot.rect.middle)
    seen["start"] = (form_of(app), [])
    app.close()
    return seen
