"""The scene of a Boku position as data: marbles, hollows, marks and labels, without GL."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boche.engine.games.boku import GAME
from boche.engine.games.boku.geometry import CELLS, Cell
from boche.viewer.games.boku import live as boku_live
from boche.viewer.games.boku import scene as boku
from boche.viewer.games.boku.board import ROW, SIDE, board, outline, place_of, places, zigzag
from boche.viewer.games.boku.live import HEAT
from boche.viewer.games.boku.solids import HEIGHT, RADIUS, bar, inlay, marble
from boche.viewer.resources import shader_text
from boche.viewer.scene.enamel import Enamel
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.marks import HOVERED, LAST, THREATENED
from boche.viewer.scene.marks import WON as DECIDED
from boche.viewer.scene.model import Mesh, Scene, SceneOptions
from boche.viewer.scene.solids import HOLE, HOLE_DEPTH, HOLE_EDGE, TO_EYE
from tests.engine.games.boku.slow_rules import SPOTS
from tests.positions import played

TAKEN = "e4 e5 d5 e6 e7xe6"
KO = "f5 e5 e4 g6 f6 d3xf5 f4 f5 h7xf5 g4 f5 d4xf4 f7 f8 f3 f4"
WON = KO + " h4xf4 g7 f4"


def at(scene: Scene, mesh: str, translucent: bool = False) -> dict[str, int]:
    """Return the cells in which a mesh stands, each with its colour."""
    found = {}
    for batch in scene.batches:
        if batch.mesh.name == mesh and batch.translucent == translucent:
            for x, y, pattern in zip(
                *batch.instances["position"][:, :2].T, batch.instances["pattern"], strict=True
            ):
                away = np.hypot(places()[:, 0] - x, places()[:, 1] - y)
                assert away.min() < 1e-5
                found[CELLS[int(away.argmin())].name] = int(pattern) & 15
    return found


PARTS = boku.LAMP, boku.RING, boku.BELT, boku.LINE
LAMP, RING, BELT, LINE = (inlay(*part).name for part in PARTS)


# -- the board


def test_cells_lie_as_they_are_drawn() -> None:
    for cell in CELLS:
        x, y = place_of(cell)
        drawn = SPOTS[cell.name]
        assert x == pytest.approx(drawn[0] / 2)
        assert y == pytest.approx((5 - drawn[1]) * ROW)
    assert np.allclose(places().mean(axis=0), 0)


@pytest.mark.parametrize("mesh", [board().rim, board().plate, marble(), bar()],
                         ids=lambda mesh: mesh.name)  # fmt: skip
def test_solids_are_seen_from_outside(mesh: Mesh) -> None:
    for indices in (mesh.indices, mesh.coarse, mesh.cast):
        if indices is None:
            continue
        corners = mesh.vertices["position"][indices.reshape(-1, 3)]
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        normals = mesh.vertices["normal"][indices.reshape(-1, 3)].mean(axis=1)
        solid = np.linalg.norm(across, axis=1) > 1e-9
        assert (np.einsum("ij,ij->i", across, normals)[solid] > 0).all()
    assert np.allclose(np.linalg.norm(mesh.vertices["normal"], axis=1), 1, atol=1e-5)


def area(mesh: Mesh) -> float:
    """Return the area of a mesh seen from above."""
    corners = mesh.vertices["position"][mesh.indices.reshape(-1, 3)]
    one, two = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    return float((one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]).sum() / 2)


def test_rim_and_plates_fill_the_board() -> None:
    whole = area(board().rim) + 80 * area(board().plate)
    x, y = outline(1.28).T
    assert whole == pytest.approx(
        float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2, rel=5e-3
    )
    assert area(board().plate) == pytest.approx(np.sqrt(3) / 2, rel=5e-3), "a hexagon of width 1"


def test_the_shader_drills_what_marbles_rest_in() -> None:
    """Compare the hollow's numbers in the two files; the plate's uv is the place in its cell."""
    text = shader_text("drilled.frag")
    for name, value in (("HOLE", HOLE), ("EDGE", HOLE_EDGE), ("DEPTH", HOLE_DEPTH)):
        assert f"{name} = {value}" in text
    assert f"TO_EYE = 1u << {TO_EYE.bit_length() - 1};" in shader_text("solid.vert")
    vertices = board().plate.vertices
    assert np.array_equal(vertices["uv"], vertices["position"][:, :2])


def test_a_marble_is_round_and_cheap() -> None:
    """Check the outline: from any side it is the outer ring of the half facing the eye."""
    made = marble()
    assert made.coarse is not None
    assert made.cast is not None
    for indices, corners in ((made.coarse, 32), (made.indices, 96)):
        places = made.vertices["position"][np.unique(indices)]
        assert np.allclose(np.linalg.norm(places, axis=1), RADIUS, atol=1e-6)
        assert np.sum(np.abs(places[:, 2]) < 1e-6) == corners
        assert places[:, 2].min() > -1e-6
    assert len(made.coarse) // 3 <= 100
    lowest = made.vertices["position"][np.unique(made.cast)][:, 2].min()
    assert HEIGHT + lowest < 0.0, "its shadow begins at the board"


@pytest.mark.parametrize("part", [*PARTS, *boku.HINTED])
def test_no_marble_comes_through_what_lies_on_it(part: tuple[float, float, int]) -> None:
    """Check that the inlay clears the marble, with its flat parts between corners included."""
    made = inlay(*part)
    assert made.coarse is not None
    for indices in (made.indices, made.coarse):
        corners = made.vertices["position"][indices].reshape(-1, 3, 3).astype(float)
        weights = np.array([(i, j, 8 - i - j) for i in range(9) for j in range(9 - i)]) / 8.0
        away = np.linalg.norm(weights @ corners, axis=2)
        assert away.min() > RADIUS * (1.0 + 0.01 * part[2])


def test_the_rim_begins_where_the_cells_end() -> None:
    line = zigzag()
    assert len(line) == 2 * (4 + 5 + 5 + 4 + 5 + 5) + 6
    near = np.hypot(*(line[:, None] - places()[None, :, :2]).transpose(2, 0, 1)).min(axis=1)
    assert np.allclose(near, SIDE)
    turns = np.diff(np.unwrap(np.arctan2(line[:, 1], line[:, 0])))
    assert (turns > 0).all()


def test_the_boards_edge_is_round_all_the_way_down() -> None:
    """Check that there is no crease: where strips meet, both have the same normal."""
    rim = board().rim.vertices
    height = rim["position"][:, 2]
    eased = rim[(height <= 0.0) & (height > height.min() + 0.01)]
    ways: dict[tuple[float, ...], list[np.ndarray]] = {}
    for place, normal in zip(eased["position"], eased["normal"], strict=True):
        ways.setdefault(tuple(np.round(place, 4)), []).append(normal)
    tilts = {round(float(np.degrees(np.arccos(each[0][2])))) for each in ways.values()}
    assert tilts == set(range(0, 91, 15))
    assert min(float(one @ each[0]) for each in ways.values() for one in each) > 0.999


def test_a_marble_rests_on_the_edge_of_its_hollow() -> None:
    assert pytest.approx(RADIUS**2) == HEIGHT**2 + HOLE**2
    assert HEIGHT - RADIUS > -HOLE_DEPTH, "it does not touch the bottom"
    assert 2 * RADIUS < 1


def test_everything_lies_within_the_bounds() -> None:
    low, high = board().bounds.min(axis=0), board().bounds.max(axis=0)
    for batch in boku.build(played("boku", WON), SceneOptions()).batches:
        reach = batch.mesh.vertices["position"]
        for place in batch.instances["position"]:
            assert ((reach + place) >= low - 0.01).all()
            assert ((reach + place) <= high + 0.02).all()


# -- marbles and marks


@given(st.lists(st.integers(0, 10**6), max_size=70))
def test_every_marble_is_there_once(picks: list[int]) -> None:
    position = GAME.new()
    for pick in picks:
        moves = position.legal_moves()
        if moves:
            position = position.play(moves[pick % len(moves)])
    scene = boku.build(position, SceneOptions())
    colours = {
        m.cell.name: Enamel.DARK if m.colour == "black" else Enamel.LIGHT for m in position.marbles
    }
    assert at(scene, "boku marble") == colours
    crosses = at(scene, "boku bar")
    forbidden = position.forbidden if position.outcome is None else None
    assert crosses == ({forbidden.name: THREATENED.number} if forbidden else {})
    ids = np.concatenate([b.instances["id"] for b in scene.batches if b.mesh is marble()] or [[]])
    assert len(set(ids.tolist())) == len(position.marbles)


def test_marks_of_the_last_move_and_of_the_forbidden_cell() -> None:
    position = played("boku", TAKEN)
    scene = boku.build(position, SceneOptions(last="e7xe6"))
    assert at(scene, BELT) == {"e7": LAST.number}
    assert at(scene, "boku bar") == {"e6": THREATENED.number}
    assert at(boku.build(position, SceneOptions()), BELT) == {}
    by_move = boku.build(position, SceneOptions(last=position.parse("e7xe6")))
    assert at(by_move, BELT) == {"e7": LAST.number}
    assert at(boku.build(played("boku", TAKEN + " k6"), SceneOptions()), "boku bar") == {}


def test_the_last_moves_mark_lies_on_its_marble_all_round() -> None:
    """Check that it neither cuts into the marble nor stands off it, as a flat frame would."""
    scene = boku.build(played("boku", TAKEN), SceneOptions(last="e7xe6"))
    (mark,) = (b for b in scene.batches if LAST.number in b.instances["pattern"])
    away = np.linalg.norm(mark.mesh.vertices["position"], axis=1)
    assert away.min() > RADIUS
    assert away.max() < 1.03 * RADIUS


@pytest.mark.parametrize("elevation", [15.0, 30.0, 60.0, 90.0])
@pytest.mark.parametrize("azimuth", [0.0, 15.0, 30.0])
def test_the_last_moves_mark_is_seen_in_a_full_board(elevation: float, azimuth: float) -> None:
    """Check how much of it neither its own marble nor a neighbour's hides."""
    angle, turn = np.meshgrid(np.linspace(*boku.BELT[:2], 8), np.linspace(0.0, 360.0, 72))
    a, t = np.radians(angle.ravel()), np.radians(turn.ravel())
    normal = np.stack([np.sin(a) * np.cos(t), np.sin(a) * np.sin(t), np.cos(a)], axis=1)
    up, round_it = np.radians(elevation), np.radians(azimuth)
    eye = np.array([np.cos(up) * np.cos(round_it), np.cos(up) * np.sin(round_it), np.sin(up)])
    middles = places()[:, :2] - place_of(Cell(5, 6))
    middles = np.column_stack([middles, np.zeros(len(middles))])[np.hypot(*middles.T) > 0.5]
    there = RADIUS * normal
    to = middles[None] - there[:, None]
    beside = np.linalg.norm(to - (to @ eye)[..., None] * eye, axis=2)
    hidden = ((beside < RADIUS) & (to @ eye > 0.0)).any(axis=1)
    seen = (normal @ eye > 0.0) & ~hidden
    assert seen.mean() > 0.15


