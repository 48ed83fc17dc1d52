"""Clocks and tournaments in a window: NAME in a process of its own, JSON out."""

from __future__ import annotations

import json
import sys
from typing import Any

from boche.engine.record import Record, load
from boche.engine.record.times import control_of, left_at
from boche.engine.time_control import TimeControl, TimeLeft, clock_face
from boche.viewer.games.samples import sample_data, sample_names
from boche.viewer.session import Session
from boche.viewer.storage.autosave import autosave_folder, read_autosave
from boche.viewer.storage.kept_games import kept_files
from boche.viewer.window.app import App
from boche.viewer.window.table_clock import SAVED_EVERY
from tests.e2e.window.dialog_scenarios import form_of, words
from tests.e2e.window.served import open_app, serve, serve_for, settle
from tests.e2e.window.typing_scenarios import press


def play(app: App) -> None:
    """Play the first legal move that is not a swap."""
    moves = app.desk.session.position.legal_moves()
    app.desk.controller.table.play(next(move for move in moves if str(move) != "swap"))
    settle(app)


def on_time(game: str) -> Any:
    """Play with a clock of six seconds: free first moves, a pause, the end on time."""
    app = open_app(Session.new(game, ["Anna", "Bert"], control=TimeControl.parse("0.1")))
    loser = app.desk.session.turn
    seen: dict[str, Any] = {"first": [text for text in words(app) if text.startswith("0:")]}
    play(app)
    play(app)
    press(app, "W")
    serve_for(app, 0.5)
    stands, drawn = app.desk.session.clock.left()[loser].seconds, app.canvas.last
    serve_for(app, 1.0)
    seen["paused"] = any("paused" in text for text in words(app))
    seen["stood"] = app.desk.session.clock.left()[loser].seconds == stands
    seen["drawn"] = app.canvas.last != drawn
    press(app, "W")
    return seen | _lost(app, loser)


def ran_out(game: str) -> Any:
    """Play with a clock of a second, which ends the game after two moves."""
    app = open_app(Session.new(game, ["Anna", "Bert"], control=TimeControl.parse("0.02")))
    loser = app.desk.session.turn
    seen: dict[str, Any] = {"first": [text for text in words(app) if text.startswith("0:")]}
    play(app)
    play(app)
    return seen | _lost(app, loser)


def _lost(app: App, loser: str) -> dict[str, Any]:
    """Wait for the end on time, and return what is seen of it."""
    serve(app, lambda: app.desk.session.outcome is not None)
    serve(app, lambda: any("on time" in text for text in words(app)))
    settle(app)
    seen = {
        "result": app.desk.session.record.result,
        "said": [text for text in words(app) if "on time" in text],
        "lost": app.desk.session.outcome.winner != loser,
    }
    app.close()
    return seen


def left(game: str) -> Any:
    """Leave a game with a clock by another record and by closing the window; see what is kept.

    ``killed`` is what the autosave has while the player thinks.
    """
    app = open_app(Session.new(game, ["Anna", "Bert"], control=TimeControl.parse("1")))
    play(app)
    play(app)
    turn = app.desk.session.turn
    serve_for(app, SAVED_EVERY + 1.5)
    seen: dict[str, Any] = {}
    (autosave,) = autosave_folder().glob("*.autosave")
    seen["killed"] = 60.0 - _end_of(read_autosave(autosave).opened.record, turn)
    shown = app.desk.session.clock.left()[turn].seconds
    app.opening.open_sample(sample_data(sample_names()[0]))
    settle(app)
    ((path, _),) = kept_files()
    seen["by another"] = shown - _end_of(load(path), turn)
    app.opening.open_path(str(path))
    settle(app)
    seen["face"] = clock_face(TimeLeft(_end_of(load(path), turn))) in words(app)
    press(app, "W")
    serve_for(app, 1.0)
    shown = app.desk.session.clock.left()[turn].seconds
    app.close()
    seen["by closing"] = shown - _end_of(load(path), turn)
    return seen


def _end_of(record: Record, turn: str) -> float:
    """Return the seconds left to a colour where a record ends."""
    control = control_of(record)
    assert control is not None
    return left_at(record, record.main_line()[-1], control)[turn].seconds


def plan(game: str) -> Any:
    """Plan a tournament of two programs and a person by keys, and let the programs play."""
    app = open_app(Session.new(game))
    press(app, "Ctrl+G")
    seen: dict[str, Any] = {"form": form_of(app)}
    app.events.text("Anna")
    press(app, "Enter")
    press(app, "Shift+Tab")
    press(app, "Right")
    press(app, "Right")
    press(app, "Tab")
    for name in ("random", "greedy"):
        app.events.text(name)
        press(app, "Enter")
        for _ in name:
            press(app, "Backspace")
    form = app.desk.hud.form
    assert form is not None
    seen["players"] = [label for _, label in form.fields[-1].choices]
    while form.focused_button != 0:
        press(app, "Tab")
    press(app, "Enter")
    seen["table"] = form_of(app)
    serve(app, lambda: any("1 of 3 games" in text for text in words(app)))
    settle(app)
    seen["said"] = [text for text in words(app) if "of 3 games" in text]
    press(app, "Escape")
    press(app, "Ctrl+G")
    press(app, "Down")
    while "Open game" not in words(app) and form_of(app):
        press(app, "Down")
    press(app, "Enter")
    seen["opened"] = list(app.desk.session.record.players.values())
    app.close()
    return seen


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))
