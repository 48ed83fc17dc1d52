"""Whole pictures: marks, lit paths, framing, transparency, views, themes."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from boche.engine import new
from boche.viewer.camera.camera import VIEWS, parse_view, projection_matrix, view_matrix
from boche.viewer.export.images import framed
from boche.viewer.games.boche.board import to_lattice_centre
from boche.viewer.games.boche.lattice import to_world
from boche.viewer.games.registry import build_scene
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style, palette_names, rgb, theme, theme_names
from boche.viewer.scene import Scene, SceneOptions

SIZE = (480, 300)


def played(size: int, moves: int | None = None, seed: int = 1, **options: Any) -> tuple[Any, Any]:
    """Return a position after random moves, and the last move."""
    chance, position, last = random.Random(seed), new("boche", size=size, **options), None
    while position.outcome is None and (moves is None or position.ply < moves):
        last = chance.choice([m for m in position.legal_moves() if str(m) != "swap"])
        position = position.play(last)
    return position, last


@pytest.fixture
def draw(context: Any) -> Any:
    renderer = Renderer(context)
    targets: dict[Any, Target] = {}

    def drawn(
        scene: Scene, view: str = "corner", style: Style | None = None, size: Any = SIZE
    ) -> Any:
        camera, _ = parse_view(view)
        if size not in targets:
            targets[size] = Target(context, size)
        camera = framed(scene, camera, size)
        renderer.draw(scene, camera, targets[size].drawn, size, style or Style())
        return targets[size].read()[::-1].astype(int)

    yield drawn
    renderer.release()
    for target in targets.values():
        target.release()


def pixel(
    image: Any, scene: Scene, lattice: tuple[float, ...], board: int, view: str = "top"
) -> Any:
    """Return the pixel of a lattice point."""
    height, width = image.shape[:2]
    camera = framed(scene, parse_view(view)[0], (width, height))
    place = to_world(np.array([lattice]), to_lattice_centre(board))[0]
    clip = np.append(place, 1.0) @ view_matrix(camera) @ projection_matrix(camera, width / height)
    x, y = (clip[:2] / clip[3] + 1) / 2 * (width, height)
    return image[height - 1 - int(y), int(x)]


def differing(one: Any, other: Any, by: int = 40) -> int:
    """Return the number of clearly different pixels."""
    return int((np.abs(one - other).max(axis=2) > by).sum())


@pytest.mark.parametrize("view", [*VIEWS, "10,20", "130,75"])
@pytest.mark.parametrize("size", [(480, 300), (200, 380)])
def test_the_whole_board_is_in_the_picture(draw: Any, view: str, size: tuple[int, int]) -> None:
    scene = build_scene(played(4)[0])
    image = draw(scene, view, Style(transparent=True, shadows=False), size)
    rows, columns = np.nonzero(image[..., 3] > 0)
    free = (rows.min(), size[1] - 1 - rows.max(), columns.min(), size[0] - 1 - columns.max())
    assert min(free) >= 1, "something touches the border"
    # It fills the picture: one pair of borders is as narrow as the margin asks.
    margin = 0.04 * min(size)
    assert min(max(free[:2]), max(free[2:])) <= margin + 4


def test_a_view_keeps_still_from_move_to_move() -> None:
    scenes = [build_scene(played(4, moves)[0]) for moves in (0, 5, 20)]
    cameras = {framed(scene, VIEWS["corner"], SIZE) for scene in scenes}
    assert len(cameras) == 1


def test_the_last_move_is_marked(draw: Any) -> None:
    position, last = played(4, 8)
    plain = draw(build_scene(position, SceneOptions()))
    marked = draw(build_scene(position, SceneOptions(last=last)))
    changed = differing(plain, marked)
    assert 60 < changed < 2500, "a clear outline, but no more than that"
    assert np.array_equal(marked, draw(build_scene(position, SceneOptions(last=str(last)))))


def test_a_swap_leaves_no_mark(draw: Any) -> None:
    position = new("boche", size=2).play("a:a1").play("swap")
    scene = build_scene(position, SceneOptions(last="swap"))
    assert not (scene.batches[0].instances["pattern"] & 0xF000).any()


def winner_and_loser_points(position: Any) -> tuple[list[Any], list[Any]]:
    """Return the centres of the winning path's bands, and of other bands of the same colour."""
    path = set(position.winning_path())
    faces = position.surface().faces
    colour = next(iter(path)).colour
    middle = {f: tuple(np.mean([*f.joined], axis=0)) for f in faces if f.colour == colour}
    return [m for f, m in middle.items() if f in path], [
        m for f, m in middle.items() if f not in path
    ]


def test_the_winning_path_is_lit_along_its_bands(draw: Any) -> None:
    position, _ = played(5, seed=4, kill=0)
    assert position.outcome.kind == "path"
    dark, lit = (build_scene(position, SceneOptions(result=result)) for result in (False, True))
    before, after = draw(dark, "top"), draw(lit, "top")
    on, off = winner_and_loser_points(position)
    for point in on:
        change = np.abs(pixel(before, dark, point, 5) - pixel(after, lit, point, 5))
        assert change.max() > 60, point
        r, _, b, _ = pixel(after, lit, point, 5)
        assert r > b + 40, "amber"
    for point in off:
        r, _, b, _ = pixel(after, lit, point, 5)
        assert r < b + 40, point