def test_five_in_a_row_is_lit_and_the_rest_is_quiet() -> None:
    position = played("boku", WON)
    scene = boku.build(position, SceneOptions())
    row = {"f3", "f4", "f5", "f6", "f7"}
    assert at(scene, LAMP) == dict.fromkeys(row, DECIDED.number)
    for batch in scene.batches:
        if batch.mesh is marble():
            lit = len(batch.instances) == 5
            assert set(batch.instances["look"][:, 2].tolist()) == {0.0 if lit else 1.0}
    dark = boku.build(position, SceneOptions(result=False))
    assert at(dark, LAMP) == {}
    assert at(boku.build(played("boku", KO).resign(), SceneOptions()), LAMP) == {}


def test_labels_lie_beside_their_lines() -> None:
    scene = boku.build(GAME.new(), SceneOptions())
    assert [label.text for label in scene.labels] == [*"abcdefghijk", *map(str, range(1, 11))]
    spots = {label.text: np.array(label.position[:2]) for label in scene.labels}
    for cell in CELLS:
        x, y = place_of(cell)
        assert spots["abcdefghijk"[cell.c]][1] == pytest.approx(y)
        assert spots["abcdefghijk"[cell.c]][0] < x
        number = spots[str(cell.n)]
        way = (number - (x, y)) / np.linalg.norm(number - (x, y))
        assert way == pytest.approx((0.5, ROW)), "on the line to the upper right"
    for spot in spots.values():
        assert np.hypot(*(places()[:, :2] - spot).T).min() > 0.9
    assert boku.build(GAME.new(), SceneOptions(labels=False)).labels == ()


