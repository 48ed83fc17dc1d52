"""Lessons in a window under test: NAME and arguments in a process of its own, JSON out."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from boche.viewer.camera.rays import project
from boche.viewer.hud.dialogs.dialogs import PRESS
from boche.viewer.hud.widgets.items import Action
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.lesson import marked
from boche.viewer.lessons.progress import load_progress
from boche.viewer.lessons.session import LessonSession
from boche.viewer.lessons.state import LessonState, right_move
from boche.viewer.session import Session
from boche.viewer.storage.kept_games import kept_files
from boche.viewer.window.app import App
from tests.e2e.window.served import let_read, serve
from tests.e2e.window.window_scenarios import open_app, part, settle, whole


def settled(app: App, seconds: float = 0.0) -> None:
    """Serve the window for that long, and until nothing is left to do."""
    end = time.perf_counter() + seconds
    settle(app, 20.0)
    while time.perf_counter() < end:
        settle(app, 20.0)
        time.sleep(0.01)


def press(app: App, *names: str) -> None:
    for name in names:
        *modifiers, key = name.split("+")
        let_read(app)
        app.events.key(key, tuple(each.lower() for each in modifiers))
        settled(app)


def click(app: App, x: float, y: float) -> None:
    app.events.pointer_moved(x, y)
    settled(app)
    app.events.pressed("left", x, y, ())
    app.events.released("left", x, y)
    settled(app)


def click_on(app: App, action: Action) -> None:
    """Click the element that triggers an action."""
    hits = [hit for page in app.desk.hud.frame.pages for hit in page.hits if hit.action == action]
    click(app, *hits[-1].rect.middle)


def place(app: App, target: str) -> None:
    """Click an open cell."""
    table, area = app.desk.controller.table, app.desk.areas.board
    middle = table.picker.place(table.position, target, table.display)
    view = (round(area.w), round(area.h))
    x, y = project(table.looking.orbit.camera, middle[None] - [[0, 0, 0.4]], view)[0]
    click(app, area.x + float(x), area.bottom - float(y))


def state_of(app: App) -> LessonState:
    lesson = app.desk.controller.table.lesson
    assert lesson is not None
    return lesson.state


def words(app: App) -> list[str]:
    """Return all texts in the window."""
    return [text.text for page in app.desk.hud.frame.pages for text in page.texts]


def read(app: App) -> str:
    """Return all texts in the window as one line."""
    return " ".join(words(app))


def mark(app: App) -> list[int]:
    """Return how many pixels of the panel are green, and how many red."""
    picture = part(whole(app), app.desk.areas.panel).astype(int)
    red, green, blue = (picture[..., i] for i in range(3))
    return [int(((green - red > 40) & (green - blue > 30)).sum()),
            int(((red - green > 60) & (red - blue > 60)).sum())]  # fmt: skip


def choose(app: App, kind: str, *, still: bool = True) -> None:
    """Click an alternative to a custom game on the start screen; wait until all is ``still``."""
    hits = [hit for page in app.desk.hud.frame.pages for hit in page.hits]
    offered = [hit for hit in hits if hit.action is not None and hit.action.name == "field"]
    wanted = next(hit for hit in offered if getattr(hit.action.value[1], "kind", "") == kind)
    app.events.pressed("left", *wanted.rect.middle, ())
    app.events.released("left", *wanted.rect.middle)
    if still:
        settled(app)


def after_rules() -> Any:
    """Take the last exercise of the rules, and begin the game that is offered then."""
    lessons = catalogue_of("boche").lessons
    last = [lesson for lesson in lessons if lesson.teaches_rules][-1]
    app = open_app(LessonSession(last, len(last.exercises) - 1))
    press(app, "N")
    seen = {"early": app.desk.controller.table.lesson is None}
    press(app, "T")
    seen["told"] = read(app)
    press(app, "N")
    seats = app.desk.session.seats.values()
    seen["players"] = [seat.player for seat in seats]
    seen["lesson"] = app.desk.controller.table.lesson is not None
    app.close()
    return seen


def demonstration(game: str, key: str = "") -> Any:
    """Begin a first game: look on until the end, or skip it by a key; then begin another one."""
    app = open_app(Session.new(game), choose=True)
    choose(app, "beginner", still=False)
    assert serve(app, lambda: "in half a minute" in read(app))
    seen: dict[str, Any] = {"first": read(app), "ply": app.desk.session.position.ply}
    if not key:
        assert serve(app, lambda: app.desk.session.outcome is not None)
        settled(app)
        seen["last"] = read(app)
    press(app, key or "X")
    session = app.desk.session
    seen["players"] = [seat.player for seat in session.seats.values()]
    seen["begun"] = session.position.ply
    settled(app, 1.0)
    seen["told"] = read(app)
    app.games.new()
    settled(app)
    choose(app, "beginner")
    seen["again"] = app.desk.session is not session and bool(app.desk.session.seats.computers)
    app.close()
    return seen


def watched_again() -> Any:
    """Watch a demonstration from the page of lessons in the middle of a game, and come back."""
    app = open_app(Session.new("boku"))
    app.desk.controller.submit("move", "f6")
    press(app, "Ctrl+L")
    hits = [hit for page in app.desk.hud.frame.pages for hit in page.hits]
    wanted = next(hit for hit in hits if hit.action == Action(PRESS, "watch"))
    app.events.pressed("left", *wanted.rect.middle, ())
    app.events.released("left", *wanted.rect.middle)
    assert serve(app, lambda: "in half a minute" in read(app))
    seen: dict[str, Any] = {"shown": read(app)}
    press(app, "Space")
    seen["page"] = read(app)
    press(app, "Escape")
    seen["moves"] = app.desk.session.cursor.moves
    app.close()
    return seen


def beginner() -> Any:
    """Start the beginner's game from the first start, without its demonstration."""
    app = open_app(Session.new(), choose=True)
    choose(app, "beginner", still=False)
    app.events.key("Escape", ())
    settled(app)
    session = app.desk.session
    options = session.record.options
    seen = {"size": options["size"], "adjacent": options["adjacent"],
            "players": [seat.player for seat in session.seats.values()],
            "open": app.desk.hud.modal}  # fmt: skip
    app.close()
    return seen


