"""Levels spread apart or removed, the home view, and a pointer at rest."""

from __future__ import annotations

import numpy as np
import pytest

from boche.engine import new
from boche.viewer.camera.rays import project
from boche.viewer.games.boche.scene import cube_bounds
from boche.viewer.storage.settings import Settings
from tests.viewer.table.user import User


def replay_to_level(level: int, size: int = 3) -> list[str]:
    """Return moves that fill a board of Boche up to its first cube on a level."""
    position, moves = new("boche", size=size, kill=0, fill_board=True), []
    while max((cube.cell.k for cube in position.cubes), default=-1) < level:
        open_cells = sorted(position.open_cells(), key=lambda cell: (-cell.k, cell))
        wanted = open_cells[0]
        move = next(
            m for m in position.legal_moves() if str(m) != "swap" and position.target(m) == wanted
        )
        moves.append(str(move))
        position = position.play(move)
    return moves


def test_peeling_says_how_many_levels_are_left() -> None:
    """Check the counts, as a board without levels would look like an empty one."""
    user = User(size=3, kill=0)
    for move in replay_to_level(2):
        user.session.play(move)
    user.settle()
    said = []
    for key in (",", ",", ",", ".", "."):
        user.key(key)
        said.append((user.view.display.peeled, user.view.status))
    assert said == [
        (1, "the lowest 2 of 3 levels are shown"),
        (2, "the lowest of 3 levels is shown"),
        (2, "the lowest level always stays"),
        (1, "the lowest 2 of 3 levels are shown"),
        (0, "all levels are shown"),
    ]


@pytest.mark.parametrize("viewport", [(1280, 720), (500, 700)])
def test_levels_apart_are_all_in_the_picture(viewport: tuple[int, int]) -> None:
    """Check it also after a new size and after a move on a new level."""
    user = User(Settings(), size=6, kill=0, fill_board=True)
    *moves, last = replay_to_level(4, size=6)
    for move in moves:
        user.session.play(move)
    user.settle()
    user.controller.command("explode", user.later())
    for change in ("shape", "move"):
        if change == "shape":
            user.controller.resized(*viewport, user.later())
        else:
            user.session.play(last)
            user.controller.tick(user.later())
        user.settle()
        corners = cube_bounds(user.session.position, user.view.display.apart)
        seen = project(user.view.camera, corners, viewport)
        assert ((seen >= 0) & (seen <= viewport)).all()
        used = np.ptp(seen, axis=0) / viewport
        assert used.max() > 0.7, "they fill the picture"


def test_home_gives_the_first_view() -> None:
    user = User(Settings())
    first = user.view.camera
    for key in ("Shift+Up", "Shift+Left", "+", "O"):
        user.key(key)
        user.settle()
    assert user.view.camera != first
    user.key("Home")
    user.settle()
    assert user.view.camera == first


def test_a_pointer_that_rests_does_not_light_what_was_played_there() -> None:
    user = User(Settings(), size=4)
    user.move_to("b1")
    user.click(*user.spot("b1"))
    user.settle()
    assert len(user.session.cursor.moves) == 1
    assert (user.view.ghost, user.view.lit, user.view.status) == (None, (), "")
    x, y = user.controller.table.pointing.at
    user.controller.pointer_moved(x + 8, y, user.later())
    assert user.view.ghost is not None or user.view.lit
