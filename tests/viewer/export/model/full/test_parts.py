"""Every part of every game as it is written to files, and the fit of parts that join."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import manifold3d
import numpy as np
import pytest
import trimesh

from boche.engine import new
from boche.engine.games.octi.geometry import HOMES
from boche.viewer.export.model.meshing import Triangles, triangles
from boche.viewer.games.boku.board import places as hollows
from boche.viewer.games.registry import VIEWS, view_of
from tests import ROOT
from tests.viewer.export.model.printed_file import read, solid_of

Boche = Callable[..., tuple[int, str, str]]

TABLE = (ROOT / "docs" / "models.md").read_text("utf-8")
ROWS = re.findall(r"^\| (\w+) \| `([\w-]+)` \| ([\d.]+) x ([\d.]+) x ([\d.]+) \|", TABLE, re.M)
SIZES = {(game.lower(), part): (float(x), float(y), float(z)) for game, part, x, y, z in ROWS}
OVERHANG = np.sin(np.radians(48.0))  # the limit for printing without supports
OVER = np.diag([1.0, -1.0, -1.0])  # turned over


def parts_of(game: str) -> list[str]:
    printed = view_of(game).printed
    assert printed is not None
    return list(printed().parts)


PARTS = [(game, part) for game in VIEWS for part in parts_of(game)]
BODIES = {("boche", "cube"): [1, 1], ("che", "tile"): [1, 3]}
"""Number of pieces in each body, for parts that are not one body of one piece."""


@cache
def bodies(game: str, part: str, clearance: float = 0.0) -> tuple[Triangles, ...]:
    """Return the bodies of a part, in units of a cube's edge."""
    printed = view_of(game).printed
    assert printed is not None
    made = printed().parts[part].bodies(new(game), clearance)
    return tuple(triangles(body.shape) for body in made)


def solid(game: str, part: str, clearance: float = 0.0, body: int = 0) -> manifold3d.Manifold:
    return solid_of(bodies(game, part, clearance)[body])


def moved(
    of: manifold3d.Manifold, by: tuple[float, float, float], turn: np.ndarray | None = None
) -> manifold3d.Manifold:
    turn = np.eye(3) if turn is None else turn
    return of.transform(np.column_stack([turn, by]))


