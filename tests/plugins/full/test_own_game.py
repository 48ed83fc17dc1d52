"""The game of the tutorial ``docs/own-game.md``, played: by levels and by mouse."""

from __future__ import annotations

from tests.e2e.window.window_help import Desk, desk, display
from tests.plugins.push.test_outside_game import CALM, killed_after
from tests.plugins.push.test_own_game import Shell, shell

__all__ = ["desk", "display", "shell"]

MATCH = "boche match --game tictactoe --opening 0"


def test_the_levels_play(shell: Shell) -> None:
    for level in (1, 5):
        assert f"{level} - random: " in shell.run(f"{MATCH} {level} random --games 2")
    assert ", 0 lost" in shell.run(f"{MATCH} 8 random --games 10")


def test_a_game_by_mouse(shell: Shell, desk: Desk) -> None:
    desk.env["PYTHONPATH"] = shell.env["PYTHONPATH"]
    desk.titles.append("Tic-tac-toe")
    desk.settings(**CALM)
    moves = "b2 b1 a1 c3 a2 c2 a3"
    spots = desk.scenario("spots", "tictactoe", moves, module="tests.plugins.scenarios")
    process = desk.start("tictactoe")
    for x, y in spots:
        desk.do("mousemove", x, y, "sleep", 0.1, "click", 1, "sleep", 0.1)
    killed_after(desk, process, len(moves.split()))
    assert desk.scenario("kept", "tictactoe", module="tests.plugins.scenarios") == moves.split()
