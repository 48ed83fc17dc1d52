"""Sharing in a window: each function in a process of its own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from boche.viewer.hud.pages.works import COPY, STOP
from boche.viewer.session import Session
from boche.viewer.window.app import App
from tests.e2e.window.served import let_read, open_app, serve, settle, whole

LONG = "assets/records/boche-path.sgf"


def share(app: App, way: str, **values: Any) -> str:
    """Share by keys; return what the dialog objects to."""
    app.events.key("E", ("ctrl",))
    form = app.desk.hud.open_form
    assert form is not None
    for name, value in {"way": way, **values}.items():
        form.set([each.name for each in form.fields].index(name), value)
    app.events.key("Enter", ())
    settle(app)
    return form.problem


def click(app: App, action: str, number: int) -> None:
    """Click a button of the card of files."""
    hits = [hit for page in app.desk.hud.frame.pages for hit in page.hits if hit.action is not None]
    hit = next(hit for hit in hits if hit.action.name == action and hit.action.value == number)
    x, y = hit.rect.middle
    app.events.pointer_moved(x, y)
    app.events.pressed("left", x, y, ())
    app.events.released("left", x, y)
    settle(app)


def shown(app: App) -> list[str]:
    return [each.name for each in app.works.shown]


def status(app: App) -> str:
    return str(app.desk.controller.view().status)


def steady(width: str, height: str) -> Any:
    """Choose each way to share in turn, one until all is known; return what moves the dialog."""
    size = int(width), int(height)
    app = open_app(Session.new("boche", size=3))
    app.desk.window.set_size(*size)
    assert serve(app, lambda: app.desk.window.pixels == size)
    app.events.key("E", ("ctrl",))
    settle(app)
    form = app.desk.hud.open_form
    assert form is not None
    seen = {}
    for way, _ in form.fields[0].choices:
        form.set(0, way)
        app.events.changed()
        settle(app)
        seen[way] = _edges(app, form.title)
        if way == "page":
            assert serve(app, lambda: "About" in form.text), "its size is never told"
            settle(app)
            seen["page, drawn"] = _edges(app, form.title)
    app.close()
    first = seen["record"]
    return {"moved": [way for way, edges in seen.items() if edges != first], "seen": list(seen)}


def _edges(app: App, title: str) -> tuple[bytes, int]:
    """Return the picture of a dialog's upper edge with its title, and where its buttons are."""
    places = {text.text: round(text.y) for text in app.desk.hud.frame.pages[-1].texts}
    top = places[title]
    return whole(app)[max(top - 30, 0) : top + 9].tobytes(), places["Cancel"]


def several(folder: str) -> Any:
    """Make a large film and a photograph at once, play meanwhile, and stop the film."""
    os.environ["PATH"] = ""  # no program of the system opens a file
    app = open_app(Session.open(LONG))
    seen: dict[str, Any] = {"refused": []}
    seen["refused"] += [share(app, "film", pixels="1920x1080", path=f"{folder}/game.gif")]
    seen["refused"] += [share(app, "photo", pixels="1280x720", frames=8, path=f"{folder}/a.png")]
    seen["at once"] = shown(app)
    seen["status"] = status(app)
    app.events.key("Home", ("ctrl",))
    app.events.key("Escape", ())
    settle(app)
    seen["move"] = app.desk.session.cursor.index
    film, photo = app.works.shown
    assert serve(app, lambda: app.works.shown[1].done)
    seen["film"] = app.works.shown[0].share
    click(app, COPY, photo.number)
    seen["copied"] = app.desk.window.get_clipboard_text()
    click(app, STOP, film.number)
    seen["left"] = shown(app)
    seen["asked"] = quit_asks(app)
    seen["closed"] = app.desk.closed
    seen["files"] = sorted(os.listdir(folder))
    return seen


def quit_asks(app: App) -> str:
    """Ask to quit; return the question, if there is one."""
    app.events.key("Q", ("ctrl",))
    if app.desk.closed:
        return ""
    question = app.desk.controller.view().question
    return question.title if question is not None else ""


def quitting(folder: str) -> Any:
    """Quit while a film is being made, twice: go on, then quit."""
    app = open_app(Session.open(LONG))
    share(app, "film", pixels="1920x1080", path=f"{folder}/game.gif")
    seen: dict[str, Any] = {"first": quit_asks(app)}
    app.events.key("Escape", ())
    settle(app)
    seen["goes on"] = app.works.is_busy
    assert serve(app, lambda: app.works.shown[0].share > 0.0)
    seen["second"] = quit_asks(app)
    let_read(app)
    app.events.key("Y", ())
    seen["closed"] = app.desk.closed
    seen["files"] = os.listdir(folder)
    return seen


def full(folder: str) -> Any:
    """Make a picture on a full disk; return what is told, and what stays."""
    import resource

    app = open_app(Session.open(LONG))
    path = Path(folder) / "a.png"
    path.write_text("before")
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
    app.desk.settings.share.clear()
    app.events.key("P", ())
    form = app.desk.hud.open_form
    assert form is not None
    form.set([each.name for each in form.fields].index("path"), str(path))
    app.events.key("Enter", ())
    let_read(app)
    app.events.key("Y", ())
    assert serve(app, lambda: not app.works.is_busy)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    seen = {"status": status(app), "told": app.works.shown[0].told, "file": path.read_text(),
            "files": os.listdir(folder)}  # fmt: skip
    app.close()
    return seen