def test_pictures_without_a_board() -> None:
    position = played("boku", TAKEN)
    scene = boku.build(position, SceneOptions(board=False))
    assert scene.ground is None
    assert {b.material for b in scene.batches} == {"glass", "enamel"}
    assert len(scene.bounds) == 8 * len(position.marbles)
    assert len(boku.build(GAME.new(), SceneOptions(board=False)).bounds) == 0


def test_a_view_keeps_still_from_move_to_move() -> None:
    scenes = [boku.build(played("boku", moves), SceneOptions()) for moves in ("", KO, WON)]
    assert all(np.array_equal(scene.bounds, scenes[0].bounds) for scene in scenes)


# -- on the table


def test_a_ghost_is_translucent() -> None:
    scene = boku_live.build(played("boku", "e4"), LiveOptions(last="e4", ghost="e6"))
    assert at(scene, "boku marble") == {"e4": Enamel.DARK}
    assert at(scene, "boku marble", translucent=True) == {"e6": Enamel.LIGHT}
    assert at(scene, BELT) == {"e4": LAST.number}


def test_marbles_that_may_be_taken_wear_a_ring_before_the_click() -> None:
    options = LiveOptions(ghost="h4", lit=("xf4", "xg4"))
    scene = boku_live.build(played("boku", KO), options)
    assert at(scene, RING) == dict.fromkeys(("f4", "g4"), THREATENED.number)
    assert at(scene, "boku marble", translucent=True) == {"h4": Enamel.DARK}


