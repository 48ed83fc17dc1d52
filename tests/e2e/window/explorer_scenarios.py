"""The explorer and the library in a window: NAME in a process of its own, JSON out."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boche.engine import new
from boche.engine.explorer import book
from boche.engine.explorer.answers import MoveCount
from boche.engine.explorer.book import book_moves
from boche.engine.explorer.keys import place_of
from boche.engine.record import Record, load
from boche.viewer.hud.widgets.items import Hit
from boche.viewer.session import Seat, Session
from boche.viewer.storage.kept_games import games_folder
from boche.viewer.window.app import App
from tests.e2e.window.dialog_scenarios import click, form_of, words
from tests.e2e.window.typing_scenarios import press
from tests.e2e.window.window_scenarios import open_app, settle

SECONDS = 40.0


def until(app: App, condition: Callable[[], object]) -> None:
    """Let the window go on until something is true."""
    end = time.monotonic() + SECONDS
    settle(app)
    while not condition():
        assert time.monotonic() < end, words(app)
        time.sleep(0.02)
        for call in app.desk.schedule.take(app.desk.now):
            call()
        app.scheduler.react()
        settle(app)


def played(game: str, count: int, first: object = None) -> list[str]:
    rng, position, moves = random.Random(count), new(game), list[str]()
    while len(moves) < count and position.outcome is None:
        move = first if first is not None and not moves else position.random_move(rng)
        moves.append(str(move))
        position = position.play(move)
    return moves


def keep(path: Path, game: str, moves: list[str], result: str = "") -> None:
    record = Record.new(game)
    for colour, name in zip(record.game.colours, ("Anna", "Bert"), strict=True):
        record.set_player(colour, name)
    node = record.root
    for move in moves:
        node = node.add(move)
    record.result = result
    path.parent.mkdir(parents=True, exist_ok=True)
    record.save(path)


def hits(app: App, name: str) -> list[Hit]:
    found = (hit for page in app.desk.hud.frame.pages for hit in page.hits)
    return [hit for hit in found if hit.action is not None and hit.action.name == name]


def counted(app: App) -> list[MoveCount]:
    """Return the listed moves that were played in games."""
    return [move for move in app.exploring.moves if isinstance(move, MoveCount)]


def explored(game: str) -> Any:
    """Choose a move of the explorer by keys and by the mouse, and play it."""
    opening = played(game, 1)[0]
    for number in range(3):
        keep(games_folder() / f"{number}.sgf", game, played(game, 4 + number, opening), "W+R")
    (games_folder() / "bad.sgf").write_text("(;GM[")
    app = open_app(Session.new(game))
    press(app, "Ctrl+3")
    until(app, lambda: [move.games for move in counted(app)] == [3])
    seen: dict[str, Any] = {"shown": words(app)}
    press(app, "Alt+Up")
    trial = app.desk.controller.view().trial
    seen["ghost"] = trial is not None and trial.next_move
    press(app, "Escape")
    seen["left"] = app.desk.controller.view().trial is None
    row = hits(app, "play_explored")[-1].rect
    app.events.pointer_moved(*row.middle)
    settle(app)
    trial = app.desk.controller.view().trial
    seen["hovered"] = trial is not None and trial.next_move
    click(app, *row.middle)
    seen["played"] = app.desk.session.cursor.moves
    press(app, "Ctrl+Z")
    press(app, "Alt+Up")
    press(app, "Alt+Enter")
    seen["by keys"] = app.desk.session.cursor.moves
    until(app, lambda: len(counted(app)) > 0)
    seen["then"] = sum(move.games for move in counted(app))
    seen["legal"] = all(app.desk.session.position.is_legal(m.move) for m in app.exploring.moves)
    app.close()
    return seen


def aided(game: str) -> Any:
    """Open the explorer in a game against a level, and return what stands beside it before."""
    colours = Record.new(game).game.colours
    seats = dict(zip(colours, (Seat(), Seat("", "1")), strict=True))
    app = open_app(Session.new(game, seats=seats))
    settle(app)
    before = words(app)
    press(app, "Ctrl+3")
    press(app, "Y")
    until(app, lambda: len(hits(app, "play_explored")) > 0)
    settle(app)
    seen = {"before": before, "after": words(app)}
    app.close()
    return seen


def booked(game: str) -> Any:
    """Play two moves of the opening book, by the mouse and by keys, and an image of the first."""
    start = new(game)
    first = book_moves(place_of(start))
    app = open_app(Session.new(game))
    press(app, "Ctrl+3")
    until(app, lambda: len(hits(app, "play_explored")) == len(first))
    seen: dict[str, Any] = {"shown": words(app)}
    seen["expected"] = [(move.move, f"{move.chance:.0%}") for move in first]
    seen["listed"] = [hit.action.value for hit in hits(app, "play_explored") if hit.action]
    row = hits(app, "play_explored")[0].rect
    app.events.pointer_moved(*row.middle)
    settle(app)
    trial = app.desk.controller.view().trial
    seen["ghost"] = trial is not None and trial.next_move
    seen["told"] = words(app)
    click(app, *row.middle)
    after = book_moves(place_of(start.play(first[0].move)))
    until(app, lambda: app.exploring.moves == after)
    press(app, "Alt+Down")
    press(app, "Alt+Enter")
    seen["played"] = app.desk.session.cursor.moves
    seen["best"] = [first[0].move, after[0].move]
    press(app, "Ctrl+Z")
    press(app, "Ctrl+Z")
    app.desk.session.play(first[0].moves[-1])
    app.desk.session.cursor.last()
    mirrored = book_moves(place_of(app.desk.session.position))
    until(app, lambda: app.exploring.moves == mirrored)
    seen["mirrored"] = [move.chance for move in app.exploring.moves]
    seen["chances"] = [move.chance for move in after]
    app.close()
    return seen


def damaged(game: str) -> Any:
    """Look at the tab where the opening book is damaged."""
    path = games_folder().parent / "damaged-book.sgf"
    keep(games_folder() / "mine.sgf", game, played(game, 4), "W+R")
    path.write_text("(;GM[")
    book.book_file = lambda game: path
    app = open_app(Session.new(game))
    press(app, "Ctrl+3")
    until(app, lambda: counted(app) and app.exploring.view.status)
    seen = {"shown": words(app), "status": app.exploring.view.status}
    app.close()
    return seen


def bookless(game: str, option: str, value: str) -> Any:
    """Look at the tab where there is no book."""
    app = open_app(Session.new(game, **{option: json.loads(value)}))
    press(app, "Ctrl+3")
    until(app, lambda: app.exploring.view.answer is not None)
    seen = words(app)
    app.close()
    return seen


def searched(game: str) -> Any:
    """Find the games that reached a position, and open one of them there."""
    common = played(game, 2)
    for number in range(3):
        moves = common if number < 2 else common[:1]
        more = played_on(game, moves, 2, number)
        keep(games_folder() / f"{number}.sgf", game, more)
    session = Session.new(game)
    for move in common:
        session.play(move)
    session.cursor.last()
    app = open_app(session)
    press(app, "Ctrl+F")
    until(app, lambda: form_of(app) == "library")
    seen: dict[str, Any] = {"shown": words(app), "listed": app.desk.hud.form.of.status}
    press(app, "Down")
    press(app, "Down")
    press(app, "Enter")
    view = app.desk.controller.view()
    if view.question is not None:
        press(app, "Tab")
        press(app, "Enter")
    seen["at"] = app.desk.session.cursor.index
    seen["moves"] = len(app.desk.session.record.moves())
    app.close()
    return seen


def played_on(game: str, moves: list[str], more: int, seed: int) -> list[str]:
    position = new(game)
    for move in moves:
        position = position.play(move)
    rng, line = random.Random(seed), list(moves)
    for _ in range(more):
        if position.outcome is None:
            line.append(str(position.random_move(rng)))
            position = position.play(line[-1])
    return line


def shelved(club: str) -> Any:
    """Import a folder, filter, tag and export, by keys alone."""
    folder = Path(club)
    for number in range(3):
        keep(folder / f"{number}.sgf", "boche", played("boche", 3 + number), "W+R")
    keep(games_folder() / "own.sgf", "boku", played("boku", 3))
    (folder / "bad.sgf").write_text("(;GM[")
    app = open_app(Session.new("boche"))
    press(app, "Ctrl+Shift+O")
    press(app, "F8")
    app.events.text(club)
    press(app, "Enter")
    until(app, lambda: form_of(app) == "report")
    seen: dict[str, Any] = {"report": words(app)}
    press(app, "Escape")
    until(app, lambda: form_of(app) == "library" and not app.desk.hud.form.of.library.unread)
    press(app, "F6")
    seen["filter"] = form_of(app)
    app.events.text("anna")
    for _ in range(2):
        press(app, "Tab")
    press(app, "Right")
    press(app, "Enter")
    seen["filtered"] = app.desk.hud.form.of.status
    press(app, "F9")
    app.desk.hud.form.fields[0].value = ""
    app.desk.hud.form.focus_on(0)
    app.events.text(f"{club}/out.sgf")
    press(app, "Enter")
    until(app, lambda: form_of(app) == "report")
    press(app, "Escape")
    press(app, "Enter")
    press(app, "F7")
    app.events.text("opening")
    press(app, "Enter")
    tagged = [load(path).root.text("KW") for path in games_folder().glob("*.sgf")]
    seen["tags"] = sorted(tagged)
    app.close()
    return seen


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))
