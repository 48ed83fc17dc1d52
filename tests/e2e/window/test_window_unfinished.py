"""Half-made moves in a real window: undo, redo and Escape by keys, on moves begun by mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.record import load
from boche.viewer.session import Session
from tests.e2e.window.test_window_games import CALM, Twin
from tests.e2e.window.window_help import PATIENCE, Desk, desk, display

__all__ = ["desk", "display"]

GAMES = {
    "che": ("(;GM[Che];W[fl:0,0])", ["1,0"], 1),
    "boku": (
        "(;GM[Boku];B[f5];W[e5];B[e4];W[g6];B[f6];W[d3xf5];B[f4];W[f5];B[h7xf5];W[g4];B[f5]"
        ";W[d4xf4];B[f7];W[f8];B[f3];W[f4])",
        ["h4"],
        1,
    ),
    "octi": (
        "(;GM[19]BO[37][57][77]WO[33][53][73];B[57+e];W[53+a];B[57-56];W[53-54];B[37+d];W[54+h]"
        ";B[37-46];W[33+a];B[56-55];W[73+a])",
        ["46-", "46-64?"],
        2,
    ),
}
"""A record, the targets with which a move is begun, and how many steps those make."""


class Hands:
    """Mouse and keys for a window and its twin."""

    def __init__(self, desk: Desk, twin: Twin) -> None:
        self.desk, self.twin = desk, twin
        self.selection = twin.controller.table.selection

    def click(self, target: str) -> None:
        x, y = self.twin.spot(target)
        self.twin.click(x, y)
        self.desk.do("mousemove", x, y, "sleep", 0.06, "click", 1, "sleep", 0.12)

    def key(self, name: str, held: str = "") -> None:
        self.twin.controller.key(name, self.twin.later(), [held] if held else [])
        self.desk.keys(f"{held}+{name.lower()}" if held else name)
        self.desk.settle()


@pytest.mark.parametrize("game", ["che"])
def test_undo_goes_by_the_steps_of_a_half_made_move(desk: Desk, tmp_path: Path, game: str) -> None:
    text, targets, steps = GAMES[game]
    path = tmp_path / "begun.sgf"
    path.write_text(text)
    desk.settings(**CALM)
    process = desk.start(path)
    twin = Twin(Session.open(path))
    hands, session = Hands(desk, twin), twin.controller.table.session
    desk.keys("End")
    before = load(path).moves()
    for target in targets:
        hands.click(target)
    begun = hands.selection.beginning
    for _ in range(steps):
        hands.key("Z", "ctrl")
    assert hands.selection.beginning == ""
    for _ in range(steps):
        hands.key("Y", "ctrl")
    assert hands.selection.beginning == begun
    hands.key("Z", "ctrl")
    hands.key("Y", "ctrl")
    hands.click(next(iter(hands.selection.targets())))
    while hands.selection.beginning:
        hands.click(next(iter(hands.selection.targets())))
    desk.keys("ctrl+s")
    desk.settle()
    desk.keys("ctrl+q")
    assert process.wait(PATIENCE) == 0
    moves = load(path).moves()
    assert moves == session.cursor.moves
    assert moves[:-1] == before, "what was played before stays"
