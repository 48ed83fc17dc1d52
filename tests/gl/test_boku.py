"""Pictures of Boku, checked by pixels: marbles, hollows, marks, the lit row, framing, pointing."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from boche.engine.games.boku import GAME
from boche.engine.games.boku.geometry import CELLS
from boche.viewer.camera.camera import VIEWS, Camera, basis, eye, parse_view
from boche.viewer.camera.rays import project, ray_at
from boche.viewer.export.images import framed
from boche.viewer.games.boku import live as boku_live
from boche.viewer.games.boku import scene as boku
from boche.viewer.games.boku.board import place_of
from boche.viewer.games.boku.pick import Spot, pick
from boche.viewer.games.boku.solids import HEIGHT, RADIUS
from boche.viewer.games.view import Display
from boche.viewer.renderer.light import to_light
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style, palette, palette_names, theme_names
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import Scene, SceneOptions
from boche.viewer.scene.solids import HOLE
from tests.positions import played

SIZE = (480, 360)
KO = "f5 e5 e4 g6 f6 d3xf5 f4 f5 h7xf5 g4 f5 d4xf4 f7 f8 f3 f4 h4xf4"
WON = KO + " g7 f4"
SURFACE, MIDDLE, TOP = 0.0, HEIGHT, HEIGHT + RADIUS


@pytest.fixture
def draw(context: Any) -> Any:
    renderer, targets = Renderer(context), {}

    def drawn(scene: Scene, view: str = "top", style: Style | None = None, size: Any = SIZE) -> Any:
        camera = framed(scene, parse_view(view)[0], size)
        if size not in targets:
            targets[size] = Target(context, size)
        renderer.draw(scene, camera, targets[size].drawn, size, style or Style(shadows=False))
        return Picture(targets[size].read().astype(int), camera, size)

    yield drawn
    renderer.release()
    for target in targets.values():
        target.release()


class Picture:
    """An image, with the places of the cells in it."""

    def __init__(self, image: Any, camera: Camera, size: tuple[int, int]) -> None:
        self.image, self.camera, self.size = image, camera, size

    def at(self, cell: str, height: float, aside: tuple[float, float] = (0.0, 0.0)) -> Any:
        """Return the pixel of a point above a cell."""
        x, y = place_of(GAME.new().parse(cell).cell)
        spot = np.array([[x + aside[0], y + aside[1], height]])
        column, row = project(self.camera, spot, self.size)[0].astype(int)
        return self.image[row, column, :3]

    def light(self, cell: str, height: float) -> int:
        return int(self.at(cell, height).sum())


def boards(moves: str, **options: Any) -> Scene:
    return boku.build(played("boku", moves), SceneOptions(**options))


@pytest.mark.parametrize("name", palette_names())
@pytest.mark.parametrize("look", theme_names())
def test_marbles_have_their_colours(draw: Any, name: str, look: str) -> None:
    position = played("boku", KO)
    picture = draw(boards(KO), style=Style(palette=name, theme=look, shadows=False))
    light = {m.cell.name: picture.light(m.cell.name, TOP) for m in position.marbles}
    black = [light[m.cell.name] for m in position.marbles if m.colour == "black"]
    white = [light[m.cell.name] for m in position.marbles if m.colour == "white"]
    assert min(white) > max(black) + 150
    assert max(black) - min(black) < 30
    assert max(white) - min(white) < 30


@pytest.mark.parametrize("look", theme_names())
def test_hollows_are_darker_than_the_board_and_lighter_than_nothing(draw: Any, look: str) -> None:
    picture = draw(boards(""), style=Style(theme=look, shadows=False))
    for cell in CELLS:
        hollow = picture.light(cell.name, SURFACE)
        wood = int(picture.at(cell.name, SURFACE, (0.0, 0.48)).sum())
        assert hollow < wood - 15, cell.name
        assert hollow > 60


def test_white_marbles_stand_out_from_pale_wood(draw: Any) -> None:
    picture = draw(boards("a1 f5"))
    marble, wood = picture.at("f5", TOP), picture.at("f5", SURFACE, (0.0, 0.52))
    assert np.abs(marble - wood).max() > 40


def differing(one: Picture, other: Picture, by: int = 40) -> int:
    return int((np.abs(one.image - other.image).max(axis=2) > by).sum())


@pytest.mark.parametrize("view", ["top", "corner", "-90,30"])
def test_the_last_move_is_marked(draw: Any, view: str) -> None:
    plain, marked = draw(boards(KO), view), draw(boards(KO, last="h4xf4"), view)
    assert 10 < differing(plain, marked) < 600
    down = np.radians(sum(boku.BELT[:2]) / 2)
    changed = 0
    for turn in np.radians(range(0, 360, 30)):
        away = RADIUS * np.sin(down) * np.array([np.cos(turn), np.sin(turn)])
        spot = MIDDLE + RADIUS * np.cos(down), (float(away[0]), float(away[1]))
        changed += np.abs(marked.at("h4", *spot) - plain.at("h4", *spot)).max() > 60
    assert changed >= 4, "it goes round the marble"


def test_the_forbidden_cell_is_crossed(draw: Any) -> None:
    before, after = draw(boards(KO)), draw(boards(KO + " g7"))
    r, g, b = before.at("f4", 0.02)
    assert r > g + 60
    assert r > b + 60
    r, g, b = after.at("f4", SURFACE)
    assert abs(r - g) < 60


@pytest.mark.parametrize("name", palette_names())
def test_five_in_a_row_shines_and_keeps_its_colour(draw: Any, name: str) -> None:
    style = Style(palette=name, shadows=False)
    dark, lit = draw(boards(WON, result=False), style=style), draw(boards(WON), style=style)
    for cell in ("f3", "f4", "f5", "f6", "f7"):
        assert np.abs(lit.at(cell, TOP) - dark.at(cell, TOP)).max() > 60, cell
        rim = (0.0, -0.95 * RADIUS)
        assert np.abs(lit.at(cell, MIDDLE, rim) - dark.at(cell, MIDDLE, rim)).max() < 40
    for cell in ("e4", "h4", "h7"):
        assert np.abs(lit.at(cell, TOP) - dark.at(cell, TOP)).max() < 40, cell
    assert palette(name).won != palette(name).dark


def test_ghost_rings_and_the_marble_that_goes(draw: Any) -> None:
    position = played("boku", KO.rsplit(" ", 1)[0])
    plain = draw(boku_live.build(position, LiveOptions()))
    hover = draw(boku_live.build(position, LiveOptions(ghost="h4", lit=("xf4", "xg4"))))
    ring = (0.0, RADIUS * np.sin(np.radians(34)))
    height = HEIGHT + RADIUS * np.cos(np.radians(34))
    for cell in ("f4", "g4"):
        r, _, b = hover.at(cell, height, ring)
        assert r > b + 60, "a red ring"
        assert np.abs(hover.at(cell, TOP) - plain.at(cell, TOP)).max() < 10
    ghost, solid, hollow = (p.light("h4", TOP) for p in (hover, draw(boards(KO)), plain))
    assert solid < ghost < hollow
    chosen = draw(boku_live.build(position, LiveOptions(ghost="h4xf4", lit=("xf4", "xg4"))))
    assert chosen.light("f4", TOP) < plain.light("f4", TOP) - 40


@pytest.mark.parametrize("view", [*VIEWS, "10,20"])
@pytest.mark.parametrize("size", [(480, 300), (200, 380)])
def test_the_whole_board_is_in_the_picture(draw: Any, view: str, size: tuple[int, int]) -> None:
    picture = draw(boards(KO), view, Style(transparent=True, shadows=False), size)
    rows, columns = np.nonzero(picture.image[..., 3] > 0)
    free = (rows.min(), size[1] - 1 - rows.max(), columns.min(), size[0] - 1 - columns.max())
    assert min(free) >= 1
    assert min(max(free[:2]), max(free[2:])) <= 0.04 * min(size) + 6


def test_there_is_no_gap_in_the_board(draw: Any) -> None:
    picture = draw(boards(""), "top", Style(transparent=True, shadows=False))
    for row in picture.image[..., 3]:
        inside = np.flatnonzero(row > 250)
        assert len(inside) == 0 or len(inside) == inside[-1] - inside[0] + 1


def test_letters_and_numbers_can_be_seen(draw: Any) -> None:
    scene = boards("")
    one, other = draw(scene), draw(boards("", labels=False))
    for label in scene.labels:
        x, y = project(one.camera, np.array([label.position]), SIZE)[0].astype(int)
        box = np.s_[y - 6 : y + 6, x - 6 : x + 6]
        assert (np.abs(one.image[box] - other.image[box]).max(axis=2) > 40).sum() > 6, label.text


def test_marbles_throw_shadows(draw: Any) -> None:
    bright, shaded = draw(boards(KO)), draw(boards(KO), style=Style())
    assert shaded.image.sum() < bright.image.sum()
    assert differing(bright, shaded, 15) > 300


def test_rays_meet_the_marbles_that_are_drawn(draw: Any) -> None:
    """Compare a picture with white and black marbles on wood with the results of picking."""
    position, rng, checked = played("boku", WON), random.Random(4), 0
    colours = {m.cell: m.colour for m in position.marbles}
    for view in ("top", "corner", "30,25"):
        scene = boku.build(position, SceneOptions(labels=False, result=False))
        only = boku.build(position, SceneOptions(board=False, result=False))
        full = draw(scene, view)
        alone = Scene(only.batches, (), None, scene.bounds)
        seen = draw(alone, view, Style(palette="blue", shadows=False, transparent=True))
        for _ in range(400):
            x, y = rng.randrange(1, SIZE[0] - 1), rng.randrange(1, SIZE[1] - 1)
            met = pick(position, ray_at(full.camera, x + 0.5, y + 0.5, SIZE), Display()).face
            around = seen.image[y - 1 : y + 2, x - 1 : x + 2]
            hit = isinstance(met, Spot) and met.marble
            if around[..., 3].min() > 250:
                red, blue = around[1, 1, 0], around[1, 1, 2]
                wanted = "black" if blue > red + 25 else "white"
                assert hit
                assert colours[met.cell] == wanted
                checked += 1
            elif around[..., 3].max() == 0:
                assert not hit
    assert checked > 15


def test_the_light_falls_into_hollows(draw: Any) -> None:
    """Check the light from one side: the opposite wall is bright, the near one in shade."""
    picture = draw(boards(""), style=Style(), size=(960, 720))
    towards = to_light(picture.camera)[:2]
    towards /= np.linalg.norm(towards)
    for cell in ("a1", "f5", "k10"):
        near, far = (
            int(picture.at(cell, SURFACE, tuple(side * 0.27 * towards)).sum()) for side in (1, -1)
        )
        wood = int(picture.at(cell, SURFACE, (0.0, 0.48)).sum())
        assert near + 60 < far, cell
        assert far < wood + 30


def test_hollows_are_deep(draw: Any) -> None:
    """Check from the side that the near edge hides the bottom: bowls, not painted discs."""
    low = draw(boards(""), "-90,25", Style(), (960, 720))
    flat = draw(boards(""), "-90,25", Style(shadows=False), (960, 720))
    near, far = (low.at("f5", SURFACE, (0.0, y)).sum() for y in (-0.28, 0.28))
    assert abs(int(near) - int(far)) > 20
    assert differing(low, flat, 8) > 500


def test_no_line_of_light_runs_along_a_hollows_near_edge(draw: Any) -> None:
    """Check from low down that only the board on this side and the bowl beyond are seen."""
    picture = draw(boards(""), "30,14", Style(), (2560, 1440))
    light = picture.image[..., :3].sum(axis=2) / 3
    turns = np.radians(30.0 + np.linspace(-70.0, 70.0, 281))
    around = HOLE * np.stack([np.cos(turns), np.sin(turns), 0 * turns], axis=1)
    lines = 0
    for cell in CELLS:
        edge = project(
            picture.camera, around + np.array((*place_of(cell), 0.0)), picture.size
        ).astype(int)
        rows = edge[:, 1] + np.arange(-3, 4)[:, None]
        seen = light[rows, edge[:, 0]]
        lines += int((seen[1:-1] > np.maximum(seen[:-2], seen[2:]) + 5).any(axis=0).sum())
    assert lines < 0.03 * len(CELLS) * len(turns)


@pytest.mark.parametrize("view", ["top", "corner", "30,15"])
def test_marbles_are_round_from_everywhere(draw: Any, view: str) -> None:
    """Check that their outline against the empty board is the circle of a sphere."""
    position = played("boku", "f5")
    only = boku.build(position, SceneOptions(board=False))
    far = Scene(only.batches, (), None, boards("").bounds)
    picture = draw(far, view, Style(shadows=False, transparent=True), (960, 720))
    covered = float(picture.image[..., 3].sum()) / 255
    x, y = place_of(position.parse("f5").cell)
    middle = np.array([x, y, HEIGHT])
    up = basis(picture.camera)[1]
    # The outline lies on the cone from the eye, slightly nearer than the marble's centre.
    away = (
        np.inf
        if picture.camera.projection == "ortho"
        else np.linalg.norm(eye(picture.camera) - middle)
    )
    seen = RADIUS / np.sqrt(1.0 - (RADIUS / away) ** 2)
    ends = project(picture.camera, np.stack([middle, middle + seen * up]), (960, 720))
    assert covered == pytest.approx(np.pi * np.linalg.norm(ends[1] - ends[0]) ** 2, rel=0.03)


def test_heat_can_be_seen_on_the_board(draw: Any) -> None:
    position = played("boku", "f5")
    plain = draw(boku_live.build(position, LiveOptions()))
    warm = draw(boku_live.build(position, LiveOptions(heat=(("e5", 1.0), ("g6", 0.2)))))
    for cell in ("e5", "g6"):
        r, g, b = warm.at(cell, SURFACE)
        assert min(r, b) - g > 10, f"{cell}: violet"
        assert np.abs(warm.at(cell, SURFACE) - plain.at(cell, SURFACE)).max() > 30
    assert np.abs(warm.at("e4", SURFACE) - plain.at("e4", SURFACE)).max() < 3


def test_numbers_are_light_in_a_dark_line_on_both_colours(draw: Any) -> None:
    moves = ("e5", "f5")
    position = played("boku", " ".join(moves))
    plain = draw(boku.build(position, SceneOptions()), size=(960, 720))
    numbered = draw(boku.build(position, SceneOptions(numbered=moves)), size=(960, 720))
    for cell in moves:
        spot = np.array([[*place_of(position.parse(cell).cell), TOP]])
        x, y = project(numbered.camera, spot, numbered.size)[0].astype(int)
        around = np.s_[y - 20 : y + 20, x - 20 : x + 20, :3]
        changed = np.abs(numbered.image[around] - plain.image[around]).max(axis=2) > 8
        ink = numbered.image[around][changed].mean(axis=1)
        assert (ink > 225).sum() > 10, f"{cell}: light letters"
        assert (ink < 60).sum() > 10, f"{cell}: a dark line"
