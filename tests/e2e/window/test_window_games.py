"""Whole games played in a real window by mouse and keys, as a person would."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from boche import engine
from boche.engine.record import load
from boche.viewer.camera.rays import project
from boche.viewer.games.registry import panel_of
from boche.viewer.hud.dialogs.start_model import (
    BEGINNER,
    LESSON,
    PUZZLE,
    StartAlternative,
    StartForm,
)
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.layout import Areas, areas_of, picture_size, to_picture
from boche.viewer.hud.model import Shower
from boche.viewer.hud.widgets.items import Action
from boche.viewer.session import Seat, Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller
from boche.viewer.window.drawing.board_picture import discs
from tests.e2e.window.window_help import PATIENCE, Desk, desk, display
from tests.viewer.hud.typesetting import Plain

__all__ = ["desk", "display"]

WINDOW = (1280, 800)
CALM = {"hints_seen": True, "animation_speed": 0.0, "quality": "low"}
COMPUTER = "tests.e2e.window.computer_scenarios"


class Twin:
    """A controller that gets the window's input, to predict the result."""

    def __init__(self, session: Session) -> None:
        settings = Settings(animation_speed=0.0)
        choices = panel_of(session.record.game_name).choices(session.position)
        self.areas: Areas = areas_of(WINDOW, 1.0, settings, len(choices))
        self.controller = Controller(session, picture_size(self.areas), settings)
        self.now = 0.0

    @property
    def table(self) -> object:
        return self.controller.table

    def later(self) -> float:
        self.now += 1.0
        return self.now

    def spot(self, target: str) -> tuple[int, int]:
        """Return a place on the screen that chooses a target."""
        table = self.controller.table
        middle = table.picker.place(table.position, target, table.display)
        at = project(table.looking.orbit.camera, middle[None], table.looking.viewport)[0]
        board = self.areas.board
        for dx, dy in ((0, 0), (0, -12), (-14, 4), (14, 4), (0, 12), (-20, -10), (20, -10)):
            x, y = round(board.x + at[0] + dx), round(board.bottom - at[1] + dy)
            self.point(x, y)
            if table.pointing.pick.target == target:
                return x, y
        raise AssertionError(f"no place on the screen chooses {target}")

    def point(self, x: int, y: int) -> None:
        self.controller.pointer_moved(*self.place(x, y), self.later())

    def place(self, x: int, y: int) -> tuple[float, float]:
        return to_picture(self.areas.board, x + 0.5, y + 0.5)

    def turn_to(self, letter: str, x: int, y: int) -> int:
        """Turn the wheel until a letter is chosen; return the number of notches."""
        for notches in range(9):
            ghost = self.controller.view().ghost
            assert ghost is not None
            if ghost.key == letter:
                return notches
            self.controller.wheel(0, -1, *self.place(x, y), self.later())
        raise AssertionError(f"{letter} is not to be had")

    def click(self, x: int, y: int) -> None:
        self.controller.pressed("left", *self.place(x, y), self.later())
        self.controller.released("left", *self.place(x, y), self.later())


def saved(desk: Desk, path: Path) -> list[str]:
    """Save the record, close the window, and return the record's moves."""
    desk.do("key", "ctrl+s", "sleep", 0.2, "key", "ctrl+u")
    desk.do("type", "--delay", 4, str(path))
    desk.do("sleep", 0.2, "key", "Return", "sleep", 0.3, "key", "ctrl+q")
    return load(path).moves()


def check(moves: list[str], session: Session) -> None:
    """Check the record's moves against the session and the engine."""
    assert moves == session.cursor.moves
    position = engine.new("boche", **session.record.options)
    for move in moves:
        position = position.play(move)
    assert position == session.position
    assert position.outcome is not None