def by_mouse() -> Any:
    """Take the first lesson from the first start, by clicks only."""
    app = open_app(Session.new(), choose=True)
    seen: dict[str, Any] = {"start": words(app)}
    choose(app, "lesson")
    seen["task"] = read(app)
    place(app, "b1")
    seen["praise"], seen["green"] = read(app), mark(app)
    click_on(app, Action("command", "lesson_next"))
    seen["number"] = state_of(app).number
    click_on(app, Action("turn_to", "b"))
    place(app, "b1")
    settled(app, 2.0)
    seen["stays"] = app.desk.session.cursor.moves
    seen["wrong"], seen["red"] = read(app), mark(app)
    click_on(app, Action("command", "lesson_next"))
    seen["back"], seen["told_again"] = app.desk.session.cursor.moves, read(app)
    click_on(app, Action("command", "lesson_show"))
    seen["shown"] = app.desk.session.cursor.moves
    click_on(app, Action("command", "lesson_next"))
    click_on(app, Action("command", "lesson_show"))
    click_on(app, Action("command", "lesson_again"))
    seen["again"] = [state_of(app).number, app.desk.session.cursor.moves]
    click_on(app, Action("command", "lesson_leave"))
    seen["page"] = words(app)
    app.close()
    return seen


def by_keys() -> Any:
    """Finish a lesson of another game, by keys only, in a small window."""
    app = open_app(Session.new("boku"))
    press(app, "Ctrl+L")
    seen: dict[str, Any] = {"page": words(app)}
    press(app, "Down", "Enter")
    lesson = state_of(app).lesson
    seen["title"] = app.desk.window.get_caption()
    answers = []
    for _ in range(20):
        app.events.text("/")
        app.events.text(right_move(state_of(app)))
        press(app, "Enter")
        answers.append(state_of(app).answer in read(app).replace("\n", " "))
        if state_of(app).done:
            break
        press(app, "Enter")
    seen |= {"answers": answers, "done": load_progress()[0].finished(lesson)}
    press(app, "Enter")
    seen["next"] = [state_of(app).lesson.name, state_of(app).number]
    press(app, "Escape")
    seen["left"] = words(app)
    seen["lesson"] = app.desk.controller.table.lesson is None
    app.close()
    return seen


