"""Keys pressed where they belong to something else: each function in a process of its own."""

from __future__ import annotations

import time
from typing import Any

from boche.engine.record import Node
from boche.engine.time_control import TimeControl
from boche.viewer.remote.opening import open_board
from boche.viewer.remote.seat_link import SeatLink
from boche.viewer.session import Session
from boche.viewer.training.session import TrainingSession
from boche.viewer.window.app import App
from boche.viewer.window.records import training as training_window
from tests.e2e.window.lessons_scenarios import press, read, settled
from tests.e2e.window.window_scenarios import open_app
from tests.viewer.training.made import made_puzzles

STARTS = {"editor": ("Ctrl+B",), "lesson": ("Ctrl+L", "Enter"), "exercise": ("Ctrl+Shift+U",)}


def begun(game: str, control: TimeControl | None = None) -> App:
    """Open a window with a game of four moves, and puzzles made by hand."""
    training_window.puzzles = made_puzzles
    training_window.daily = lambda day, name: made_puzzles(name)[1]
    app = open_app(Session.new(game, ["Anna", "Bert"], control=control))
    for _ in range(4):
        moves = app.desk.session.position.legal_moves()
        app.desk.controller.submit("move", str(next(m for m in moves if str(m) != "swap")))
        settled(app)
    return app


def entered(app: App, mode: str) -> None:
    press(app, *STARTS[mode])
    for _ in range(40):
        settled(app, 0.25)
        session = app.desk.session
        if not (isinstance(session, TrainingSession) and session.state.moving):
            return


def answers(app: App, keys: str) -> dict[str, Any]:
    """Press keys one by one; return what each answers: a refusal, or what it opens."""
    found = {}
    for key in keys.split():
        before, table = app.desk.session, app.desk.controller.table
        press(app, key)
        view, form = app.desk.controller.view(), app.desk.hud.open_form
        opened = form is not None or view.question is not None or table.writing.entry is not None
        found[key] = "opens" if opened or app.desk.session is not before else str(view.status)
    return found


def refused(mode: str, game: str, keys: str) -> Any:
    """Return how keys are refused in a mode, the reason that it gives, and the way back."""
    app = begun(game)
    own, moves = app.desk.session, app.desk.session.cursor.moves
    entered(app, mode)
    reason, there = str(app.desk.session.why_no_help), app.desk.session
    seen: dict[str, Any] = {"reason": reason, "answers": answers(app, keys)}
    press(app, "Ctrl+3")
    seen["tab"] = mode != "editor" or app.exploring.view.answer is None
    seen["same"] = app.desk.session is there
    press(app, "Escape", "Escape")
    seen["back"] = app.desk.session is own and own.cursor.moves == moves
    app.close()
    return seen


def exercise_from_editor(game: str) -> Any:
    """Leave the position editor for a puzzle, and that for the game, whose clock stood still."""
    app = begun(game, TimeControl.parse("5"))
    own, moves = app.desk.session, app.desk.session.cursor.moves
    assert own.clock.running
    entered(app, "editor")
    left = own.clock.left()
    entered(app, "exercise")
    seen: dict[str, Any] = {"exercise": isinstance(app.desk.session, TrainingSession)}
    app.desk.session.record.root.set_text("TM", "1")
    app.desk.session.clock.paused = False
    settled(app, 1.2)
    seen["timed"] = app.desk.session.clock.running or app.desk.session.outcome is not None
    seen["stood"] = own.clock.left() == left
    time.sleep(0.1)
    press(app, "Escape")
    seen["back"] = app.desk.session is own and own.cursor.moves == moves
    app.close()
    return seen


def online(port: str, number: str, own: str, keys: str) -> Any:
    """Press keys in an online game; a puzzle leaves it only after a question."""
    training_window.puzzles = made_puzzles
    training_window.daily = lambda day, name: made_puzzles(name)[1]
    link = SeatLink.parse(f"http://127.0.0.1:{port}/board/{number}#seat={own}")
    app = open_app(open_board(link, None, (0.05, 0.2)))
    game = app.desk.session
    reason = str(game.why_no_help)
    seen: dict[str, Any] = {"reason": reason, "answers": answers(app, keys)}
    press(app, "Ctrl+3")
    settled(app, 0.5)
    seen["tab"] = "No computer help in an online game" in read(app).replace("\n", " ")
    press(app, "Ctrl+Shift+U")
    question = app.desk.controller.view().question
    seen["asked"] = question.title if question is not None else ""
    press(app, "Escape")
    seen["stays"] = app.desk.session is game
    press(app, "Ctrl+Shift+U", "L")
    seen["left"] = isinstance(app.desk.session, TrainingSession)
    app.close()
    return seen


def nothing_to_clear() -> Any:
    """Clear marks where there are none: nothing is changed."""
    app = begun("boku")
    before = app.desk.session.edits.undo_text
    press(app, "Ctrl+Shift+K")
    seen = [str(app.desk.controller.view().status), app.desk.session.edits.undo_text == before]
    node: Node = app.desk.session.cursor.node
    app.close()
    return [*seen, [name for name, _ in node.properties]]
