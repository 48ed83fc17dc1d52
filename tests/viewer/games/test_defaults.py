"""Defaults of a game's view: those of the plainest game."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.camera.camera import Camera
from boche.viewer.camera.rays import Ray, first_ball, met, plane_distance
from boche.viewer.games import registry
from boche.viewer.games.info import GRID, Panel, grid
from boche.viewer.games.view import GameView, Hover, Pick, Picker, Preview
from boche.viewer.scene.model import Scene, instances
from boche.viewer.window.drawing.frame import shown_position

PLAIN = Picker(
    pick=lambda position, ray, display: Pick(),
    place=lambda position, target, display: np.zeros(3),
    over=lambda position, target, ray, display: False,
    bounds=lambda position: np.zeros((1, 3)),
)


def empty(position: object, options: object) -> Scene:
    return Scene(())


def down(x: float, y: float = 0.0, z: float = 5.0) -> Ray:
    return Ray(np.array([x, y, z]), np.array([0.0, 0.0, -1.0]))


def test_a_plain_picker_has_whole_moves_on_one_level() -> None:
    start = GAMES["boche"].new(size=3)
    move = start.parse("c:b2")
    assert PLAIN.target_of(start, move) == str(start.target(move))
    assert PLAIN.target_of(start.play(move), start.parse("swap")) is None
    assert PLAIN.leads is None
    assert (PLAIN.key_of("b2"), PLAIN.spell("b2", "c"), PLAIN.layers(start)) == ("", "b2c", 0)
    assert PLAIN.hover(start, Pick()) == Hover()
    assert PLAIN.preview(start, move) == Preview()


def test_a_plain_panel_is_empty() -> None:
    start, panel = GAMES["boche"].new(), Panel()
    assert panel.facts(start, "") == panel.choices(start) == panel.usual(start) == ()
    scene, camera = panel.pieces((), Camera(), "")
    assert (scene.batches, camera, panel.layers) == ((), Camera(), ())


def test_a_game_without_a_thumbnail_shows_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = GameView(
        lambda position, options: Scene(()), lambda position, options: Scene(()), PLAIN
    )
    assert shown_position("octi") != GAMES["octi"].new()
    monkeypatch.setattr("boche.viewer.window.drawing.frame.view_of", lambda game: plain)
    assert shown_position("octi") == GAMES["octi"].new()
    assert registry.view_of("octi") is not plain


def test_a_palette_stands_row_by_row() -> None:
    found = grid(GRID + 1, 2.0, Camera(azimuth=-90.0, elevation=90.0))
    assert found.places.round(6).tolist() == [[-2, 2, 0], [0, 2, 0], [2, 2, 0], [-2, 0, 0]]
    assert found.camera.projection == "ortho"
    assert np.abs(found.bounds).max(axis=0).tolist() == [GRID, GRID, 1]
    assert grid(0, 2.0, Camera()).places.shape == (0, 3)


def test_a_ray_meets_an_ellipsoid_where_it_is_that_high() -> None:
    radii = (2.0, 1.0, 0.5)
    two = np.array([[0.0, 0.0, 0.0], [10.0, 0.0, 1.0]])
    assert first_ball(two, radii, down(0.0)) == (0, pytest.approx(4.5))
    assert first_ball(two, radii, down(10.0)) == (1, pytest.approx(3.5))
    x = 1.2  # where the ellipse is 0.8 of its height
    assert first_ball(two, radii, down(x))[1] == pytest.approx(5.0 - 0.4)
    assert first_ball(two, radii, down(0.0, 1.1))[1] == np.inf
    assert first_ball(two[:0], radii, down(0.0)) == (-1, np.inf)


def test_a_plane_is_met_from_above_only() -> None:
    assert plane_distance(down(0.0), -1.0) == pytest.approx(6.0)
    assert plane_distance(down(0.0, z=-2.0), -1.0) == np.inf
    assert plane_distance(Ray(np.zeros(3), np.array([0.0, 0.0, 1.0]))) == np.inf


def test_a_ray_meets_a_piece_a_cell_or_the_board_beside() -> None:
    cells = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    radii = (0.4, 0.4, 0.4)
    for x, *wanted in ((0.0, 0, None, 0.4), (0.9, None, 1, 0.0), (1.6, None, None, 0.0)):
        found = met(down(x), cells[:1], radii, cells, 0.5)
        assert found is not None
        assert [found.piece, found.cell] == wanted[:2]
        assert found.point == pytest.approx((x, 0.0, wanted[2]))
    assert met(Ray(np.ones(3), np.array([0.0, 0.0, 1.0])), cells[:0], radii, cells, 0.5) is None


def test_one_quaternion_and_pattern_stand_for_all() -> None:
    made = instances(np.zeros((3, 3)), pattern=7)
    assert made["orientation"].tolist() == [[0, 0, 0, 1]] * 3
    assert made["pattern"].tolist() == [7] * 3


def test_what_a_picker_learns_stands_behind_what_packages_give_by_place() -> None:
    """Games of other packages were written with these fields in this order."""
    names = [each.name for each in fields(Picker)]
    assert names[:6] == ["pick", "place", "over", "bounds", "hover", "preview"]