def around(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


# -- every part, in both formats


def test_the_page_has_the_size_of_each_part() -> None:
    assert sorted(SIZES) == sorted(PARTS)


@pytest.mark.parametrize("kind", ["stl", "3mf"])
@pytest.mark.parametrize(("game", "part"), PARTS)
def test_a_part_is_closed_of_the_size_told_and_lies_on_the_bed(
    boche: Boche, tmp_path: Path, game: str, part: str, kind: str
) -> None:
    path = tmp_path / f"part.{kind}"
    assert boche("model", "--game", game, "--part", part, "-o", str(path)) == (0, "", "")
    made = read(path)
    pieces = BODIES.get((game, part), [1])
    counts = [len(solid_of(Triangles(each.vertices, each.faces)).decompose()) for each in made]
    assert counts == ([sum(pieces)] if kind == "stl" else pieces)
    for each in made:
        assert each.is_watertight
        assert each.is_winding_consistent
    low = np.min([each.bounds[0] for each in made], axis=0)
    high = np.max([each.bounds[1] for each in made], axis=0)
    assert low == pytest.approx(np.zeros(3), abs=1e-3), "no coordinate is negative, z from 0 on"
    assert high == pytest.approx(np.array(SIZES[game, part]), abs=0.06)
    assert 0.2 * np.prod(high) < sum(each.volume for each in made) < np.prod(high)
    on_bed = sum(bed(each) for each in made)
    assert on_bed > 0.35 * high[0] * high[1], "it lies flat"


def bed(surface: trimesh.Trimesh) -> float:
    """Return the area that lies on z = 0."""
    return float(surface.area_faces[surface.triangles[:, :, 2].max(axis=1) < 1e-3].sum())


@pytest.mark.parametrize("loose", [0, 1], ids=["tight", "loose"])
@pytest.mark.parametrize(("game", "part"), PARTS)
def test_a_part_is_closed_with_any_edge_and_clearance(
    boche: Boche, tmp_path: Path, game: str, part: str, loose: int
) -> None:
    path, make = tmp_path / "part.3mf", view_of(game).printed
    assert make is not None
    clearance = f"{loose * make().loosest * 10:g}"
    args = ("--game", game, "--part", part, "--edge", "10", "--clearance", clearance)
    assert boche("model", *args, "-o", str(path)) == (0, "", "")
    made = read(path)
    assert [each.is_watertight for each in made] == [True] * len(made)
    counts = [len(solid_of(Triangles(each.vertices, each.faces)).decompose()) for each in made]
    assert counts == BODIES.get((game, part), [1])
    high = np.max([each.bounds[1] for each in made], axis=0)
    expected = np.array(SIZES[game, part]) * 10 / make().edge
    assert high == pytest.approx(expected, abs=0.03)


@pytest.mark.parametrize(
    ("game", "part"), [("boku", "marble"), ("octi", "pod"), ("octi", "prong"), ("che", "tile")]
)
def test_a_piece_needs_no_support(game: str, part: str) -> None:
    """Check that nothing off the bed overhangs by more than 48 degrees."""
    made = bodies(game, part)
    corners = np.concatenate([each.points[each.faces] for each in made])
    if game == "che":  # both colours are printed together and support each other
        whole = solid(game, part) + solid(game, part, body=1)
        mesh = whole.to_mesh64()
        corners = np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(across, axis=1)
    aloft = (corners[:, :, 2].max(axis=1) > 1e-4) & (length > 1e-7)
    assert (across[aloft, 2] / length[aloft]).min() >= -OVERHANG


# -- Che


@pytest.mark.parametrize("clearance", [0.0, 0.1 / 30, 0.02])
def test_a_tile_shows_a_light_band_above_and_a_dark_one_below(clearance: float) -> None:
    light, dark = (solid("che", "tile", clearance, body) for body in (0, 1))
    for height, middle, corner in ((0.149, light, dark), (0.001, dark, light)):
        for part, spots in ((middle, BAND), (corner, DISCS)):
            for x, y in spots:
                assert holds(part, x, y, height)
    assert (light ^ dark).volume() < 1e-6
    assert light.min_gap(dark, 0.1) == pytest.approx(clearance, abs=2e-4)
    # Two thirds of the tile, less the clearance; the band covers 1 - pi / 8 of it.
    assert light.volume() + dark.volume() == pytest.approx(0.15, abs=2.5 * clearance + 1e-4)


BAND = [(0.5, 0.5), (0.05, 0.95), (0.95, 0.05), (0.3, 0.7), (0.39, 0.39), (0.05, 0.55)]
DISCS = [(0.05, 0.05), (0.95, 0.95), (0.33, 0.33), (0.67, 0.67), (0.45, 0.03), (0.97, 0.55)]


def holds(part: manifold3d.Manifold, x: float, y: float, z: float) -> bool:
    """Return whether a body has material at a place."""
    size = 1e-4
    probe = manifold3d.Manifold.cube((size,) * 3, True).translate((x, y, z))
    return bool((part ^ probe).volume() > 0.5 * size**3)


def test_a_hatched_tile_has_lines_where_a_tile_is_dark() -> None:
    tile = solid("che", "hatched-tile")
    assert tile.volume() == pytest.approx(0.15 - 0.0075, abs=0.001)
    for height, dark in ((0.14, DISCS), (0.01, BAND)):
        flat = tile.slice(height).area()
        where = {True: 0, False: 0}
        for x, y in np.random.default_rng(1).uniform(0.02, 0.98, (600, 2)):
            far = min(np.hypot(x, y), np.hypot(1 - x, 1 - y))
            if abs(far - 0.5) < 0.035:
                continue
            inside = (far < 0.5) == (dark is DISCS)
            if not holds(tile, x, y, height):
                where[inside] += 1
        assert where[True] > 60, "a hatch"
        assert where[False] == 0, "and none where it is light"
        assert 0.6 < flat < 0.95
    assert tile.slice(0.075).area() == pytest.approx(1.0, abs=1e-6)


# -- Boku


RESTS = -0.0196
"""Height of a marble on the board: its flat is just below the surface."""


def test_marbles_sit_in_all_hollows_on_the_ring_around_their_flat() -> None:
    board, marble = solid("boku", "board"), solid("boku", "marble")
    assert len(hollows()) == 80
    for x, y, _ in hollows():
        near = board ^ manifold3d.Manifold.cube((1.0, 1.0, 2.0), True).translate((x, y, 0.0))
        high, low, lower = (
            moved(marble, (x, y, RESTS + by)) ^ near for by in (0.002, -0.002, -0.01)
        )
        assert high.volume() < 1e-7 < low.volume(), "it sinks so deep and no deeper"
        touched = lower.bounding_box()
        assert lower.volume() > 1e-6, "it goes no deeper"
        assert touched[3] - touched[0] == pytest.approx(0.66, abs=0.02), "held all around"
        assert touched[4] - touched[1] == pytest.approx(0.66, abs=0.02)
    ends = moved(marble, (0.0, 0.0, 0.0)), moved(marble, (1.0, 0.0, 0.0))
    assert ends[0].min_gap(ends[1], 1.0) == pytest.approx(0.12, abs=1e-3), "fingers fit between"


def test_the_board_is_whole_below_its_hollows() -> None:
    floor = solid("boku", "board").slice(-0.36 + 0.169)
    assert floor.num_contour() == 1
    assert solid("boku", "board").slice(-0.01).num_contour() == 81


# -- Octi


@pytest.mark.parametrize("clearance", [0.0, 0.15 / 25, 0.01])
def test_a_prong_fits_into_each_hole_with_the_clearance(clearance: float) -> None:
    pod, prong = solid("octi", "pod"), solid("octi", "prong", clearance)
    for turn in range(8):
        at = around(turn * np.pi / 4) @ OVER
        resting = moved(prong, (0.0, 0.0, 0.17 + 0.075), at)
        assert (resting ^ pod).volume() < 1e-6
        assert resting.min_gap(pod, 0.1) < 1e-5, "its bar lies on the pod"
        raised = moved(prong, (0.0, 0.0, 0.17 + 0.075 + 0.03), at)
        assert raised.min_gap(pod, 0.1) == pytest.approx(clearance, abs=1e-4), "and its peg is free"
        if clearance:
            for angle in (22.5, 45.0):
                turned = moved(prong, (0, 0, 0), OVER).translate((-0.235, 0, 0))
                turned = turned.rotate((0, 0, angle)).translate((0.235, 0, 0.17 + 0.075))
                turned = turned.rotate((0, 0, 45.0 * turn))
                assert (turned ^ pod).volume() > 1e-6, "it keeps its direction"


def test_eight_prongs_and_a_pod_on_top_of_them_and_neighbours_do_not_touch() -> None:
    pod, prong = solid("octi", "pod"), solid("octi", "prong", 0.15 / 25)
    top = 0.17 + 0.075
    ring = [moved(prong, (0.0, 0.0, top), around(k * np.pi / 4) @ OVER) for k in range(8)]
    for one in range(8):
        gap = ring[one].min_gap(ring[(one + 1) % 8], 0.1)
        assert gap > 0.5 / 25, "half a millimetre apart"
    above = moved(pod, (0.0, 0.0, top))
    for each in ring:
        assert (each ^ above).volume() < 1e-6
        assert each.min_gap(above, 0.1) < 1e-5, "it stands on all of them"
        neighbour = moved(pod, (1.0, 0.0, 0.0))
        assert each.min_gap(neighbour, 1.0) > 0.1
    facing = moved(prong, (1.0, 0.0, top), around(np.pi) @ OVER)
    assert ring[0].min_gap(facing, 0.5) > 0.5 / 25, "nor do prongs that point at each other"


def test_the_board_has_81_squares_and_marks_whose_homes_are_whose() -> None:
    board = solid("octi", "board")
    level = board.slice(-0.01)
    # The frame, the squares, and the parts of home squares within one groove or two.
    assert len(level.decompose()) == 1 + 81 + 3 * 1 + 3 * 2
    for colour, grooves in (("white", 1), ("black", 2)):
        for square in HOMES[colour]:
            x, y = square // 10 - 5.0, square % 10 - 5.0
            ways = [holds(board, x + out, y, -0.01) for out in np.arange(0.0, 0.47, 0.005)]
            assert np.count_nonzero(np.diff(ways)) == 2 * grooves
    assert board.slice(-0.1).area() == pytest.approx(9.8**2 - (4 - np.pi) * 0.34**2, abs=0.01)