def interrupted() -> Any:
    """Take a lesson in the middle of a game, leave it, and continue the game."""
    app = open_app(Session.new("octi"))
    for move in ("37", "33"):
        app.desk.controller.submit("move", move)
    press(app, "Ctrl+L", "Enter")
    lesson = app.desk.controller.table.lesson is not None
    press(app, "Escape", "Escape")
    back = list(app.desk.session.cursor.moves)
    app.desk.controller.submit("move", "57")
    settled(app)
    autosaves = [*(Path(os.environ["BOCHE_HOME"]) / "state" / "autosave").glob("*.autosave")]
    app.close()
    kept = len(kept_files())
    return {"lesson": lesson, "back": back, "autosaves": len(autosaves), "kept": kept}


def longest_wrong(session: LessonSession) -> tuple[int, str]:
    """Return the total length of the task and its longest wrong answer, and that answer's move."""
    asked = session.state.question
    wrong = [each for each in marked(asked) if each.text("BM")]
    found = [(sum(len(n.comment) for n in each.line_from()), str(each.move)) for each in wrong]
    size, move = max(found, default=(0, ""))
    return len(asked.comment) + size, move


def unread(app: App) -> tuple[list[str], list[str]]:
    """Return the texts of task and answer that cannot be read, and the elements out of place."""
    cut, outside = [], []
    panel = app.desk.areas.panel
    wanted = f"{state_of(app).task} {state_of(app).answer}".split()
    got: set[str] = set()
    for notch in (30.0, *[-1.0] * 12):
        app.events.wheel(0.0, notch, *panel.middle, ())
        settled(app)
        got |= set(read(app).split())
        cut += [text for text in words(app) if text.endswith("…") and not text.endswith(" …")]
        hits = [hit for page in app.desk.hud.frame.pages for hit in page.hits]
        inside = [hit for hit in hits if panel.holds(*hit.rect.middle)]
        outside += [hit.tip for hit in inside if not hit.rect.inside(panel)]
    return [*cut, *(word for word in wanted if word not in got)], outside


def fits(width: str, height: str) -> Any:
    """Return the unreadable parts of each game's longest task and answers at a window size."""
    from boche.viewer.games.registry import VIEWS
    from boche.viewer.lessons.catalogue import catalogue_of

    app = open_app(Session.new())
    app.desk.window.set_size(int(width), int(height))
    settled(app, 0.3)
    cut, outside = [], []
    for game in VIEWS:
        begun = [LessonSession(lesson, number) for lesson in catalogue_of(game).lessons
                 for number in range(len(lesson.exercises))]  # fmt: skip
        wrong = max(begun, key=longest_wrong)
        for session in (max(begun, key=lambda each: len(each.state.task)), wrong):
            app.desk.take(session)
            settled(app)
            if session is wrong:
                app.desk.controller.submit("move", longest_wrong(session)[1])
                settled(app)
            else:
                press(app, "I")
            missing, misplaced = unread(app)
            cut += [f"{game}: {word}" for word in missing]
            outside += misplaced
    size = app.desk.window.get_size()
    app.close()
    return {"size": size, "cut": cut, "outside": outside}


if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    print(json.dumps(globals()[name](*arguments)))