def test_a_game_by_keys_alone(desk: Desk, tmp_path: Path) -> None:
    desk.settings(**CALM)
    desk.do("mousemove", 1900, 1190)
    process = desk.start("--size", 3, "--kill", 0)
    twin, dice = Twin(Session.new("boche", size=3, kill=0)), random.Random(11)
    session = twin.controller.table.session
    pressed: list[str] = []

    def press(name: str) -> None:
        pressed.append(name.lower() if len(name) == 1 else name)
        twin.controller.key(name, twin.later())

    while session.outcome is None:
        for _ in range(dice.randint(1, 4)):
            press(dice.choice(["Left", "Right", "Up", "Down"]))
        ghost = twin.controller.view().ghost
        assert ghost is not None
        press(dice.choice(ghost.keys).upper())
        for _ in range(dice.randint(0, 2)):
            press("Tab")
        press("Enter")
    desk.keys(*[{"Enter": "Return"}.get(name, name) for name in pressed], pause=15)
    check(saved(desk, tmp_path / "keys.sgf"), session)
    assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize("answer", ["Return"])
def test_an_unsaved_game_is_offered_again(desk: Desk, tmp_path: Path, answer: str) -> None:
    desk.settings(**CALM)
    desk.do("mousemove", 1900, 1190)
    process = desk.start("--size", 2)
    desk.do("key", "slash", "type", "c:a1")
    desk.keys("Return")
    desk.do("sleep", 0.3)
    process.kill()
    process.wait()
    assert len(desk.autosaves()) == 1
    desk.start("--size", 2)
    desk.keys(answer)
    desk.do("sleep", 0.4)
    if answer == "Return":
        assert saved(desk, tmp_path / "again.sgf") == ["c:a1"]
        assert desk.autosaves() == []
    else:
        assert len(desk.autosaves()) == 1


def test_without_a_compiler_a_line_says_so_and_play_goes_on(desk: Desk) -> None:
    desk.settings(**CALM)
    seen = desk.scenario("no_computer", module=COMPUTER)
    assert "no-such-compiler" in seen["status"]
    assert seen["moves"] == ["c:a1", "a:b1"]
    assert len(desk.autosaves()) == 1


HANGS = """
import os, sys, time
open(sys.argv[1], "w").write(str(os.getpid()))
asked = 0
for line in sys.stdin:
    asked += "genmove" in line
    if asked == 2: time.sleep(600)
    print("= " + ("a:a1" if "genmove" in line else ""), end="\\n\\n", flush=True)
"""


def test_a_game_chosen_on_the_start_screen(desk: Desk, tmp_path: Path) -> None:
    """Choose the third game and people on both sides by keys, and start by mouse."""
    desk.settings(**CALM)
    desk.do("mousemove", 1900, 1190)
    process = desk.start()
    desk.keys("Down", "shift+Tab", *["Up"] * 17, "Left")
    desk.do("sleep", 0.3, "mousemove", *start_button(), "click", 1, "sleep", 0.4)
    desk.do("key", "slash", "type", "e5")
    desk.keys("Return")
    desk.do("sleep", 0.3)
    assert saved(desk, tmp_path / "boku.sgf") == ["e5"]
    assert load(tmp_path / "boku.sgf").game_name == "boku"
    assert process.wait(PATIENCE) == 0


def start_button() -> tuple[int, int]:
    """Return the place of the start screen's main button, whatever the font."""
    session = Session.new("boku")
    shown = Shower().data(Controller(session, WINDOW).view(), session, Settings(),
                           discs("classic", session.record.game))  # fmt: skip
    hud = Hud(lambda text, size, bold: 0.6 * size * len(text), Plain(), lambda action: None)
    others = [
        StartAlternative(kind, "", "Something else") for kind in (LESSON, BEGINNER, PUZZLE, "open")
    ]
    form = StartForm("boku", {}, (Seat(), Seat()), nothing, lambda game: others, nothing)
    hud.open(form.form)
    page = hud.build(shown, areas_of(WINDOW, 1.0, Settings(), 0)).pages[-1]
    spot = next(hit.rect for hit in page.hits if hit.action == Action("press", "start"))
    return round(spot.right - 15), round(spot.middle[1])


def nothing(*_: object) -> None:
    """Do nothing."""
