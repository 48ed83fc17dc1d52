"""Names and coordinates of levels taken apart: they are read beside their own cubes, or not at all.

Where a label is in the picture is worked out from how letters lie: flat, upright for the viewer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from boche.engine import new
from boche.engine.games.boche.geometry import Cell
from boche.engine.languages.current import speaking
from boche.viewer.camera.camera import Camera, basis, frame
from boche.viewer.camera.rays import project
from boche.viewer.games.registry import build_scene, labels_seen, taken_apart
from boche.viewer.games.view import WAYS
from boche.viewer.hud.model import Shower
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import Label, SceneOptions
from boche.viewer.storage.settings import Settings
from boche.viewer.window.drawing.board_picture import live_options
from tests.gl.seen_places import EDGES, Solid, boche_cells, box, cube_middle, first_met
from tests.viewer.table.user import VIEWPORT, User

WIDE = 0.28  # half the width of a character at least, in heights


@cache
def moves_of(size: int) -> tuple[str, ...]:
    """Return moves that fill a pyramid."""
    position, moves = new("boche", size=size, kill=0, fill_board=True), []
    while position.outcome is None:
        moves.append(next(str(m) for m in position.legal_moves() if str(m) != "swap"))
        position = position.play(moves[-1])
    return tuple(moves)


def user_before(size: int, way: str) -> User:
    """Return a user before a full pyramid, taken apart in a way if there is one."""
    user = User(size=size, kill=0, fill_board=True)
    for move in moves_of(size):
        user.session.play(move)
    user.settle()
    for _ in range(WAYS.index(way) + 1 if way else 0):
        user.controller.command("explode", user.later())
    assert user.controller.table.looking.way == way
    return user


def written(user: User) -> Iterator[tuple[int, Label]]:
    """Yield the labels over the levels, each with its level: the name's, then those after it."""
    view, level = user.view, -1
    options = LiveOptions(apart=view.display.apart)
    for label in labels_seen(view.position, options, view.camera, VIEWPORT) or ():
        if label.outlined:
            name = label.text.removeprefix("Level ")
            level = int(name) if name != label.text else level
            yield level, label


def is_seen(label: Label, camera: Camera) -> bool:
    """Return whether a label faces a camera without perspective."""
    facing = np.array(label.facing)
    return bool(facing @ basis(camera)[2] >= label.least * np.linalg.norm(facing))


def pixels_of(label: Label, camera: Camera) -> np.ndarray:
    """Return pixels all over a label."""
    right = basis(camera)[0]
    up = np.array([-right[1], right[0], 0.0])
    wide = WIDE * len(label.text)
    by = [a * wide * right + b * 0.5 * up for a in (-1, -0.5, 0, 0.5, 1) for b in (-1, 0, 1)]
    return project(camera, np.array(label.position) + label.height * np.array(by), VIEWPORT)


@cache
def middles_of(size: int) -> dict[tuple[int, int, int], np.ndarray]:
    """Return the middles of all cubes: each lies over the middle of the three that it rests on."""
    rise = np.array([0.0, 0.0, np.sqrt(1 / 3)])
    found = {(c, r, 0): cube_middle(size, c, r, 0) for c in range(size) for r in range(size - c)}
    for k in range(1, size):
        for c in range(size - k):
            for r in range(size - k - c):
                below = [(c, r, k - 1), (c + 1, r, k - 1), (c, r + 1, k - 1)]
                found[c, r, k] = np.mean([found[cell] for cell in below], axis=0) + rise
    return found


def shown_at(user: User) -> dict[str, np.ndarray]:
    """Return the middle of each cube where it is shown, by its level and its place."""
    position, apart = user.session.position, user.view.display.apart
    middles = middles_of(position.size)
    return {
        f"{k} {c} {r}": middles[c, r, k] + (apart.shifts[k] if apart else 0.0)
        for c, r, k in boche_cells(position)[0]
    }


def cubes_of(user: User) -> dict[str, Solid]:
    """Return each cube where it is shown, by its level and its place."""
    return {name: box(name, at, EDGES, [0.5] * 3) for name, at in shown_at(user).items()}


def lie_over(user: User) -> set[tuple[str, str]]:
    """Return the labels that are seen over a cube of another level, each with that cube."""
    camera, found = user.view.camera, set()
    solids = cubes_of(user).values()
    for level, label in written(user):
        if is_seen(label, camera):
            met = first_met(solids, camera, pixels_of(label, camera), VIEWPORT)
            found |= {
                (label.text, cube) for cube in met if cube and not cube.startswith(f"{level} ")
            }
    return found


