"""Scenarios run in a process that has the game of Y installed."""

from __future__ import annotations

import contextlib
import io
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from PIL import Image

from boche import engine
from boche.engine.errors import BocheError
from boche.engine.players.registry import make_player
from boche.engine.position import BasePosition
from boche.testing import check_game
from boche.viewer.camera.camera import Camera, frame
from boche.viewer.camera.rays import project
from boche.viewer.games.registry import camera_of, picker_of, view_of
from boche.viewer.games.view import Display
from boche.viewer.hud.pages import manual
from boche.viewer.session import Seat, Session
from boche.viewer.storage.autosave import recover, recoverable
from boche.viewer.table.move_input import DIRECTIONS, neighbour
from tests.e2e.window.dialog_scenarios import words
from tests.e2e.window.served import let_read, open_app, serve, serve_for, settle, whole
from tests.e2e.window.test_window_games import Twin
from tests.e2e.window.typing_scenarios import press
from tests.plugins.slow_y import SlowY, reduced

COLOURS = ("black", "white")
SECONDS = 0.3  # for a move of the levels that take time


def random_games(count: str) -> Any:
    """Play random games, compare each position with the slow rules, and count moves and endings."""
    dice, swaps, ends = random.Random(3), 0, {"black": 0, "white": 0}
    for number in range(int(count)):
        size = 2 + number % 6
        position, slow = engine.new("y", size=size), SlowY(size)
        while position.outcome is None:
            assert [str(move) for move in position.legal_moves()] == slow.legal()
            assert position.turn == COLOURS[slow.turn]
            move = "swap" if slow.moves[1:] == [] and dice.random() < 0.5 else ""
            move = move if move in slow.legal() else dice.choice(slow.legal())
            position = position.play(move)
            slow.play(move)
            swaps += move == "swap"
            assert position.ply == len(slow.moves)
            assert position.swapped == ("swap" in slow.moves)
            won = [colour for colour in (0, 1) if slow.has_won(colour)]
            winner = position.outcome.winner if position.outcome is not None else None
            assert [COLOURS[colour] for colour in won] == ([winner] if winner else [])
        ends[position.outcome.winner] += 1
        while len(slow.stones) < len(slow.cells()):  # continue after the end
            slow.play(dice.choice([move for move in slow.legal() if move != "swap"]))
        assert COLOURS[reduced(slow.stones, size)] == position.outcome.winner
    return {"swaps": swaps, "ends": ends}


def contract() -> Any:
    """Check the contract between a game and the project."""
    check_game(engine.GAMES["y"], view_of("y"))


def read_text(text: str) -> str:
    """Return the text of the position that is read from a text, or why it is refused."""
    try:
        return BasePosition.from_text(text).to_text()
    except BocheError as error:
        return str(error)


def texts(lines: str) -> Any:
    """Read texts, and count the canonical keys of a first stone in each of the cells of a board."""
    start = engine.new("y", size=4)
    openings = {start.play(move).canonical_key() for move in start.legal_moves()}
    return {"read": [read_text(line) for line in lines.split("|")], "openings": len(openings)}


def levels() -> Any:
    """Return the maximum seconds per move of each level, in a game between all of them."""
    position, history, slowest = engine.new("y", size=5), [], {}
    players = {n: make_player(str(n), position, seconds=SECONDS) for n in range(1, 9)}
    while position.outcome is None:
        number = 1 + len(history) % 8
        start = time.perf_counter()
        move = players[number].choose(position, history)
        slowest[number] = max(slowest.get(number, 0.0), time.perf_counter() - start)
        assert move in position.legal_moves()
        history.append((position.turn, str(move)))
        position = position.play(move)
    assert len(slowest) == 8, "a game too short for all of them"
    return slowest


def kept(game: str = "y") -> Any:
    """Recover the game of a dead process, and return its moves."""
    (lost,) = recoverable()
    session = recover(lost)
    moves = session.cursor.moves
    session.edits.undo()
    assert session.cursor.moves == moves[:-1]
    assert session.position.game.name == game
    session.safety.close()
    return moves


def start_screen(picture: str) -> Any:
    """Return the choices on the start screen with the game chosen, and save a picture of it."""
    app = open_app(Session.new("boche"), choose=True)
    form = app.desk.hud.form
    form.set(0, "y")
    app.desk.hud.dirty = True
    settle(app)
    Image.fromarray(whole(app)).save(picture)
    names = [list(choice) for choice in form.fields[0].choices]
    options = [[f.name, f.value, f.low, f.high] for f in form.fields if f.part == "options"]
    seats = [f.label for f in form.fields if f.part == "seats"]
    pictures = sorted(app.canvas.frame.thumbnails.textures)
    app.close()
    return {"games": names, "options": options, "seats": seats, "pictures": pictures}


