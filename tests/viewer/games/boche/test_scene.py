"""The scene of a Boche position as data: faces, places, occlusion and labels, without GL."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import FrozenInstanceError
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine import new
from boche.engine.games.registry import GAMES
from boche.viewer.games.boche.apart import empty_cells
from boche.viewer.games.boche.board import FINE, board, inner_corners, outline, to_lattice_centre
from boche.viewer.games.boche.lattice import AXES_IN_WORLD, face_turn, to_world
from boche.viewer.games.boche.live import lower_levels
from boche.viewer.games.boche.scene import BEYOND, neighbours
from boche.viewer.games.registry import VIEWS, build_live, build_scene, camera_of, taken_apart
from boche.viewer.games.view import SIDE_BY_SIDE, WAYS
from boche.viewer.scene import Scene, SceneOptions
from boche.viewer.scene.apart import Apart, shifts
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.live import LiveOptions


def turned(q: Any, v: Any) -> Any:
    """Rotate a vector by a unit quaternion (x, y, z, w)."""
    return v + 2 * np.cross(q[:3], np.cross(q[:3], v) + q[3] * v)


def played(size: int, picks: list[int]) -> Any:
    position = new("boche", size=size, kill=0)
    for pick in picks:
        moves = position.legal_moves()
        if moves:
            position = position.play(moves[pick % len(moves)])
    return position


def faces(scene: Scene, material: str) -> Any:
    return next(b.instances for b in scene.batches if b.material == material)


def test_every_game_with_a_picture_is_registered() -> None:
    assert set(VIEWS) == set(GAMES)
    with pytest.raises(LookupError, match="nim has no table"):
        build_scene(type("P", (), {"game": type("G", (), {"name": "nim"})})())


def test_a_scene_cannot_be_changed() -> None:
    scene = build_scene(new("boche", size=2))
    with pytest.raises(FrozenInstanceError):
        scene.ground = 1.0  # type: ignore[misc]


def test_up_is_up_and_the_axes_point_as_the_rules_say() -> None:
    x, y, z = AXES_IN_WORLD.T
    assert np.allclose(AXES_IN_WORLD @ AXES_IN_WORLD.T, np.eye(3))
    assert np.linalg.det(AXES_IN_WORLD) > 0
    assert np.allclose((x + y + z)[:2], 0)
    assert x[0] < 0
    assert abs(x[1]) < 1e-12, "left"
    assert y[0] > 0 > y[1], "lower right"
    assert z[0] > 0, "upper right"
    assert z[1] > 0, "upper right"


@pytest.mark.parametrize("turn", range(6))
def test_a_square_laid_on_a_face_looks_outwards(turn: int) -> None:
    q = face_turn(turn)
    out = AXES_IN_WORLD[:, turn % 3] * (1 if turn < 3 else -1)
    assert np.allclose(turned(q, np.array([0.0, 0.0, 1.0])), out)
    u, v = (AXES_IN_WORLD[:, (turn + step) % 3] for step in ((1, 2) if turn < 3 else (2, 1)))
    assert np.allclose(turned(q, np.array([1.0, 0.0, 0.0])), u)
    assert np.allclose(turned(q, np.array([0.0, 1.0, 0.0])), v)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 5), st.lists(st.integers(0, 10**6), max_size=40))
def test_the_surface_is_whole(size: int, picks: list[int]) -> None:
    # Seen from above, the surface has three rhombi, of cube or wood, for each hole of the board.
    position = played(size, picks)
    scene = build_scene(position)
    holes = size * (size + 1) // 2
    squares = [b.instances for b in scene.batches if b.mesh.name == "square"]
    assert sum(map(len, squares)) == 3 * holes
    centres = np.concatenate(
        [
            [f["position"] + turned(f["orientation"], np.array([0.5, 0.5, 0.0])) for f in batch]
            for batch in squares
        ]
    )
    assert len({tuple(np.round(c[:2], 3)) for c in centres}) == 3 * holes


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 4), st.lists(st.integers(0, 10**6), min_size=1, max_size=20))
def test_corner_colours_agree_where_faces_meet(size: int, picks: list[int]) -> None:
    position = played(size, picks)
    colours: dict[tuple[float, ...], set[int]] = {}
    for face in faces(build_scene(position), "truchet"):
        for u, v in product((0, 1), (0, 1)):
            corner = face["position"] + turned(face["orientation"], np.array([u, v, 0.0]))
            dark = (int(face["pattern"]) & 1) ^ ((u + v) & 1)
            colours.setdefault(tuple(np.round(corner, 3)), set()).add(dark)
    assert all(len(found) == 1 for found in colours.values())


def test_occlusion_counts_cubes_and_the_wood_below() -> None:
    # An empty hole: wood beyond its two lower edges and the corner between them, nothing else.
    def names(byte: int) -> set[tuple[int, int]]:
        return {beyond for bit, beyond in enumerate(BEYOND) if byte >> bit & 1}

    assert names(neighbours(set(), (0, 0, 0), 0)) == {(-1, -1), (0, -1), (-1, 0)}
    # A cube on the next hole, across +y -z.
    found = names(neighbours({(0, 1, -1)}, (0, 0, 0), 0))
    assert found == {(-1, -1), (0, -1), (-1, 0), (1, -1)}


def test_only_edges_between_two_visible_faces_are_round() -> None:
    alone = faces(build_scene(played(2, [0])), "truchet")
    assert {int(p) >> 8 & 0b1111 for p in alone["pattern"]} == {0b1010}
    full = new("boche", size=2, fill_board=True)
    while full.outcome is None:
        full = full.play(full.legal_moves()[0])
    rounds = [int(p) >> 8 & 0b1111 for p in faces(build_scene(full), "truchet")["pattern"]]
    # The apex has all six half edges; other cubes have the two that their two visible faces share.
    assert sum(bin(r).count("1") for r in rounds) == 6 + 3 * 2


def test_cubes_that_hang_apart_show_all_faces_where_their_level_is() -> None:
    position = played(3, [5, 3, 9, 11, 2, 8, 1, 9, 3, 7])
    moves = ((0.0, 0.0, 0.0), (3.0, -1.0, 2.0), (5.0, 5.0, 6.0))
    apart = faces(build_scene(position, SceneOptions(apart=Apart(moves))), "truchet")
    assert len(apart) == 6 * len(position.cubes)
    unmoved = Apart(((0.0, 0.0, 0.0),))
    together = faces(build_scene(position, SceneOptions(apart=unmoved)), "truchet")
    levels = np.repeat([cube.cell.k for cube in position.cubes], 6)
    assert set(levels) == {0, 1, 2}
    assert np.allclose(apart["position"] - together["position"], np.array(moves)[levels])


@pytest.mark.parametrize("way", WAYS)
def test_a_level_without_cubes_has_an_edge_while_it_hangs_apart(way: str) -> None:
    """Expect a line round all its cells; boards of their own have a rim."""
    position = played(4, [0] * 4)
    apart = taken_apart(position, way, camera_of("boche", "corner"), 1.6).apart
    filled = {cube.cell.k for cube in position.cubes}
    bare = sorted(set(range(apart.levels)) - filled)
    assert bare == [max(filled) + 1]
    scene = build_scene(position, SceneOptions(apart=apart))
    edges = [batch for batch in scene.batches if batch.mesh.name.startswith("edge of level")]
    assert len(edges) == (way != SIDE_BY_SIDE)
    for edge in edges:
        (at,) = edge.instances["position"]
        line = edge.mesh.vertices["position"][:, :2] + at[:2]
        cells = [cell for cell in empty_cells(position, apart.levels) if cell.k == bare[0]]
        middles = to_world(np.array([c.corner for c in cells]) + 0.5, to_lattice_centre(4))
        middles += shifts(apart, [bare[0]])
        assert np.allclose(line.mean(axis=0), middles[:, :2].mean(axis=0), atol=1e-3)
        assert (np.abs(line).max(axis=0) >= np.abs(middles[:, :2]).max(axis=0)).all()
        assert np.hypot(*(line[:, None] - middles[None, :, :2]).transpose(2, 0, 1)).min() > 0.4


def test_what_is_lit_stays_lit_on_levels_that_are_apart() -> None:
    """Compare the bits of each visible face of a finished game, by its cube and its direction."""
    position = played(3, [5, 3, 9, 11, 2, 8, 1, 9, 3, 7])
    assert position.outcome is not None
    assert position.outcome.kind == "path"
    moves = ((0.0, 0.0, 0.0), (3.0, -1.0, 2.0), (5.0, 5.0, 6.0))
    closed, apart = (
        {
            (int(face["id"]), tuple(face["orientation"].tolist())): int(face["pattern"]) >> 2 & 63
            for face in faces(build_scene(position, SceneOptions(apart=where)), "truchet")
        }
        for where in (Apart(), Apart(moves))
    )
    assert {key: lit for key, lit in apart.items() if lit} == {
        key: lit for key, lit in closed.items() if lit
    }
    assert len([lit for lit in closed.values() if lit]) >= 3


def lit_faces(batches: Any) -> dict[Any, int]:
    """Return the lit bits of all faces of cubes that have some, by place and direction."""
    found = {}
    for face in np.concatenate([b.instances for b in batches if b.material == "truchet"]):
        key = tuple(face["position"].round(3).tolist()), tuple(face["orientation"].tolist())
        if (bits := int(face["pattern"]) >> 2 & 63) & 31:
            found[key] = bits
    return found


@pytest.mark.parametrize("peeled", [1, 2])
def test_the_winning_path_stays_lit_when_levels_are_hidden_or_seen_through(peeled: int) -> None:
    position = played(3, [5, 3, 9, 11, 2, 8, 1, 9, 3, 7])
    whole = lit_faces(build_live(position, LiveOptions()).batches)
    scene = build_live(position, LiveOptions(peeled=peeled))
    assert lit_faces(scene.batches) == whole
    assert len(whole) >= 3
    hidden = scene.batches[-1].instances
    lit = (hidden["pattern"] >> 2 & 31) > 0
    opacity = hidden["look"][:, 1]
    assert lit.any()
    assert (2 * opacity[~lit] < opacity[lit].min()).all(), "what is lit is easier to see"
    assert opacity.max() < 1.0


@pytest.mark.parametrize("peeled", [0, 1])
@pytest.mark.parametrize("level", [0, 1])
def test_the_last_move_is_outlined_on_levels_hidden_and_shown(peeled: int, level: int) -> None:
    position: Any = new("boche", size=5, kill=0)
    moves = "c:a1 a:b1 d:a2 g:a1" + ("" if level else " d:d1")
    for move in moves.split():
        position = position.play(move)
    last = moves.split()[-1]
    scene = build_live(position, LiveOptions(last=last, peeled=peeled))
    left: Any = position if level else lower_levels(position, peeled)
    cells = [(cube.cell.name, cube.cell.k) for cube in left.cubes]
    piece = 1 + cells.index((last[2:], level))
    if level and peeled:
        (lines,) = [
            batch for batch in scene.batches
            if batch.material == "enamel" and (batch.instances["pattern"] == Enamel.LAST).all()
        ]  # fmt: skip
        assert set(lines.instances["id"]) == {piece}
        assert len(lines.instances) == 3
        assert lines.instances["look"][:, 1].min() > 0.5, "it is easy to see"
    else:
        outlined = [
            face["id"] for batch in scene.batches if batch.material == "truchet"
            for face in batch.instances if face["pattern"] >> 12 & 15
        ]  # fmt: skip
        assert set(outlined) == {piece}


@pytest.mark.parametrize("size", [1, 2, 6, 20])
def test_the_board_is_closed_and_centred(size: int) -> None:
    made = board(size)
    vertices, triangles = made.mesh.vertices, made.mesh.indices.reshape(-1, 3)
    corners = vertices["position"][triangles]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    facing = np.einsum("ij,ij->i", across, vertices["normal"][triangles[:, 0]])
    solid = np.linalg.norm(across, axis=1) > 1e-9
    assert (facing[solid] > 0).all(), "all triangles are wound to be seen from outside"
    assert np.allclose(np.linalg.norm(vertices["normal"], axis=1), 1, atol=1e-5)
    assert np.allclose(inner_corners(size).mean(axis=0), 0)
    # Seen from above, holes, teeth and rim fill the outline and overlap slightly.
    flat = across[solid][:, 2].sum() / 2
    holes = 3 * (size * (size + 1) // 2) / np.sqrt(3)
    x, y = outline(size, 0.98, FINE).T
    whole = float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2
    assert flat + holes == pytest.approx(whole, rel=1e-3)
    assert flat + holes > whole


def test_labels_lie_beside_their_cells() -> None:
    scene = build_scene(new("boche", size=3))
    places = {label.text: np.array(label.position[:2]) for label in scene.labels}
    assert sorted(places) == ["1", "2", "3", "a", "b", "c"]
    centre = to_lattice_centre(3)
    for index, (letter, number) in enumerate(zip("abc", "123", strict=True)):
        first = to_world(np.array([[0.5 - index, 0.5, 0.5 + index]]), centre)[0, :2]
        assert np.linalg.norm(places[letter] - first) < 1.6
        assert places[letter][1] < first[1], "letters below the first row"
        first = to_world(np.array([[0.5, 0.5 - index, 0.5 + index]]), centre)[0, :2]
        assert places[number][0] < first[0], "numbers left of the first column"


def test_a_resigned_game_lights_nothing() -> None:
    scene = build_scene(played(4, [1, 2, 3, 4]).resign())
    pieces = faces(scene, "truchet")
    assert not (pieces["pattern"] & 0b1111100).any()
    assert not pieces["look"][:, 2].any()


def test_building_a_scene_needs_no_gl() -> None:
    code = (
        "import sys\nfrom engine import new\nfrom boche.viewer.games.registry import build_scene\n"
        "build_scene(new('boche'))\n"
        "print([m for m in ('moderngl', 'pyglet', 'PIL', 'pyrr') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
