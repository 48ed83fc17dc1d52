"""A set to be printed: the parts of a cube, the board, and their files."""

from __future__ import annotations

import io
from functools import cache
from itertools import product

import manifold3d
import numpy as np
import pytest
import trimesh

from boche.engine import new
from boche.engine.game import Position
from boche.engine.games.boche.geometry import LETTERS, hub_offset, uppermost_is_light
from boche.viewer.export.model.meshing import Triangles, triangles
from boche.viewer.export.model.printing import Item, items, stl, three_mf
from boche.viewer.games.boche.bodies import places
from boche.viewer.games.registry import view_of
from boche.viewer.scene.bodies import HERE, Body, Place
from tests.viewer.export.model.printed_file import XML, model_of, solid_of, surface_of

PRINTABLE = view_of("boche").printed
assert PRINTABLE is not None
PRINTED = PRINTABLE()
EDGE, CLEARANCE = 30.0, 0.1
COLOURS = {"light": (1.0, 1.0, 1.0), "dark": (0.0, 0.0, 0.0), "wood": (0.5, 0.25, 0.0)}


def cube(clearance: float) -> tuple[Body, ...]:
    return PRINTED.parts["cube"].bodies(new("boche"), clearance)


def board(position: Position) -> Body:
    (body,) = PRINTED.parts["board"].bodies(position, 0.0)
    return body


@cache
def parts(clearance: float) -> dict[str, Triangles]:
    return {part.colour: triangles(part.shape) for part in cube(clearance)}


def closed(surface: Triangles) -> trimesh.Trimesh:
    """Return the surface as a file reader sees it: rounded, with coincident points merged."""
    made = trimesh.Trimesh(surface.points.astype(np.float32), surface.faces)
    assert made.is_watertight
    assert made.is_winding_consistent
    return made


def inside(surface: Triangles, places: np.ndarray) -> np.ndarray:
    """Return which of some places (N, 3) lie inside a closed surface, by its winding."""
    found = []
    for place in places:
        a, b, c = np.moveaxis(surface.points[surface.faces] - place, 1, 0)
        x, y, z = (np.linalg.norm(each, axis=1) for each in (a, b, c))
        top = (a * np.cross(b, c)).sum(axis=1)
        low = x * y * z + (a * b).sum(1) * z + (b * c).sum(1) * x + (c * a).sum(1) * y
        found.append(np.arctan2(top, low).sum() / (2 * np.pi) > 0.5)
    return np.array(found)


# -- the cube


@pytest.mark.parametrize("clearance", [CLEARANCE / EDGE])
def test_the_parts_are_closed_do_not_overlap_and_fill_the_cube(clearance: float) -> None:
    light, dark = (closed(parts(clearance)[colour]) for colour in ("light", "dark"))
    assert light.volume == pytest.approx(dark.volume, rel=1e-5)
    # The contact surface is a plane and six spherical parts, 2.5 square edges in all.
    lost = 1.0 - light.volume - dark.volume
    assert lost == pytest.approx(2.5 * clearance, rel=0.05, abs=1e-5)
    one, two = (solid_of(parts(clearance)[colour]) for colour in ("light", "dark"))
    assert (one ^ two).volume() < 1e-5
    assert one.min_gap(two, 0.1) == pytest.approx(clearance, abs=2e-4)
    assert [len(each.decompose()) for each in (one, two)] == [1, 1], "each is of one piece"


def test_each_part_is_a_turned_copy_of_the_other() -> None:
    """Turn one part by half a turn about an axis through the middles of two edges."""
    light, dark = parts(CLEARANCE / EDGE).values()
    turned = 1.0 - dark.points[:, [1, 0, 2]]
    near = np.array([np.linalg.norm(light.points - each, axis=1).min() for each in turned[::7]])
    assert near.max() < 1e-6


@pytest.mark.parametrize("rotation", LETTERS[:2])
def test_the_surface_has_the_colours_that_the_rules_say(rotation: str) -> None:
    """Check all six faces; the lower ones, which play no part in the game, follow the hubs."""
    position = new("boche", size=1).play(f"{rotation}:a1")
    upper = {face.axis: face.colour for face in position.surface().faces}
    (place,) = places(position)
    cubes_own = lattice_of(place)
    top = "light" if uppermost_is_light(rotation) else "dark"
    other = "dark" if top == "light" else "light"
    broker, spots_of_faces, expected = hub_offset(rotation), [], []
    spots = [(u, v) for u, v in product((0.06, 0.28, 0.5, 0.72, 0.94), repeat=2)]
    for axis, side in product(range(3), (0, 1)):
        joined = top if broker[axis] == side else other
        if side:
            assert upper["xyz"[axis]] == joined
        for u, v in spots:
            at = np.insert(np.array([u, v]), axis, float(side))
            corner = np.round(at)
            far = np.linalg.norm(at - corner)
            if abs(far - 0.5) < 0.01:
                continue
            own = top if (3 - corner.sum()) % 2 == 0 else other
            expected.append(own if far < 0.5 else joined)
            spots_of_faces.append(0.5 + 0.999 * (at - 0.5))
    mine = cubes_own(np.array(spots_of_faces))
    for colour, surface in parts(0.0).items():
        assert inside(surface, mine).tolist() == [each == colour for each in expected]
    assert len(set(expected)) == 2


