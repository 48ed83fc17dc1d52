"""A user without a window, with input and view at a controller, and random games."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np

from boche.engine import new
from boche.engine.games.boche.geometry import Cell
from boche.viewer.camera.rays import project
from boche.viewer.games.boche.board import to_lattice_centre
from boche.viewer.games.boche.lattice import to_world
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table import keys
from boche.viewer.table.commands import COMMANDS
from boche.viewer.table.input import Controller
from boche.viewer.table.prompt import READING

VIEWPORT = (1280, 720)
STILL = Settings(animation_speed=0.0)


class User:
    """A user's input and view at a controller, with a clock."""

    def __init__(self, settings: Settings = STILL, game: str = "boche", **options: object) -> None:
        self.session = Session.new(game, **options)
        self.now = 0.0
        self.controller = Controller(self.session, VIEWPORT, settings)

    def later(self, seconds: float = 0.4) -> float:
        self.now += seconds
        return self.now

    def spot(self, target: str) -> tuple[float, float]:
        """Return where the middle of a target's lower faces appears; open cells may overlap."""
        table = self.controller.table
        place = table.picker.place(table.position, target, table.display)
        x, y = project(table.looking.orbit.camera, place[None] - [[0, 0, 0.4]], VIEWPORT)[0]
        return float(x), float(y)

    def on_face(self, cell: Cell, axis: int) -> tuple[float, float]:
        """Return where the middle of a cube's upper face appears."""
        middle = np.array([cell.corner], float) + 0.5
        middle[0, axis] += 0.5
        camera = self.controller.table.looking.orbit.camera
        centre = to_lattice_centre(self.controller.table.position.size)
        x, y = project(camera, to_world(middle, centre), VIEWPORT)[0]
        return float(x), float(y)

    def move_to(self, target: str) -> None:
        self.controller.pointer_moved(*self.spot(target), self.later())

    def click(self, x: float, y: float, button: str = "left") -> None:
        self.controller.pressed(button, x, y, self.later())
        self.controller.released(button, x, y, self.later(0.05))

    def key(self, text: str) -> bool:
        *modifiers, name = text.split("+") if text != "+" else ["+"]
        if self.controller.table.writing.question is not None:
            self.later(READING)
        if name in keys.SIGNS and not modifiers:
            return self.controller.text(name, self.later())
        return self.controller.key(name, self.later(), [m.lower() for m in modifiers])

    def type(self, text: str) -> None:
        for char in text:
            self.controller.key(char, self.later(), [])
            self.controller.text(char, self.now)

    def wheel(self, dy: float, x: float, y: float, modifiers: tuple[str, ...] = ()) -> None:
        self.controller.wheel(0.0, dy, x, y, self.later(), modifiers)

    def settle(self) -> None:
        """Let time pass until nothing moves."""
        for _ in range(100):
            wakeup = self.controller.next_wakeup()
            if wakeup is None:
                return
            self.controller.tick(self.later(max(wakeup - self.now, 1 / 60)))
        raise AssertionError("the table does not come to rest")

    @property
    def view(self) -> Any:
        return self.controller.view()


def random_moves(seed: int, **options: object) -> list[str]:
    rng, position, moves = random.Random(seed), new("boche", **options), []
    while position.outcome is None:
        move = rng.choice(position.legal_moves())
        moves.append(str(move))
        position = position.play(move)
    return moves


def replayed(moves: list[str], **options: object) -> Any:
    position = new("boche", **options)
    for move in moves:
        position = position.play(move)
    return position


def walk_to(user: User, target: str) -> None:
    """Walk to a target by arrow keys alone, along the shortest way."""
    user.key("Escape")
    user.key("Right")
    table = user.controller.table
    ways: dict[str, list[str]] = {table.selection.target: []}
    waiting = [table.selection.target]
    while target not in ways:
        at = waiting.pop(0)
        for arrow in ("Left", "Right", "Up", "Down"):
            table.selection.choose(at)
            user.key(arrow)
            to = table.selection.target
            if to not in ways:
                ways[to] = [*ways[at], arrow]
                waiting.append(to)
    table.selection.choose(next(iter(ways)))
    for arrow in ways[target]:
        user.key(arrow)
    assert table.selection.target == target


def middle_of_a_game() -> User:
    """Return a user with two lines, a chosen cell, and ten moves on each side of the cursor."""
    user = User(size=6, kill=0)
    for move in random_moves(3, size=6, kill=0)[:24]:
        user.session.play(move)
    user.session.cursor.go_index(12)
    other = next(
        move
        for move in user.session.position.legal_moves()
        if str(move) != user.session.cursor.moves[12]
    )
    user.session.play(str(other))
    user.session.play(str(user.session.position.legal_moves()[0]))
    user.session.cursor.back()
    user.controller.set_session(user.session)
    return user


class Others:
    """An assistant and a window that record the calls they get; ``window`` has its handlers."""

    analysing = analysed = False

    def __init__(self) -> None:
        self.called: list[str] = []
        self.mistakes: dict[Any, Any] = {}
        self.candidates: tuple[Any, ...] = ()
        self.window = {
            command: partial(self.called.append, command.name)
            for command in COMMANDS
            if command.needs == "window"
        }

    def waiting_for(self) -> str:
        return ""

    def hold(self) -> None:
        """Do nothing: each undo calls this."""

    def __getattr__(self, name: str) -> Any:
        return lambda *_: self.called.append(name)