def status() -> Any:
    """Return the status line and pictures of the start screen with a broken package.

    If the package has a game, try it and return the message. Finally start a game of Boku.
    """
    app = open_app(Session.new("boche"), choose=True)
    form = app.desk.hud.form
    found = {
        "status": app.desk.controller.view().status,
        "pictures": sorted(app.canvas.frame.thumbnails.textures),
        "chosen": form.fields[0].value,
    }
    if "odd" in engine.GAMES:
        form.set(0, "odd")
        form.press("start")
        found["refused"] = form.problem
    form.set(0, "boku")
    form.press("start")
    settle(app)
    app.desk.controller.table.play("e5")
    found["after"] = app.desk.session.cursor.moves
    app.close()
    return found


def by_mouse(size: str, seed: str) -> Any:
    """Return the moves of a random game, and where to click for each in a default window."""
    twin, dice, spots = Twin(Session.new("y", size=int(size))), random.Random(int(seed)), []
    session = twin.controller.table.session
    while session.outcome is None:
        move = dice.choice([m for m in map(str, session.position.legal_moves()) if m != "swap"])
        spots.append(twin.spot(move))
        twin.click(*spots[-1])
    return {"moves": session.cursor.moves, "spots": spots}


def spots(game: str, moves: str) -> Any:
    """Return where to click for each of the moves of a game in a default window."""
    twin, found = Twin(Session.new(game)), []
    for move in moves.split():
        found.append(twin.spot(move))
        twin.click(*found[-1])
    assert twin.controller.table.session.cursor.moves == moves.split()
    return found


def by_keys(size: str, seed: str) -> Any:
    """Return the moves of a random game with a swap, and the keys to press."""
    twin, dice, pressed = Twin(Session.new("y", size=int(size))), random.Random(int(seed)), []
    session = twin.controller.table.session

    def press(name: str) -> None:
        pressed.append(name)
        twin.controller.key(name, twin.later())

    while session.outcome is None:
        if len(session.cursor.moves) == 1:
            press("S")
            continue
        for _ in range(dice.randint(1, 4)):
            press(dice.choice(["Left", "Right", "Up", "Down"]))
        press("Enter")
    return {"moves": session.cursor.moves, "keys": pressed}


def walks() -> Any:
    """Return the targets that the arrow keys do not reach, on an empty board from two sides."""
    position, picker, left = engine.new("y"), picker_of("y"), []
    names = [step.text for step in position.steps()]
    places = np.array([picker.place(position, name, Display()) for name in names])
    for camera in (camera_of("y"), Camera()):
        seen = project(frame(camera, picker.bounds(position), 1.6), places, (1280, 800))
        found, edge = {0}, [0]
        while edge:
            at = edge.pop()
            near = {neighbour(seen, at, way) for way in DIRECTIONS} - {None} - found
            found |= near
            edge += near
        left += [name for index, name in enumerate(names) if index not in found]
    return left


def help_pages(game: str) -> Any:
    """Return the texts of the help's pages in a window with a game, each opened by its key."""
    app = open_app(Session.new(game))
    press(app, "F1")
    seen = {"open": app.desk.hud.help.open}
    for key in ("1", "2", "3"):
        press(app, key)
        seen[key] = words(app)
    app.close()
    return seen


def failing_page(game: str) -> Any:
    """Return what is told, and still possible, once the help in a window cannot be drawn."""

    def fail(name: str) -> Any:
        raise ValueError(f"no book of {name}")

    app = open_app(Session.new(game))
    book_of, manual.book_of = manual.book_of, fail
    told = io.StringIO()
    try:
        with contextlib.redirect_stderr(told):
            app.events.key("F1", ())
            serve_for(app, 1.0)
            status = app.desk.controller.view().status
            app.events.key("F1", ())
            serve_for(app, 0.5)
    finally:
        manual.book_of = book_of
    seen = {"told": told.getvalue(), "status": status, "open": app.desk.hud.help.open}
    app.desk.controller.table.play(str(app.desk.session.position.legal_moves()[0]))
    settle(app)
    seen["moves"] = len(app.desk.session.cursor.moves)
    app.close()
    return seen


def computer_plays(game: str, seat: str, level: str) -> Any:
    """Return how a computer answers a move in a window, whether a hint follows, and all it told."""
    app = open_app(Session.new(game, seats={seat: Seat(player=level)}))
    session, told = app.desk.session, list[str]()

    def over(done: Callable[[], object]) -> bool:
        for line in (app.desk.controller.view().status, app.assistant.analysis().status):
            told.extend([line] if line not in told else [])
        return bool(done()) or any("cannot" in line for line in told)

    app.desk.controller.table.play(str(session.position.legal_moves()[0]))
    app.events.changed()
    serve(app, lambda: over(lambda: len(session.cursor.moves) == 2))
    settle(app)
    app.events.key("I", ())
    let_read(app)
    app.events.key("Y", ())  # the hint ends what counts for the rating, and that is asked
    serve(app, lambda: over(lambda: app.desk.controller.view().ghost))
    seen = {"moves": len(session.cursor.moves), "ghost": bool(app.desk.controller.view().ghost)}
    app.close()
    return {**seen, "told": told}