def missing(user: User) -> list[str]:
    """Return the labels of all levels that are not seen, or not wholly in the picture."""
    camera, size = user.view.camera, user.session.position.size
    found = []
    for _, label in written(user):
        places = pixels_of(label, camera)
        inside = ((places >= 0) & (places <= VIEWPORT)).all()
        if not (is_seen(label, camera) and inside):
            found.append(label.text)
    there = [label.text for _, label in written(user)]
    coordinates = [text for text in there if not text.startswith("Level ")]
    if coordinates and len(coordinates) != sum(2 * (size - k) for k in range(1, size)):
        found.append("some coordinates")
    return found + [f"Level {k}" for k in range(size) if f"Level {k}" not in there]


@pytest.mark.parametrize("key", ["1", "2", "3", "T"])
@pytest.mark.parametrize("way", WAYS)
def test_all_labels_are_read_from_each_view(way: str, key: str) -> None:
    user = user_before(4, way)
    user.key(key)
    user.settle()
    assert missing(user) == []
    assert lie_over(user) == set()


@pytest.mark.parametrize("way", WAYS)
def test_no_label_lies_on_another_level_after_an_orbit(way: str) -> None:
    """Walk round the table, high and low."""
    user = user_before(4, way)
    for key, times in (("Shift+Left", 8), ("Shift+Down", 2), ("Shift+Right", 14), ("Shift+Up", 3)):
        for _ in range(times):
            user.key(key)
        assert lie_over(user) == set(), key


@pytest.mark.parametrize("zoom", [0.8, 3.0])
@pytest.mark.parametrize("way", [*WAYS, ""])
def test_labels_stand_beside_their_own_place_from_every_view_and_zoom(
    way: str, zoom: float
) -> None:
    """Orbit and zoom at once; each cube that is well seen has its letter and number."""
    user = user_before(4, way)
    apart, start = user.view.display.apart, user.view.camera
    for azimuth, elevation in ((-60, 60), (15, 25), (90, 40), (165, 90), (240, 25)):
        camera = replace(
            start, azimuth=azimuth, elevation=elevation, distance=start.distance / zoom
        )
        labels = labels_seen(user.view.position, LiveOptions(apart=apart), camera, VIEWPORT) or ()
        middles = {tuple(map(int, name.split())): at for name, at in shown_at(user).items()}
        near = {cell: [at] for cell, at in middles.items()}
        written_rows = set()
        for label in labels:
            pixels = pixels_of(label, camera)
            assert ((pixels >= 0) & (pixels <= VIEWPORT)).all(), (azimuth, elevation, label)
            if not label.text.startswith("Level "):
                own = min(middles, key=lambda c: np.linalg.norm(middles[c] - label.position))
                told = "abcd"[own[1]], str(own[2] + 1)
                kinds = [kind for kind in (1, 2) if label.text in ("".join(told), told[kind - 1])]
                assert kinds, (azimuth, elevation)
                written_rows |= {(own[0] if apart else 0, kind, own[kind]) for kind in kinds}
                near[own].append(np.array(label.position))
        for label in labels:
            if label.text.startswith("Level "):
                assert label.text == f"Level {nearest_level(label, near, camera)}"
        names = {label.text for label in labels if label.text.startswith("Level ")}
        for k, c, r in well_seen(user, camera):
            level = k if apart else 0
            unwritten = {(level, 1, c), (level, 2, r)} - written_rows
            assert not unwritten, (azimuth, elevation, k, c, r)
            # Near by, there may be no room for a name between two levels.
            assert not apart or zoom > 1.0 or f"Level {k}" in names, (azimuth, elevation, k)


@pytest.mark.parametrize(("key", "along"), [("1", 1), ("2", 0), ("3", 1), ("T", 1)])
@pytest.mark.parametrize("way", WAYS)
def test_lines_across_a_level_are_named_at_their_left_ends(way: str, key: str, along: int) -> None:
    """From the right no column or row lies across, so that the ends are named as cells are."""
    user = user_before(6, way)
    user.key(key)
    user.settle()
    camera = user.view.camera
    middles = {tuple(map(int, name.split())): at for name, at in shown_at(user).items()}
    labels = [
        label
        for label in labels_seen(
            user.view.position, LiveOptions(apart=user.view.display.apart), camera, VIEWPORT
        ) or ()
        if not label.text.startswith("Level ")
    ]  # fmt: skip
    assert all(len(label.text) == 2 - along for label in labels)
    if along:
        return
    named = set()
    for label in labels:
        k, c, r = min(middles, key=lambda at: np.linalg.norm(middles[at] - label.position))
        assert label.text == f"{'abcdef'[c]}{r + 1}"
        named.add((k, c, r))
    for k, c, r in middles:
        left, last = (k, c + r, 0), (k, 5 - k - r, r)
        assert {left, last} <= named, "where its line across begins, and below it"
        heights = [project(camera, middles[at][None], VIEWPORT)[0][1] for at in (left, (k, c, r))]
        assert abs(heights[0] - heights[1]) < 12, "the eye follows the line to its name"


