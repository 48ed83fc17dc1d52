"""Che's pictures, checked by pixels: bands as the help file draws them, light, marks, frame."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from boche.engine.games import che
from boche.viewer.camera.camera import VIEWS, Camera, projection_matrix, view_matrix
from boche.viewer.camera.rays import project
from boche.viewer.export.images import framed
from boche.viewer.games.registry import build_live, build_scene
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style, palette_names, theme, theme_names
from boche.viewer.scene import Scene, SceneOptions
from boche.viewer.scene.live import LiveOptions

SIZE = (480, 320)
BLUE = Style(palette="blue", shadows=False)
# Which of the four corners are dark, and whether the band joins the dark ones: from the drawings.
DARK_CORNERS = {"fl": "tr bl", "fr": "tl br", "bl": "tl br", "br": "tr bl"}
PLACES = {"tl": (0, 1), "tr": (1, 1), "bl": (0, 0), "br": (1, 0)}


@pytest.fixture
def draw(context: Any) -> Any:
    renderer = Renderer(context)
    targets: dict[Any, Target] = {}

    def drawn(scene: Scene, view: Any = "top", style: Style | None = None, size: Any = SIZE) -> Any:
        if size not in targets:
            targets[size] = Target(context, size)
        camera = framed(scene, VIEWS.get(view, view), size)
        renderer.draw(scene, camera, targets[size].drawn, size, style or Style())
        return targets[size].read()[::-1].astype(int)

    yield drawn
    renderer.release()
    for target in targets.values():
        target.release()


def played(moves: str, **options: object) -> Any:
    position = che.GAME.new(**options)
    for move in moves.split():
        position = position.play(move)
    return position


def random_position(plies: int, seed: int = 1) -> Any:
    rng, position = random.Random(seed), che.GAME.new(num_tiles=-1, group_area=99)
    while position.ply < plies and position.outcome is None:
        position = position.play(rng.choice(position.legal_moves()))
    return position


def pixel(image: Any, scene: Scene, place: tuple[float, float, float], view: Any = "top") -> Any:
    """Return the pixel of a place in the world."""
    height, width = image.shape[:2]
    camera = framed(scene, VIEWS.get(view, view), (width, height))
    clip = np.append(place, 1.0) @ view_matrix(camera) @ projection_matrix(camera, width / height)
    x, y = (clip[:2] / clip[3] + 1) / 2 * (width, height)
    return image[height - 1 - int(y), int(x)]


def is_dark(colour: Any) -> bool:
    """Return whether a colour is bluer than red, in the palette ``blue``."""
    return int(colour[2]) > int(colour[0]) + 25


def dark_expected(kind: str, u: float, v: float) -> bool:
    """Return whether a place on a tile is dark: u to the right, v up, from 0 to 1."""
    band_dark = kind[0] == "b"
    for name, (x, y) in PLACES.items():
        dark = name in DARK_CORNERS[kind].split()
        if dark != band_dark and np.hypot(u - x, v - y) < 0.5:
            return dark
    return band_dark


GRID = (0.14, 0.32, 0.5, 0.68, 0.86)


@pytest.mark.parametrize("kind", ["fl", "fr", "bl", "br"])
def test_the_four_tiles_look_as_they_are_drawn(draw: Any, kind: str) -> None:
    scene = build_scene(played(f"{kind}:0,0"), SceneOptions(labels=False))
    image = draw(scene, style=BLUE)
    for u, v in product(GRID, GRID):
        arcs = [abs(np.hypot(u - x, v - y) - 0.5) for x, y in PLACES.values()]
        if min(arcs) > 0.05:
            found = is_dark(pixel(image, scene, (u - 0.5, v - 0.5, 0.0)))
            assert found == dark_expected(kind, u, v), (u, v)


def test_neighbours_match_along_their_edges(draw: Any) -> None:
    position = random_position(8)
    scene = build_scene(position, SceneOptions(labels=False, result=False))
    image = draw(scene, style=BLUE, size=(1200, 900))
    for tile in position.tiles:
        for near in tile.cell.neighbours[:2]:
            if position.tile_at(near) is None:
                continue
            dx, dy = near.x - tile.x, near.y - tile.y
            for side in (-0.25, 0.25):
                seen = [
                    is_dark(
                        pixel(
                            image,
                            scene,
                            (tile.x + way * dx + side * dy, tile.y + way * dy + side * dx, 0.0),
                        )
                    )
                    for way in (0.4, 0.6)
                ]
                assert seen[0] == seen[1], (tile, near, side)


@pytest.mark.parametrize("view", list(VIEWS))
@pytest.mark.parametrize("size", [(480, 300), (200, 380)])
def test_all_tiles_are_in_the_picture(draw: Any, view: str, size: tuple[int, int]) -> None:
    for plies in (1, 9):
        scene = build_scene(random_position(plies))
        image = draw(scene, view, Style(transparent=True, shadows=False), size)
        rows, columns = np.nonzero(image[..., 3] > 0)
        free = (rows.min(), size[1] - 1 - rows.max(), columns.min(), size[0] - 1 - columns.max())
        assert min(free) >= 1, "something touches the border"


def test_a_closed_region_is_lit(draw: Any) -> None:
    position = played("fl:0,0 fr:0,1+fr:1,0 fl:1,1+fr:1,2")
    plain, lit = (build_scene(position, SceneOptions(result=way)) for way in (False, True))
    before, after = draw(plain), draw(lit)
    for dx, dy in product((-0.2, 0.2), repeat=2):
        place = (0.5 + dx, 0.5 + dy, 0.0)
        assert np.abs(pixel(before, plain, place) - pixel(after, lit, place)).max() > 60
        r, _, b, _ = pixel(after, lit, place)
        assert r > b + 40, "amber"
    r, _, b, _ = pixel(after, lit, (-0.35, -0.35, 0.0))
    assert r < b + 40, "the dark corner of another region stays dark"


def test_the_last_move_is_framed(draw: Any) -> None:
    position = played("fr:0,0 fl:1,0+br:0,1")
    plain = build_scene(position)
    marked = build_scene(position, SceneOptions(last="fl:1,0+br:0,1"))
    one, two = draw(plain), draw(marked)
    changed = np.abs(one - two).max(axis=2) > 40
    assert 60 < changed.sum() < 4000
    for x, y in ((1, 0), (0, 1)):
        r, g, _, _ = pixel(two, marked, (x - 0.42, y, 0.0))
        assert g > r + 60, "turquoise"
    assert np.abs(pixel(one, plain, (-0.42, 0, 0)) - pixel(two, marked, (-0.42, 0, 0))).max() < 40


def test_tiles_have_sides_of_wood_between_their_colours(draw: Any) -> None:
    scene = build_scene(played("fl:0,0"), SceneOptions(labels=False))
    view = Camera(azimuth=-90.0, elevation=8.0)
    image = draw(scene, view, BLUE, (900, 500))
    # The front's lower left corner is dark, the back's is light; wood lies between them.
    seen = [pixel(image, scene, (-0.25, -0.5, z), view) for z in (-0.03, -0.075, -0.115)]
    assert is_dark(seen[0])
    assert not is_dark(seen[1])
    assert not is_dark(seen[2])
    r, _, b, _ = seen[1]
    assert r > b + 15, "wood is warmer than paint"


def test_a_ghost_is_solid(draw: Any) -> None:
    """Check that its face is as bright as that of a laid tile."""
    position = played("fr:0,0")
    ghost = build_live(position, LiveOptions(ghost="fl:1,0"))
    laid = build_live(position, LiveOptions(taken="fl:1,0"))
    style = Style(shadows=False)
    one, two = draw(ghost, style=style), draw(laid, style=style)
    for place in ((1.0, 0.0, 0.0), (1.2, 0.2, 0.0), (0.8, -0.2, 0.0)):
        assert np.abs(pixel(one, ghost, place) - pixel(two, laid, place)).max() < 12


@pytest.mark.parametrize("look", theme_names())
def test_the_first_tile_is_laid_on_a_board(draw: Any, look: str) -> None:
    """Check that an empty game shows wood all round 0,0, with its corners marked on it."""
    scene = build_live(played(""), LiveOptions(labels=False))
    image = draw(scene, style=Style(theme=look, shadows=False))
    table = image[2, 2, :3]
    for place in ((-1.5, 0, -0.15), (1.5, 0, -0.15), (0, -1.5, -0.15), (0, 1.5, -0.15)):
        assert np.abs(pixel(image, scene, place)[:3] - table).max() > 40
    wood = pixel(image, scene, (0.0, 0.0, -0.15))[:3].sum()
    marked = pixel(image, scene, (-0.38, -0.34, -0.134))[:3].sum()
    assert marked < wood - 60


def test_open_cells_are_marked_while_one_is_being_chosen(draw: Any) -> None:
    position = played("fr:0,0")
    ghost = next(step.text for step in position.steps(position.steps()[0].text))
    assert ":1,0" not in ghost
    scene = build_live(position, LiveOptions(ghost=ghost))
    for name in theme_names():
        image = draw(scene, style=Style(theme=name, shadows=False), size=(1200, 900))
        table = np.array([round(255 * c) for c in theme(name).table])
        corner = pixel(image, scene, (1.0 - 0.385, 0.0 - 0.385, -0.134))[:3]
        assert np.abs(corner - table).max() > 12, name


@pytest.mark.parametrize("name", palette_names())
def test_every_palette_keeps_the_colours_apart(draw: Any, name: str) -> None:
    scene = build_scene(played("fl:0,0"), SceneOptions(labels=False))
    image = draw(scene, style=Style(palette=name))
    light, dark = (pixel(image, scene, p)[:3].sum() for p in ((0, 0, 0), (-0.3, -0.3, 0)))
    assert light > dark + 150


def test_the_same_scene_gives_the_same_picture(draw: Any) -> None:
    one, two = (draw(build_scene(random_position(6)), "corner") for _ in range(2))
    assert np.array_equal(one, two)


def test_the_palette_of_tiles_can_be_drawn(draw: Any, context: Any) -> None:
    from boche.viewer.games.che.panel import pieces

    scene, camera = pieces(("fl", "fr", "bl", "br"), VIEWS["corner"], "light")
    renderer, target = Renderer(context), Target(context, (300, 300))
    try:
        style = Style(transparent=True, shadows=False)
        renderer.draw(scene, camera, target.drawn, (300, 300), style)
        alpha = target.read()[::-1][..., 3].astype(int)
    finally:
        renderer.release()
        target.release()
    cells = [(column, row) for row in range(3) for column in range(3)]
    filled = [
        alpha[100 * row : 100 * row + 100, 100 * column : 100 * column + 100].max() > 0
        for column, row in cells
    ]
    assert filled == [True] * 4 + [False] * 5


@pytest.mark.parametrize(("before", "after"), [("fl", "br"), ("fr", "bl"), ("fl", "fr")])
def test_a_turning_tile_begins_as_what_it_was(draw: Any, before: str, after: str) -> None:
    """Check that a flip shows the tile's own back: it starts identical to the previous tile."""
    position = played("")

    def ghost(kind: str, turned: tuple[str, float] | None = None) -> Any:
        options = LiveOptions(ghost=f"{kind}:0,0", turned=turned)
        return draw(build_live(position, options))

    old, new = ghost(before), ghost(after)
    start, middle = (ghost(after, (f"{before}:0,0", part)) for part in (0.0, 0.5))
    assert (np.abs(start - old).max(axis=2) > 40).mean() < 0.002
    for other in (old, new):
        assert (np.abs(middle - other).max(axis=2) > 40).mean() > 0.01


def test_a_glint_along_an_edge_fades_towards_the_corner(draw: Any) -> None:
    """Check a dark tile in a large picture, where the glint used to be cut off."""
    size = (1280, 960)
    scene = build_scene(played("bl:0,0"), SceneOptions(last=None))
    image = draw(scene, VIEWS["corner"], size=size)[::-1]
    along, across = np.linspace(0.05, 0.49, 89), np.linspace(-0.47, -0.41, 25)
    points = np.stack(np.broadcast_arrays(along[:, None], across, 0.0), axis=-1).reshape(-1, 3)
    columns, rows = project(framed(scene, VIEWS["corner"], size), points, size).astype(int).T
    tones = image[rows, columns, :3].sum(axis=1).reshape(89, 25).max(axis=1)
    assert tones[:20].mean() > tones[-1] + 100, "there is a glint"
    assert np.abs(tones[6:] - tones[:-6]).max() < 70