def test_an_enclosed_group_is_red_and_not_gold_like_a_path(draw: Any) -> None:
    position, _ = played(6, seed=3, kill=4)
    assert position.outcome.kind == "enclosure"
    scene = build_scene(position)
    image = draw(scene, "top")
    (group,) = position.enclosed_groups()
    for corner in group.corners:
        r, g, b, _ = pixel(image, scene, tuple(c - 0.04 for c in corner), 6)
        assert r > b + 40, corner
        assert g < 0.5 * r, "gold is brighter in green"


def test_labels_can_be_seen_and_left_out(draw: Any) -> None:
    position, _ = played(3, 2)
    with_labels = draw(build_scene(position), "top")
    without = draw(build_scene(position, SceneOptions(labels=False)), "top")
    scene = build_scene(position)
    assert [label.text for label in scene.labels] == ["a", "1", "b", "2", "c", "3"]
    height, width = with_labels.shape[:2]
    camera = framed(scene, VIEWS["top"], SIZE)
    for label in scene.labels:
        clip = np.append(label.position, 1.0) @ view_matrix(camera)
        clip = clip @ projection_matrix(camera, width / height)
        x, y = (clip[:2] + 1) / 2 * (width, height)
        box = np.s_[height - int(y) - 8 : height - int(y) + 8, int(x) - 8 : int(x) + 8]
        assert differing(with_labels[box], without[box]) > 8, label.text


def test_labels_stay_upright_from_every_side() -> None:
    # The same letters in the same places, whichever way the viewer stands: only turned.
    scene = build_scene(played(3, 2)[0])
    assert {label.position[2] for label in scene.labels} == {0.0}


def test_transparent_pictures_have_no_table(draw: Any) -> None:
    scene = build_scene(played(3, 4)[0])
    clear = draw(scene, style=Style(transparent=True, shadows=False))
    shaded = draw(scene, style=Style(transparent=True))
    assert set(clear[[0, 0, -1, -1], [0, -1, 0, -1], 3]) == {0}
    assert clear[SIZE[1] // 2, SIZE[0] // 2, 3] == 255
    assert (clear[..., :3] <= clear[..., 3:]).all(), "premultiplied"
    soft = (shaded[..., 3] > 8) & (shaded[..., 3] < 200)
    assert soft.sum() > ((clear[..., 3] > 8) & (clear[..., 3] < 200)).sum() + 500


def test_shadows_darken(draw: Any) -> None:
    scene = build_scene(played(4, 14)[0])
    bright, shaded = draw(scene, style=Style(shadows=False)), draw(scene)
    assert bright.sum() > shaded.sum()
    assert differing(bright, shaded, 15) > 1500


def test_a_ghost_is_lit_as_if_nothing_had_been_drawn_before_it(draw: Any) -> None:
    """Check the binding of the depth map, after letters and the table's shadow bound textures."""
    plain = build_scene(played(3, 1)[0], SceneOptions(result=False))
    cubes, *wood = plain.batches
    solid = draw(plain, style=Style(shadows=False))
    ghost = replace(plain, batches=(replace(cubes, translucent=True), *wood))
    # Where faces overlap slightly, the first one drawn is visible.
    assert differing(draw(ghost, style=Style(shadows=False)), solid, 2) < 10


@pytest.mark.parametrize("name", theme_names())
def test_the_table_has_the_colour_of_the_theme(draw: Any, name: str) -> None:
    image = draw(build_scene(played(2, 1)[0]), style=Style(theme=name))
    wanted = [round(255 * c) for c in theme(name).table]
    assert np.abs(image[2, 2, :3] - wanted).max() <= 1


def test_the_palettes_and_themes_that_were_promised() -> None:
    assert palette_names() == ["blue", "classic", "safe"]
    assert theme_names() == ["cherry", "dark", "felt", "light", "night", "slate"]
    assert rgb("#ff8000") == (1.0, 128 / 255, 0.0)


def test_three_faces_have_three_tones(draw: Any) -> None:
    # a and e show one colour in the middle of all three faces.
    scene = build_scene(
        new("boche", size=1, fill_board=True).play("e:a1"), SceneOptions(result=False)
    )
    for view in ("corner", "corner2", "corner3"):
        image = draw(scene, view)
        middles = [(1, 0.5, 0.5), (0.5, 1, 0.5), (0.5, 0.5, 1)]
        tones = sorted(int(pixel(image, scene, m, 1, view)[:3].sum()) for m in middles)
        assert tones[1] - tones[0] > 90, (view, tones)
        assert tones[2] - tones[1] > 45, (view, tones)


@pytest.mark.parametrize("view", ["corner", "corner2", "corner3"])
def test_no_face_is_a_sliver(view: str) -> None:
    position, _ = played(6, seed=2, kill=0)
    scene = build_scene(position)
    camera = framed(scene, VIEWS[view], (1920, 1080))
    screen = view_matrix(camera) @ projection_matrix(camera, 16 / 9)

    def area(corners: Any) -> float:
        places = to_world(np.array(corners, float), to_lattice_centre(6))
        clip = np.column_stack([places, np.ones(len(places))]) @ screen
        (x, y) = (clip[:, :2] / clip[:, 3:] * (960, 540)).T
        return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2

    areas: dict[str, list[float]] = {"x": [], "y": [], "z": []}
    for face in position.surface().faces:
        one, two = face.joined
        three, four = face.apart
        areas[face.axis].append(abs(area([one, three, two, four])))
    means = sorted(float(np.mean(found)) for found in areas.values())
    assert means[0] > 0.25 * means[2]
    assert min(map(min, areas.values())) > 0.15 * means[2]


def test_the_same_scene_gives_the_same_picture(draw: Any) -> None:
    scene = build_scene(played(4, 9)[0])
    assert np.array_equal(draw(scene), draw(build_scene(played(4, 9)[0])))