@pytest.mark.parametrize("key", ["1", "2", "3", "T"])
@pytest.mark.parametrize("way", WAYS)
def test_a_picture_names_cubes_as_the_window_does(way: str, key: str) -> None:
    """Also those on boards: an exported picture had letters and numbers along its own two sides."""
    user = user_before(4, way)
    user.key(key)
    user.settle()
    position, aspect = user.view.position, VIEWPORT[0] / VIEWPORT[1]
    found = taken_apart(position, way, user.view.camera, aspect)
    camera = frame(found.camera, found.bounds, aspect)
    seen = labels_seen(position, LiveOptions(apart=found.apart), camera, VIEWPORT) or ()
    scene = build_scene(position, SceneOptions(apart=found.apart, result=False))
    places = {
        kind: sorted(
            (each.text, *np.round(each.position, 3)) for each in labels if not is_name(each)
        )
        for kind, labels in (("window", seen), ("picture", scene.labels))
    }
    assert places["picture"] == places["window"]
    assert {len(text) for text, *_ in places["picture"]} == {2 if key == "2" else 1}


def is_name(label: Label) -> bool:
    """Return whether a label is the name of a level."""
    return label.text.startswith("Level ")


Cell3 = tuple[int, int, int]


def nearest_level(label: Label, near: dict[Cell3, list[np.ndarray]], camera: Camera) -> int:
    """Return the level with the thing that is nearest to a label in the picture."""
    pixels, away = pixels_of(label, camera)[:, None], {}
    for cell, places in near.items():
        seen = project(camera, np.array(places), VIEWPORT)
        away[cell] = np.linalg.norm(pixels - seen, axis=2).min()
    return min(away, key=lambda cell: away[cell])[0]


def well_seen(user: User, camera: Camera) -> Iterator[Cell3]:
    """Yield the cubes whose tops no other cube hides, and that lie well within the picture.

    While the levels lie on each other, these are the highest cubes of their columns.
    """
    solids, apart, places = cubes_of(user), user.view.display.apart, shown_at(user)
    right, up, _ = basis(camera)
    around = [a * right + b * up for a in (-0.4, 0, 0.4) for b in (-0.5, -0.25, -0.02)]
    around += [-right - up, right + up]
    tips = np.array([*places.values()]) + 0.5 * EDGES.sum(axis=0)
    pixels = project(camera, (tips[:, None] + around).reshape(-1, 3), VIEWPORT)
    inside = ((pixels >= 0) & (pixels <= VIEWPORT)).all(axis=1).reshape(len(tips), -1)
    met = first_met(solids.values(), camera, pixels, VIEWPORT)
    for at, name in enumerate(places):
        k, c, r = map(int, name.split())
        over = set(met[at * len(around) :][: len(around) - 2])
        is_top = apart or f"{k + 1} {c} {r}" not in solids
        if is_top and inside[at].all() and over <= {name, ""}:
            yield k, c, r


def test_names_of_levels_follow_the_language() -> None:
    user = user_before(4, WAYS[0])
    for language, name in (("en", "Level 1"), ("de", "Ebene 1"), ("en", "Level 1")):
        with speaking(language):
            options = LiveOptions(apart=user.view.display.apart)
            labels = labels_seen(user.view.position, options, user.view.camera, VIEWPORT) or ()
        assert name in {label.text for label in labels}


def test_labels_are_not_lost_by_a_small_turn() -> None:
    user = user_before(4, WAYS[0])
    user.controller.pressed("left", 5, 5, user.later())
    user.controller.dragged(15, 5, user.later())
    seen = [is_seen(label, user.view.camera) for _, label in written(user)]
    assert sum(seen) > 0.9 * len(seen)