def test_the_marble_that_would_be_taken_is_seen_to_go() -> None:
    options = LiveOptions(last="f4", ghost="h4xf4", lit=("xf4", "xg4"))
    scene = boku_live.build(played("boku", KO), options)
    assert at(scene, RING) == {"g4": THREATENED.number}
    assert at(scene, RING, translucent=True) == {"f4": THREATENED.number}, "it has no shadow either"
    assert at(scene, "boku marble", translucent=True) == {"h4": Enamel.DARK, "f4": Enamel.LIGHT}
    assert "f4" not in at(scene, "boku marble")
    assert at(scene, BELT) == {}


def test_rows_shine_on_the_table() -> None:
    options = LiveOptions(ghost="f4", lit=("f3", "f4", "f5", "f6", "f7"))
    scene = boku_live.build(played("boku", WON.rsplit(" ", 1)[0]), options)
    assert at(scene, LINE) == dict.fromkeys(("f3", "f5", "f6", "f7"), HOVERED.numbers[1])
    assert at(scene, LINE, translucent=True) == {"f4": HOVERED.numbers[1]}


@pytest.mark.parametrize("height", [2.2, 1.1, 0.4, 0.0])
def test_one_marble_comes_while_the_other_goes(height: float) -> None:
    scene = boku_live.build(played("boku", KO), LiveOptions(moving="h4xf4", height=height))
    coming = instance_at(scene, "h4")
    assert coming["position"][2] == pytest.approx(HEIGHT + height)
    gone = instance_at(scene, "f4")
    assert gone["look"][1] == pytest.approx(min(height / boku_live.CLEAR, 1.0))
    risen = gone["position"][2] - HEIGHT
    assert risen == pytest.approx(max(0.0, boku_live.CLEAR - height))


