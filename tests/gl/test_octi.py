"""Whole pictures of Octi: pods, countable prongs, marks, all palettes and themes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from boche.engine.games.octi import GAME
from boche.engine.games.octi.position import Position
from boche.viewer.camera.camera import VIEWS, projection_matrix, view_matrix
from boche.viewer.export.images import framed
from boche.viewer.games.octi import live as octi_live
from boche.viewer.games.octi import scene as octi
from boche.viewer.games.octi.board import place_of
from boche.viewer.games.octi.solids import HEIGHT, HOLE_OUT, HOME_IN, HOME_OUT
from boche.viewer.games.octi.stacks import on_board
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style, palette_names
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import Scene, SceneOptions
from tests.engine.games.octi.boards import FIGURE, FIGURE_STORES

SIZE = (960, 600)
LOOKS = [(p, t) for p in palette_names() for t in ("dark", "light")]


@pytest.fixture
def draw(context: Any) -> Iterator[Any]:
    renderer, target = Renderer(context), Target(context, SIZE)

    def drawn(scene: Scene, view: str = "top", style: Style | None = None) -> np.ndarray:
        camera = framed(scene, VIEWS[view], SIZE)
        renderer.draw(scene, camera, target.drawn, SIZE, style or Style())
        return target.read()[::-1].astype(int)

    yield drawn
    renderer.release()
    target.release()


def figure(**options: Any) -> Position:
    return Position.set_up(options, FIGURE, FIGURE_STORES)


def pixel(image: np.ndarray, scene: Scene, at: Any, view: str = "top") -> np.ndarray:
    """Return the pixel of a point in the world."""
    camera = framed(scene, VIEWS[view], SIZE)
    clip = np.append(at, 1.0) @ view_matrix(camera) @ projection_matrix(camera, SIZE[0] / SIZE[1])
    x, y = (clip[:2] / clip[3] + 1) / 2 * SIZE
    return image[SIZE[1] - 1 - int(y), int(x), :3]


def on_pod(square: int, letter: str, out: float = HOLE_OUT) -> tuple[float, float, float]:
    turn = np.radians(45.0 * "abcdefgh".index(letter))
    x, y = place_of(square)
    return x + out * np.sin(turn), y + out * np.cos(turn), HEIGHT


def apart(one: np.ndarray, two: np.ndarray) -> int:
    return int(np.abs(one - two).max())


@pytest.mark.parametrize(("palette", "theme"), LOOKS)
def test_prongs_are_told_from_holes_in_all_looks(draw: Any, palette: str, theme: str) -> None:
    position = figure()
    scene = octi.build(position, SceneOptions())
    image = draw(scene, style=Style(palette=palette, theme=theme))
    for square, prongs in ((46, "cdef"), (69, "abdefh"), (53, "abh")):
        middle = pixel(image, scene, (*place_of(square), HEIGHT))
        for letter in "abcdefgh":
            seen = pixel(image, scene, on_pod(square, letter, 0.185))
            assert (apart(seen, middle) > 45) == (letter in prongs), (square, letter, seen, middle)


@pytest.mark.parametrize(("palette", "theme"), LOOKS)
def test_sides_and_wood_are_told_apart_in_all_looks(draw: Any, palette: str, theme: str) -> None:
    scene = octi.build(figure(), SceneOptions())
    image = draw(scene, style=Style(palette=palette, theme=theme))
    black, white = (pixel(image, scene, (*place_of(s), HEIGHT)) for s in (37, 33))
    wood = pixel(image, scene, (*place_of(22), 0.0))
    assert apart(black, white) > 90
    assert apart(black, wood) > 35
    assert apart(white, wood) > 15


def test_homes_show_whose_they_are(draw: Any) -> None:
    pods = [("black", 46, ""), ("white", 44, "")]
    empty = Position.set_up({}, pods, {"black": (6, 0, 9), "white": (6, 0, 9)})
    scene = octi.build(empty, SceneOptions())
    image = draw(scene)
    out = (HOME_IN + HOME_OUT) / 2
    for square in (37, 57, 77):
        assert pixel(image, scene, np.add((*place_of(square), 0), (0, out, 0))).sum() < 300
    for square in (33, 53, 73):
        assert pixel(image, scene, np.add((*place_of(square), 0), (0, out, 0))).sum() > 620


@pytest.mark.parametrize("view", VIEWS)
def test_the_whole_board_is_in_the_picture(draw: Any, view: str) -> None:
    for position in (GAME.new(), GAME.new(wrap=True)):
        scene = octi.build(position, SceneOptions())
        image = draw(scene, view, Style(transparent=True, shadows=False))
        rows, columns = np.nonzero(image[..., 3] > 0)
        free = (rows.min(), SIZE[1] - 1 - rows.max(), columns.min(), SIZE[0] - 1 - columns.max())
        assert min(free) >= 1, "something touches the border"


def test_the_last_prong_has_the_colour_of_marks(draw: Any) -> None:
    position = figure().play("46+a")
    plain, marked = (octi.build(position, SceneOptions(last=last)) for last in (None, "46+a"))
    before = pixel(draw(plain), plain, on_pod(46, "a", 0.32))
    after = pixel(draw(marked), marked, on_pod(46, "a", 0.32))
    assert after[1] > after[0] + 40, "turquoise"
    assert before[0] > before[2] + 60, "amber"


def test_taken_homes_shine(draw: Any) -> None:
    pods = [("black", 33, ""), ("black", 53, ""), ("black", 74, "e"), ("white", 46, "")]
    won = Position.set_up({}, pods, {"black": (4, 0, 9), "white": (6, 0, 9)}).play("74-73")
    dark, lit = (octi.build(won, SceneOptions(result=shown)) for shown in (False, True))
    for square in (33, 53, 73):
        one = pixel(draw(dark), dark, (*place_of(square), HEIGHT))
        two = pixel(draw(lit), lit, (*place_of(square), HEIGHT))
        assert two.sum() > one.sum() + 200


def test_a_ghost_shines_through(draw: Any) -> None:
    position = figure()
    plain = octi_live.build(position, LiveOptions())
    ghost = octi_live.build(position, LiveOptions(ghost="46-66"))
    spot = (*place_of(66), HEIGHT)
    wood, seen = pixel(draw(plain), plain, spot), pixel(draw(ghost), ghost, spot)
    pod = pixel(draw(plain), plain, (*place_of(46), HEIGHT))
    assert seen.sum() < wood.sum() - 100
    assert seen.sum() > pod.sum() + 30
    left = pixel(draw(ghost), ghost, (*place_of(46), HEIGHT))
    assert left.sum() > pod.sum() + 100, "where it leaves it is fainter still"


def test_stacks_fan_out(draw: Any) -> None:
    position = figure()
    piled = octi_live.build(position, LiveOptions())
    fanned = octi_live.build(position, LiveOptions(opened="67"))
    assert apart(draw(piled), draw(fanned)) > 60
    image = draw(fanned)
    own = [each for each in on_board(position, (67,)) if each.pod.square == 67]
    for each in own:
        top = np.add(each.at, (0.0, 0.0, HEIGHT))
        assert pixel(image, fanned, top).sum() < 320, "a black pod"
        side = np.add(top, (0.3, 0.1, 0.0))
        assert pixel(image, fanned, side).sum() < 320, "of its full size"


def test_beyond_an_edge_stands_a_faint_copy(draw: Any) -> None:
    pods = [("black", 95, "c"), ("white", 55, "")]
    stores = {"black": (6, 0, 9), "white": (6, 0, 9)}
    scene = octi.build(Position.set_up({"wrap": True}, pods, stores), SceneOptions())
    image = draw(scene)
    real = pixel(image, scene, (4.0, 0.0, HEIGHT)).sum()
    copy = pixel(image, scene, (-5.0, 0.0, HEIGHT)).sum()
    wood = pixel(image, scene, (-5.0, 2.0, 0.0)).sum()
    assert real + 60 < copy < wood - 60


@pytest.mark.parametrize("wrap", [False, True])
def test_the_board_is_wood_from_rim_to_rim(draw: Any, wrap: bool) -> None:
    """Check for gaps, also beside the squares, where a torus repeats its opposite edge."""
    scene = octi.build(GAME.new(wrap=wrap), SceneOptions())
    image = draw(scene)
    ends = np.arange(-4.4, 4.5, 0.55) if not wrap else np.arange(-5.4, 5.5, 0.55)
    places = [(x, side * ends[-1], -0.02) for x in ends for side in (-1, 1)]
    places += [(y, x, z) for x, y, z in places]
    for place in places:
        red, _, blue = pixel(image, scene, place)
        assert red > 1.2 * blue, (place, red, blue)