@pytest.mark.parametrize("key", ["1", "T"])
def test_a_high_pyramid_uses_the_window_and_no_cube_covers_another(key: str) -> None:
    """Take ten levels apart where a window of 1280 x 720 shows its board."""
    user, viewport = user_before(10, WAYS[0]), (900, 610)
    user.controller.resized(*viewport, user.later())
    user.key(key)
    user.settle()
    camera, solids = user.view.camera, cubes_of(user)
    assert len(solids) == 220
    right = basis(camera)[0]
    ends = project(camera, np.array([-right, right]) * np.sqrt(2 / 3), viewport)
    assert np.linalg.norm(ends[1] - ends[0]) > 26, "pixels across a cube"
    middles = np.array([*shown_at(user).values()])
    tips = project(camera, middles + 0.4 * EDGES.sum(axis=0), viewport)
    assert first_met(solids.values(), camera, tips, viewport) == list(solids)
    assert ((tips >= 0) & (tips <= viewport)).all()


@pytest.mark.parametrize("size", [4, 6, 10])
def test_each_name_is_read_with_its_own_level(size: int) -> None:
    """Compare how far a name is in the picture from its own cubes and coordinates, and others."""
    user = user_before(size, WAYS[0])
    user.settle()
    camera, labels = user.view.camera, [*written(user)]
    things = [(int(name.split()[0]), at) for name, at in shown_at(user).items()]
    things += [(k, np.array(each.position)) for k, each in labels if "Level" not in each.text]
    levels = np.array([k for k, _ in things])
    seen = project(camera, np.array([at for _, at in things]), VIEWPORT)
    names = [(k, label) for k, label in labels if "Level" in label.text]
    assert [k for k, _ in names] == list(range(size))
    for level, label in names:
        away = np.linalg.norm(pixels_of(label, camera)[:, None] - seen, axis=2).min(axis=0)
        assert 1.5 * away[levels == level].min() < away[levels != level].min(), label.text


@pytest.mark.parametrize("viewport", [(440, 600), (440, 776)])
def test_names_of_many_levels_stand_below_them_in_a_high_window(viewport: tuple[int, int]) -> None:
    user = user_before(10, WAYS[0])
    user.controller.resized(*viewport, user.later())
    user.settle()
    view, camera = user.view, user.view.camera
    labels = labels_seen(view.position, LiveOptions(apart=view.display.apart), camera, viewport)
    names = {each.text: each for each in labels or () if each.text.startswith("Level ")}
    seen = {at: project(camera, spot[None], viewport)[0] for at, spot in shown_at(user).items()}
    for level in range(10):
        own = np.array([spot for at, spot in seen.items() if at.startswith(f"{level} ")])
        place = np.array(names[f"Level {level}"].position)
        x, y = project(camera, place[None], viewport)[0]
        assert abs(x - (own[:, 0].min() + own[:, 0].max()) / 2) < 12, level
        assert own[:, 1].min() - 50 < y < own[:, 1].min(), level


@pytest.mark.parametrize("by", ["x-ray", "peel"])
def test_inner_cubes_have_their_names_while_one_sees_under_the_pile(by: str) -> None:
    """Find the names of the cubes of level 1 on their tops, also of those inside."""
    user = User(size=6, kill=0, fill_board=True)
    for move in moves_of(6):
        user.session.play(move)
    user.settle()
    if by == "x-ray":
        user.key("Shift+X")
        user.controller.pointer_moved(*user.on_face(Cell(1, 0, 1), 1), user.later())
    else:
        for _ in range(4):
            user.key(",")
    position, options = live_options(Shower().data(user.view, user.session, Settings(), {}))
    assert options.peeled == 4
    labels = labels_seen(position, options, user.view.camera, VIEWPORT) or ()
    names = {each.text: each for each in labels if each.outlined}
    cells = [(c, r) for c in range(5) for r in range(5 - c)]
    assert set(names) == {f"{'abcde'[c]}{r + 1}/1" for c, r in cells}
    seen = {face.cell for face in position.surface().faces}
    assert sum(Cell(c, r, 1) not in seen for c, r in cells) >= 3, "inner cubes"
    boxes = []
    for c, r in cells:
        pixels = pixels_of(names[f"{'abcde'[c]}{r + 1}/1"], user.view.camera)
        tip = middles_of(6)[c, r, 1] + 0.5 * EDGES.sum(axis=0)
        place = project(user.view.camera, tip[None], VIEWPORT)[0]
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        assert (low < place).all()
        assert (place < high).all()
        boxes.append((low, high))
    for (low, high), (other_low, other_high) in combinations(boxes, 2):
        assert ((high < other_low) | (other_high < low)).any(), "no two names overlap"
