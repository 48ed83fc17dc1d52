"""Positions as GLB files: their contents, where these lie and how they are coloured."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import numpy as np
import pytest
import trimesh

from boche.engine import new
from boche.engine.games.boku.geometry import CELLS
from boche.viewer.export.model.glb import glb
from boche.viewer.export.model.materials import Look
from boche.viewer.games.boche.board import to_lattice_centre
from boche.viewer.games.boche.lattice import to_world
from boche.viewer.games.boku.board import place_of
from boche.viewer.games.registry import build_scene
from boche.viewer.renderer.style import palette, theme
from boche.viewer.scene import SceneOptions
from boche.viewer.session import Session
from tests import ROOT
from tests.positions import BOTH_ENCLOSED, played
from tests.viewer.export.model.glb_file import GlbFile

RECORDS = ROOT / "assets" / "records"
GAMES = ("boche-path", "che-closed", "boku-row", "octi-fast-torus")
LOOK = Look(palette("classic"), theme("light"))
EDGE = 30.0
COLOURS = {"light": LOOK.pieces.light, "dark": LOOK.pieces.dark}


def in_file(places: np.ndarray) -> np.ndarray:
    """Convert places of the scene (N, 3) to the file's coordinates: metres, y up."""
    return np.stack([places[:, 0], places[:, 2], -places[:, 1]], axis=1) * EDGE / 1000.0


@cache
def position(name: str) -> Any:
    return Session.open(RECORDS / f"{name}.sgf").position


@cache
def written(name: str, **options: Any) -> bytes:
    return glb(build_scene(position(name), SceneOptions(**options)), LOOK, EDGE)


@pytest.mark.parametrize("name", GAMES)
def test_every_instance_is_a_node_in_its_place(name: str) -> None:
    scene, file = build_scene(position(name), SceneOptions()), GlbFile.read(written(name))
    assert len(file.nodes) == sum(len(batch.instances) for batch in scene.batches)
    expected = in_file(np.concatenate([batch.instances["position"] for batch in scene.batches]))
    found = np.array([matrix[:3, 3] for _, matrix in file.nodes])
    assert found == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("name", GAMES)
def test_the_lists_of_the_file_are_sound(name: str) -> None:
    file = GlbFile.read(written(name))
    told = file.told
    for number, accessor in enumerate(told["accessors"]):
        values = file.array(number)
        if "min" in accessor:
            assert np.float32(accessor["min"]).tolist() == values.min(axis=0).tolist()
            assert np.float32(accessor["max"]).tolist() == values.max(axis=0).tolist()
    for node, matrix in file.nodes:
        assert np.linalg.norm(node["rotation"]) == pytest.approx(1.0, abs=1e-5)
        assert np.linalg.det(matrix[:3, :3]) > 0, "nothing is turned inside out"
        for _, normals, _ in file.parts(node):
            assert np.linalg.norm(normals, axis=1) == pytest.approx(1.0, abs=1e-4)
    for material in told["materials"]:
        colour = material["pbrMetallicRoughness"]["baseColorFactor"]
        assert all(0.0 <= part <= 1.0 for part in colour)
        assert (colour[3] < 1.0) == (material.get("alphaMode") == "BLEND")


@pytest.mark.parametrize("name", GAMES)
def test_what_looks_the_same_is_there_once(name: str) -> None:
    told = GlbFile.read(written(name)).told
    assert len({str(mesh) for mesh in told["meshes"]}) == len(told["meshes"])
    assert len({str(each) for each in told["materials"]}) == len(told["materials"])
    assert len(told["meshes"]) < len(told["nodes"])


def test_the_board_lies_flat_and_measures_what_was_asked_for() -> None:
    bounds = trimesh.load(io.BytesIO(written("octi-fast-torus")), file_type="glb").bounds
    assert bounds[0][1] == pytest.approx(-0.5 * EDGE / 1000), "y is up, the table half a unit below"
    wide, high, deep = bounds[1] - bounds[0]
    assert high < min(wide, deep) / 5