def instance_at(scene: Scene, cell: str) -> Any:
    index = 1 + [c.name for c in CELLS].index(cell)
    found = [
        piece
        for batch in scene.batches
        if batch.mesh is marble()
        for piece in batch.instances
        if piece["id"] == index
    ]
    assert len(found) == 1
    return found[0]


def test_without_ghost_the_table_shows_the_picture() -> None:
    position = played("boku", TAKEN)
    live = boku_live.build(position, LiveOptions(last="e7xe6"))
    plain = boku.build(position, SceneOptions(last="e7xe6"))
    names = [[(b.mesh.name, len(b.instances)) for b in s.batches] for s in (live, plain)]
    assert names[0] == names[1]
    assert live.labels == plain.labels
    assert boku_live.build(position, LiveOptions(labels=False)).labels == ()


def test_building_a_scene_needs_no_gl() -> None:
    code = (
        "import sys\nfrom boche.engine.games.boku import GAME\n"
        "from boche.viewer.games.boku import live, scene\n"
        "from boche.viewer.scene.model import SceneOptions\n"
        "from boche.viewer.scene.live import LiveOptions\n"
        "scene.build(GAME.new(), SceneOptions()); live.build(GAME.new(), LiveOptions())\n"
        "print([m for m in ('moderngl', 'pyglet', 'PIL', 'pyrr') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_empty_board_has_eighty_hollows() -> None:
    scene = boku.build(GAME.new(), SceneOptions())
    assert {b.mesh.name: len(b.instances) for b in scene.batches} == {
        "boku rim": 1,
        "boku plate": 80,
    }
    assert Cell(5, 5) in CELLS


def test_heat_lies_on_hollows() -> None:
    position = played("boku", "e4 e5")
    heat = (("f5", 1.0), ("d4", 0.25), ("a1", 0.04))
    scene = boku_live.build(position, LiveOptions(heat=heat))
    assert at(scene, "heat disc", translucent=True).keys() == {"f5", "d4", "a1"}
    (found,) = [b for b in scene.batches if b.mesh.name == "heat disc"]
    assert found.instances["look"][:, 0] == pytest.approx(HEAT * np.sqrt([1.0, 0.25, 0.04]))
    assert HEAT < HOLE, "a disc lies in its hollow"
    under = boku_live.build(position, LiveOptions(heat=heat, ghost="f5"))
    (discs,) = [b for b in under.batches if b.mesh.name == "heat disc"]
    low, *others = discs.instances["position"][:, 2]
    assert low > 2 * HEIGHT > max(others), "it lies on the marble, and is not hidden"
    moving = boku_live.build(position, LiveOptions(heat=heat, moving="f5", height=1.0))
    assert not at(moving, "heat disc", translucent=True)


def test_a_taken_marble_rises_and_fades_while_the_other_lands() -> None:
    position = played("boku", TAKEN.rsplit(" ", 1)[0])
    seen = []
    for height in (2.2, 1.0, 0.5, 0.05):
        scene = boku_live.build(position, LiveOptions(moving="e7xe6", height=height))
        x, y = place_of(position.parse("e6").cell)
        (gone,) = [
            each for b in scene.batches if b.mesh is marble() for each in b.instances
            if np.hypot(each["position"][0] - x, each["position"][1] - y) < 1e-5
        ]  # fmt: skip
        seen.append((float(gone["position"][2]), float(gone["look"][1])))
    assert seen[0] == pytest.approx((HEIGHT, 1.0))
    assert all(one[0] < two[0] and one[1] > two[1] for one, two in pairwise(seen))
    assert seen[-1][1] < 0.1


def test_a_sandwich_that_waits_shows_its_marble_and_those_to_take() -> None:
    position = played("boku", "f5 f6 a1 f7")
    scene = boku_live.build(position, LiveOptions(taken="f8"))
    assert at(scene, "boku marble", translucent=True) == {"f8": Enamel.DARK}
    assert at(scene, RING) == dict.fromkeys(("f6", "f7"), THREATENED.number)
