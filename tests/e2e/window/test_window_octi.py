"""A game of Octi in a real window by mouse: moves of several steps, undone and dropped."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from boche import engine
from boche.viewer.camera.rays import project
from boche.viewer.games.octi.board import place_of
from boche.viewer.games.octi.pick import OUT, placed_pods
from boche.viewer.games.octi.solids import HEIGHT, HOLE_OUT
from boche.viewer.games.view import Display
from boche.viewer.session import Session
from tests.e2e.window.test_window_games import CALM, Twin, saved
from tests.e2e.window.window_help import PATIENCE, Desk, desk, display

__all__ = ["desk", "display"]


class Mouse:
    """One mouse for the window and its twin."""

    def __init__(self, desk: Desk, twin: Twin) -> None:
        self.desk, self.twin = desk, twin
        self.table = twin.controller.table

    def click(self, square: int, hole: str = "") -> None:
        """Click a hole of the pod on a square, or the middle of the pod or square."""
        position = self.table.position
        index = next((i for i, pod in enumerate(position.pods) if pod.square == square), -1)
        place = np.array([*place_of(square), 0.0 if index < 0 else HEIGHT])
        if hole:
            each = next(each for each in placed_pods(position, Display()) if each.piece == index)
            place = place + HOLE_OUT * each.scale * OUT["abcdefgh".index(hole)]
        at = project(self.table.looking.orbit.camera, place[None], self.table.looking.viewport)[0]
        board = self.twin.areas.board
        x, y = round(board.x + at[0]), round(board.bottom - at[1])
        self.twin.point(x, y)
        self.twin.click(x, y)
        self.desk.do("mousemove", x, y, "sleep", 0.06, "click", 1, "sleep", 0.12)

    def key(self, name: str, in_x: str) -> None:
        self.twin.controller.key(name, self.twin.later())
        self.desk.keys(in_x)


def test_a_game_of_octi_by_mouse(desk: Desk, tmp_path: Path) -> None:
    desk.settings(**CALM)
    process = desk.start("octi", "--bases", 1)
    twin = Twin(Session.new("octi", bases=1))
    mouse, session = Mouse(desk, twin), twin.controller.table.session
    mouse.click(57, "e")
    mouse.click(53, "a")
    for square in (57, 56, 53, 54, 56):
        mouse.click(square)
    mouse.key("Escape", "Escape")
    for square in (56, 55):
        mouse.click(square)
    mouse.click(33, "a")
    for square in (55, 53):
        mouse.click(square)
    assert twin.controller.view().display.taken == "55-53?"
    mouse.key("Backspace", "BackSpace")
    for square in (53, 53):  # a double click: the second captures, and spares nothing
        mouse.click(square)
    moves = saved(desk, tmp_path / "octi.sgf")
    assert moves == session.cursor.moves
    assert moves == ["57+e", "53+a", "57-56", "53-54", "56-55", "33+a", "55-53x"]
    position = engine.new("octi", bases=1)
    for move in moves:
        position = position.play(move)
    assert position == session.position
    assert position.outcome is not None
    assert position.outcome.winner == "black"
    assert process.wait(PATIENCE) == 0