def lattice_of(place: Place):
    """Return a map from the lattice, relative to a cube's lowest corner, to the piece's frame."""
    in_world = places(new("boche", size=1).play("a:a1"))
    (upright,) = in_world  # rotation a is the piece's own frame
    return lambda points: (points @ upright.turn.T + upright.at - place.at) @ place.turn


# -- the board


@pytest.mark.parametrize("size", [1, 2, 6])
def test_the_board_is_closed_and_cubes_rest_in_its_holes(size: int) -> None:
    surface = triangles(board(new("boche", size=size)).shape)
    closed(surface)
    assert len(solid_of(surface).decompose()) == 1
    position = new("boche", size=size)
    for move in [f"a:{'abcdef'[c]}{r + 1}" for c in range(size) for r in range(size - c)]:
        position = position.play(move)
        if position.outcome is not None:
            break
    middle = np.full(3, 0.5)
    for place in places(position):
        low, high = np.zeros(3), np.ones(3)
        ends = np.array([low + 0.01, low - 0.01, middle, high]) @ place.turn.T + place.at
        assert inside(surface, ends).tolist() == [False, True, False, False]
        cube = manifold3d.Manifold.cube((1, 1, 1)).transform(np.column_stack([*place[1:]]))
        assert (cube ^ solid_of(surface)).volume() < 1e-4


@pytest.mark.parametrize("size", [9, 13])
def test_rounding_leaves_no_gaps_in_a_board(size: int) -> None:
    """Check sizes at which holes near the rim leave slivers as thin as the rounding."""
    closed(triangles(board(new("boche", size=size)).shape))


# -- files


@cache
def cube_items() -> tuple[Item, ...]:
    bodies = [(part, (HERE,)) for part in cube(CLEARANCE / EDGE)]
    return tuple(items(bodies, EDGE, COLOURS))


def test_an_stl_is_read_in_millimetres() -> None:
    loaded = trimesh.load(io.BytesIO(stl(cube_items())), file_type="stl")
    assert loaded.bounds == pytest.approx(np.array([[0.0] * 3, [EDGE] * 3]))
    assert loaded.is_watertight
    assert loaded.volume == pytest.approx(EDGE**3, rel=0.01)


def test_a_3mf_has_two_parts_with_names_and_colours() -> None:
    model = model_of(three_mf(cube_items()))
    assert model.get("unit") == "millimeter"
    told = model.findall(".//object", XML)
    assert [each.get("name") for each in told] == ["light part", "dark part"]
    colours = [each.get("displaycolor") for each in model.iterfind(".//base", XML)]
    assert colours == ["#FFFFFF", "#000000"]
    assert [each.get("pindex") for each in told] == ["0", "1"]
    volumes = [closed(surface_of(each)).volume for each in told]
    assert sum(volumes) == pytest.approx(EDGE**3, rel=0.01)
    assert [each.get("objectid") for each in model.iterfind(".//build/item", XML)] == ["2", "3"]


def test_a_position_has_its_board_and_two_parts_for_each_cube() -> None:
    position = new("boche", size=2).play("c:a1").play("d:b1")
    assert PRINTED.position is not None
    bodies = PRINTED.position(position, 0.0)
    model = model_of(three_mf(items(bodies, EDGE, COLOURS)))
    objects = {each.get("id"): each for each in model.iterfind(".//object", XML)}
    assert [each.get("name") for each in objects.values()] == ["board", "light part", "dark part"]
    lowest = []
    for item in model.iterfind(".//build/item", XML):
        numbers = np.array(item.get("transform", "").split(), float).reshape(4, 3)
        assert np.linalg.det(numbers[:3]) == pytest.approx(1.0, abs=1e-4), "no mirror image"
        points = surface_of(objects[item.get("objectid")]).points @ numbers[:3] + numbers[3]
        lowest.append(points.min(axis=0))
    assert len(lowest) == 1 + 2 * 2
    assert np.min(lowest, axis=0) == pytest.approx(np.zeros(3), abs=1e-4)
    # The rim is 0.86 high; a hole reaches 1 / sqrt(3) below it.
    deepest = min(low[2] for low in lowest[1:])
    assert deepest == pytest.approx(EDGE * (0.86 - 3**-0.5), abs=1e-3)
