"""Boku under the pointer: picks checked by a search of all marbles, and their meaning."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import numpy as np
import pytest

from boche.engine.games.boku import GAME
from boche.engine.games.boku.geometry import CELLS, Cell
from boche.engine.games.boku.position import Position
from boche.viewer.camera.camera import VIEWS, Camera, frame
from boche.viewer.camera.rays import Ray, project, ray_at
from boche.viewer.games.boku import pick as pick_boku
from boche.viewer.games.boku.board import SIDE, place_of
from boche.viewer.games.boku.pick import Spot, bounds, hover, over, pick, place, preview
from boche.viewer.games.boku.solids import HEIGHT, RADIUS
from boche.viewer.games.view import Display, Pick
from tests.positions import played

VIEWPORT = (1280, 720)
PLAIN = Display()
KO = "f5 e5 e4 g6 f6 d3xf5 f4 f5 h7xf5 g4 f5 d4xf4 f7 f8 f3 f4"


@dataclass(frozen=True)
class Begun(Display):
    """Display of a position in which a move has begun."""

    taken: str = ""


def random_game(rng: random.Random, plies: int) -> Position:
    position = GAME.new()
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(rng.choice(moves))
    return position


PLACES = np.array([place_of(cell)[:2] for cell in CELLS])


def slow_pick(position: Position, ray: Ray) -> Spot | None:
    """Step along the ray to find the first marble or hexagon that it enters."""
    start = (ray.origin[2] - HEIGHT - RADIUS) / -ray.direction[2]
    for far in start + np.arange(0.0, 8.0, 0.003):
        x, y, z = ray.at(far)
        near = CELLS[int(np.argmin(np.hypot(*(PLACES - (x, y)).T)))]
        px, py = place_of(near)
        inside = (px - x) ** 2 + (py - y) ** 2 + (HEIGHT - z) ** 2 < RADIUS**2
        if inside and position.marble_at(near):
            return Spot(near, True)
        if z < 0.0:
            return Spot(near, False) if np.hypot(px - x, py - y) <= SIDE else None
    return None


@pytest.mark.parametrize("seed", range(6))
def test_picks_equal_a_walk_along_the_ray(seed: int) -> None:
    rng = random.Random(seed)
    position = random_game(rng, rng.randrange(60))
    camera = replace(
        rng.choice(list(VIEWS.values())),
        azimuth=rng.uniform(-180, 180),
        elevation=rng.uniform(15, 90),
        projection=rng.choice(["perspective", "ortho"]),
    )
    camera = frame(camera, bounds(position), 16 / 9)
    wrong = 0
    for _ in range(12):
        ray = ray_at(camera, rng.uniform(200, 1080), rng.uniform(60, 660), VIEWPORT)
        wrong += pick(position, ray, PLAIN).face != slow_pick(position, ray)
    assert wrong <= 1, "a step of the walk may miss the thinnest edge"


def towards(
    position: Position, cell: str, camera: Camera | None = None, height: float = 0.0
) -> Ray:
    """Return a ray at a cell, at its surface or at some height."""
    camera = camera or frame(Camera(), bounds(position), 16 / 9)
    spot = np.array([[*place_of(position.parse(cell).cell), height]])
    x, y = project(camera, spot, VIEWPORT)[0]
    return ray_at(camera, x, y, VIEWPORT)


def test_every_cell_can_be_chosen_from_every_side() -> None:
    position = GAME.new()
    for azimuth in range(0, 360, 60):
        camera = frame(Camera(azimuth=float(azimuth)), bounds(position), 16 / 9)
        for cell in CELLS:
            assert pick(position, towards(position, cell.name, camera), PLAIN).target == cell.name


def test_reasons_are_the_rules() -> None:
    position = played("boku", "e4 e5 d5 e6 e7xe6")
    found = pick(position, towards(position, "e5", height=HEIGHT), PLAIN)
    assert (found.target, found.reason) == (None, "the marble on e5 is white")
    found = pick(position, towards(position, "e6"), PLAIN)
    assert found.target is None
    assert found.reason == ("white has just lost a marble on e6, and may not play there this turn")
    over = position.resign()
    assert pick(over, towards(over, "a1"), PLAIN).reason == "white resigned"


def test_the_second_click_chooses_the_marble() -> None:
    position = played("boku", KO)
    begun = Begun(taken="h4")
    assert pick(position, towards(position, "h4"), PLAIN).target == "h4"
    found = pick(position, towards(position, "f4", height=HEIGHT), begun)
    assert found.target == "h4xf4"
    assert hover(position, found).text == "f4: one white marble"
    # On a marble, the cell around it also counts.
    assert pick(position, towards(position, "g4", height=HEIGHT), begun).target == "h4xg4"
    for cell in ("a1", "f8", "h4"):
        found = pick(position, towards(position, cell), begun)
        assert found.target is None
        assert found.reason == "choose the marble that h4 takes: f4 or g4"


def test_targets_of_the_picker_are_the_steps_of_the_position() -> None:
    position = played("boku", KO)
    for step in position.steps():
        assert pick(position, towards(position, step.text), PLAIN).target in (step.text, None)
        if step.move is not None:
            assert pick_boku.target_of(position, step.move) == step.text
    texts = [step.text for step in position.steps("h4")]
    assert texts == ["h4xf4", "h4xg4"]
    assert {pick_boku.PICKER.key_of(text) for text in texts} == {""}
    assert place(position, "h4", PLAIN) == pytest.approx([*place_of(Cell(7, 4)), HEIGHT])
    assert place(position, "h4xg4", PLAIN) == pytest.approx([*place_of(Cell(6, 4)), HEIGHT])


def test_over_the_ghost_and_behind_a_marble() -> None:
    position = played("boku", "f5")
    assert over(position, "f6", towards(position, "f6", height=HEIGHT), PLAIN)
    assert not over(position, "f6", towards(position, "c3"), PLAIN)
    low = frame(Camera(azimuth=180.0, elevation=8.0), bounds(position), 16 / 9)
    hidden = towards(position, "f6", low, HEIGHT)
    assert not over(position, "f6", hidden, PLAIN)
    assert pick(position, hidden, PLAIN).face == Spot(Cell(5, 5), True)


def test_rays_that_meet_nothing() -> None:
    position = played("boku", "f5")
    up, down = np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.0, -1.0])
    assert pick(position, Ray(np.array([0.0, 0.0, 9.0]), up), PLAIN) == Pick()
    assert pick(position, Ray(np.array([0.0, 0.0, -9.0]), down), PLAIN) == Pick()
    rim = pick(position, Ray(np.array([5.4, 0.0, 9.0]), down), PLAIN)
    assert (rim.target, rim.face, rim.reason) == (None, None, "")
    assert rim.point == pytest.approx((5.4, 0.0, 0.0))


def test_marbles_lie_on_one_level() -> None:
    assert pick_boku.PICKER.layers(played("boku", KO)) == 0


def test_lines_on_rows() -> None:
    position = played("boku", KO)
    face = Pick(face=Spot(Cell(5, 5), True))
    assert hover(position, face).text == "f5: 3 black marbles in a row"
    assert hover(position, face).lit == ("f5", "f6", "f7")
    alone = Pick(face=Spot(Cell(5, 8), True))
    assert hover(position, alone).text == "f8: one white marble"
    empty = Pick(face=Spot(Cell(0, 1), False))
    assert pick_boku.PICKER.place_name(position, empty, "") == "a1"
    assert hover(position, empty).text == ""
    assert hover(position, Pick()).lit == ()


def test_previews() -> None:
    position = played("boku", KO)
    begun = preview(position, "h4")
    assert begun.threatened == ("xf4", "xg4")
    assert begun.text == "a sandwich: click here, then choose the marble to take: f4 or g4"
    whole = preview(position, position.parse("h4xf4"))
    assert whole.threatened == ("xf4", "xg4")
    assert whole.text == "takes f4"
    assert preview(position, "a1") == preview(position, "a2")
    assert (
        preview(played("boku", KO + " h4xf4 g7"), "f4").text
        == "black wins with 5 in a row, f3 to f7"
    )
    four = preview(played("boku", "f4 a1 f5 a2 f6 a3"), "f7")
    assert (four.text, four.joined) == ("makes 4 in a row", ("f4", "f5", "f6", "f7"))