def test_faces_of_cubes_have_their_pattern() -> None:
    """Check each visible face at its corners, in its middle and on both sides of its arcs."""
    position = new("boche", size=2)
    for move in ("c:a1", "d:b1", "b:a2"):
        position = position.play(move)
    position = position.play(next(str(m) for m in position.legal_moves() if str(m)[2:] == "a1"))
    scene = build_scene(position, SceneOptions(result=False))
    file = GlbFile.read(glb(scene, LOOK, EDGE))
    centre, seen = to_lattice_centre(2), 0
    for face in position.surface().faces:
        other = "light" if face.colour == "dark" else "dark"
        joined, apart = np.array(face.joined, float), np.array(face.apart, float)
        middle, axis = apart.mean(axis=0), "xyz".index(face.axis)
        way = (middle - apart) / np.linalg.norm(middle - apart[0])
        checks = [(middle, face.colour)]
        checks += [(0.8 * corner + 0.2 * middle, face.colour) for corner in joined]
        checks += [(apart[i] + 0.49 * way[i], other) for i in (0, 1)]
        checks += [(apart[i] + 0.51 * way[i], face.colour) for i in (0, 1)]
        out = np.eye(3)[axis]
        ends = in_file(to_world(np.array([np.zeros(3), out]), np.zeros(3)))
        for place, colour in checks:
            found = file.colour_at(in_file(to_world(place[None], centre))[0], ends[1] - ends[0])
            assert found is not None
            assert found[:3] == pytest.approx(COLOURS[colour]), (face, place)
            seen += 1
    assert seen == 7 * 9


def test_tiles_have_their_pattern() -> None:
    position = new("che").play("fl:0,0").play("bl:1,0+fr:0,1")
    file = GlbFile.read(glb(build_scene(position, SceneOptions()), LOOK, EDGE))
    up = np.array([0.0, EDGE / 1000, 0.0])
    for tile in position.tiles:
        other = "light" if tile.colour == "dark" else "dark"
        middle = np.array([tile.x, tile.y, 0.0])
        for corner in tile.cell.corners:
            away = np.array([corner[0] - 0.5 - tile.x, corner[1] - 0.5 - tile.y, 0.0])
            for part, apart in ((0.2, tile.colour), (0.35, other), (0.85, other)):
                colour = tile.colour if corner in tile.joined else apart
                found = file.colour_at(in_file((middle + part * away)[None])[0], up)
                assert found is not None
                assert found[:3] == pytest.approx(COLOURS[colour])


def test_marbles_are_whole_and_have_their_colour() -> None:
    """Expect whole marbles in a model, although the table draws only the visible half."""
    moves = new("boku").play("e5").play("f6").play("d4")
    file = GlbFile.read(glb(build_scene(moves, SceneOptions()), LOOK, EDGE))
    colours = {"black": COLOURS["dark"], "white": COLOURS["light"]}
    for cell in CELLS:
        place = in_file(np.array([[*place_of(cell), 0.0]]))[0]
        side = moves.marble_at(cell)
        found = [
            (node, matrix)
            for node, matrix in file.nodes
            if "marble" in node["name"] and np.allclose(matrix[[0, 2], 3], place[[0, 2]], atol=1e-6)
        ]
        assert len(found) == (side is not None)
        for node, _ in found:
            ((corners, _, colour),) = file.parts(node)
            assert colour[:3] == pytest.approx(colours[side])
            low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
            assert low == pytest.approx(-high, abs=1e-5), "a ball, not a half"


def test_hollows_are_sunk_into_the_board() -> None:
    file = GlbFile.read(glb(build_scene(new("boku"), SceneOptions()), LOOK, EDGE))
    plates = [node for node, _ in file.nodes if "plate" in node["name"]]
    assert len(plates) == 80
    ((corners, _, _),) = file.parts(plates[0])
    assert corners[..., 2].min() == pytest.approx(-0.19)
    assert corners[..., 2].max() == pytest.approx(0.0)


def test_a_finished_game_shows_its_path_and_another_palette_is_another_colour() -> None:
    def materials(file: bytes) -> dict[str, list[float]]:
        return {
            each["name"]: each["pbrMetallicRoughness"]["baseColorFactor"][:3]
            for each in GlbFile.read(file).told["materials"]
        }

    shown = materials(written("boche-path"))
    assert shown["won"] == pytest.approx(LOOK.pieces.won)
    assert "won" not in materials(written("boche-path", result=False))
    lost = materials(written("boche-enclosure"))
    assert "won" not in lost, "the group that is lit was enclosed"
    assert lost["threat"] == pytest.approx(LOOK.pieces.threat)
    both = played("boche", BOTH_ENCLOSED, size=5)
    told = materials(glb(build_scene(both, SceneOptions()), LOOK, EDGE))
    assert told["deep"] == pytest.approx([0.15 * part for part in LOOK.pieces.threat])
    assert "deep" not in lost, "of one colour only"
    assert shown["dark"] != pytest.approx(COLOURS["dark"]), "the rest of a finished game is quieter"
    blue = Look(palette("blue"), theme("light"))
    plain = build_scene(new("che").play("fl:0,0"), SceneOptions())
    assert materials(glb(plain, blue, EDGE))["dark"] == pytest.approx(blue.pieces.dark)
