"""Exercises in a window under test: NAME and arguments in a process of its own, JSON out."""

from __future__ import annotations

import json
import sys
from typing import Any

from boche.engine.games.registry import DEFAULT
from boche.viewer.hud.widgets.items import Action
from boche.viewer.session import Session
from boche.viewer.training.courses import load_results
from boche.viewer.training.session import TrainingSession
from boche.viewer.training.state import TrainingState
from boche.viewer.window.app import App
from boche.viewer.window.records import training as training_window
from tests.e2e.window.lessons_scenarios import (
    choose,
    click_on,
    mark,
    place,
    press,
    read,
    settled,
    words,
)
from tests.e2e.window.window_scenarios import open_app
from tests.viewer.training.made import made_puzzles


def state_of(app: App) -> TrainingState:
    session = app.desk.session
    assert isinstance(session, TrainingSession)
    return session.state


def wait(app: App) -> None:
    """Let all that comes by itself come."""
    for _ in range(40):
        settled(app, 0.25)
        session = app.desk.session
        if not (isinstance(session, TrainingSession) and session.state.moving):
            return


def opened(path: str) -> App:
    app = open_app(Session.open(path))
    settled(app, 1.0)
    return app


def by_mouse(path: str, best: str) -> Any:
    """Retry a mistake by clicks only."""
    app = opened(path)
    game = app.desk.session
    click_on(app, Action("command", "retry_mistakes"))
    wait(app)
    seen: dict[str, Any] = {"task": read(app), "asked": app.desk.session.cursor.moves}
    place(app, state_of(app).exercise.played)  # type: ignore[attr-defined]
    seen["wrong"], seen["red"] = read(app), mark(app)
    wait(app)
    click_on(app, Action("command", "training_next"))
    seen["again"] = app.desk.session.cursor.moves
    click_on(app, Action("command", "training_hint"))
    seen["hint"] = read(app)
    place(app, best)
    seen["green"] = mark(app)
    click_on(app, Action("command", "training_next"))
    seen["back"] = app.desk.session is game
    app.close()
    return seen


def puzzle() -> Any:
    """Solve today's puzzle from the start screen, by keys, and see the page of puzzles."""
    training_window.puzzles = made_puzzles
    training_window.daily = lambda day, game: made_puzzles(game)[1]
    app = open_app(Session.new(), choose=True)
    seen: dict[str, Any] = {"start": words(app)}
    choose(app, "puzzle")
    wait(app)
    for name in ("first", "done"):
        press(app, "I", "I", "Enter")
        seen[name] = read(app)
        wait(app)
    seen["tried"] = load_results()[0].standings[DEFAULT.name].tried
    press(app, "Enter")
    seen["next"] = state_of(app).exercise.title
    press(app, "Escape", "Ctrl+U")
    seen["page"] = read(app)
    app.close()
    return seen


def readable(path: str, width: str, height: str) -> Any:
    """Return the texts of an exercise that are cut off, and the elements out of place."""
    app = opened(path)
    app.desk.window.set_size(int(width), int(height))
    settled(app, 0.3)
    press(app, "Ctrl+Shift+M")
    wait(app)
    app.desk.controller.submit("move", state_of(app).exercise.played)  # type: ignore[attr-defined]
    wait(app)
    panel = app.desk.areas.panel
    cut, got = [], set[str]()
    for notch in (30.0, *[-1.0] * 12):
        app.events.wheel(0.0, notch, *panel.middle, ())
        settled(app)
        got |= set(read(app).split())
        cut += [text for text in words(app) if text.endswith("…")]
    wanted = f"{state_of(app).exercise.task} {state_of(app).answer}".split()
    hits = [hit for page in app.desk.hud.frame.pages for hit in page.hits]
    inside = [hit for hit in hits if panel.holds(*hit.rect.middle)]
    outside = [hit.tip for hit in inside if not hit.rect.inside(panel)]
    size = app.desk.window.get_size()
    app.close()
    return {"size": size, "cut": [*cut, *(word for word in wanted if word not in got)],
            "outside": outside}  # fmt: skip


if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    print(json.dumps(globals()[name](*arguments)))
