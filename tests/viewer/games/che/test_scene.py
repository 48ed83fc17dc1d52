"""Che's scenes: places of tiles, lit and marked cells, and the extent of the frame."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from boche import engine
from boche.engine.games import che
from boche.engine.games.che.geometry import KINDS, Tile
from boche.viewer.games.che.pick import preview
from boche.viewer.games.che.tiles import (
    BAND_LIT,
    CORNER_LIT,
    FRAMED,
    GHOST,
    PAIR,
    THICK,
    THREATENED,
    WON,
    back_rim,
    core,
    corners_around,
    face_pattern,
    is_dark,
    rim,
    tick,
)
from boche.viewer.games.registry import build_live, build_scene
from boche.viewer.scene import SceneOptions
from boche.viewer.scene.live import FALL, LiveOptions
from boche.viewer.scene.marks import LAST
from boche.viewer.scene.model import Array, Batch, Scene
from boche.viewer.scene.solids import rotated
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.context import Context
from boche.viewer.table.move_input import place
from boche.viewer.table.state import Table
from tests.positions import played

DARK_WINS = "fl:0,0 fr:0,1+fr:1,0 fl:1,1+fr:1,2"


def random_position(plies: int, seed: int = 1):
    rng, position = random.Random(seed), che.GAME.new(num_tiles=-1, group_area=99)
    while position.ply < plies and position.outcome is None:
        position = position.play(rng.choice(position.legal_moves()))
    return position


def faces(scene: Scene):
    return scene.batches[0].instances


def batches_named(scene: Scene, name: str) -> list:
    return [batch for batch in scene.batches if batch.mesh.name == name]


def test_every_tile_is_a_face_and_twelve_quarters() -> None:
    position = random_position(5)
    scene = build_scene(position)
    count = len(position.tiles)
    sizes = {batch.mesh.name: len(batch.instances) for batch in scene.batches[:4]}
    assert sizes == {
        "square": count, "che rim": 4 * count, "che core": 4 * count, "che back rim": 4 * count,
    }  # fmt: skip
    assert {batch.material for batch in scene.batches} == {"truchet", "enamel", "wood"}
    wanted = [(tile.x - 0.5, tile.y - 0.5, 0.0) for tile in position.tiles]
    assert np.allclose(faces(scene)["position"], wanted)


@pytest.mark.parametrize("kind", range(4))
def test_patterns_and_quarters_follow_the_tile(kind: int) -> None:
    tile = Tile(0, 0, kind)
    pattern = face_pattern(tile)
    assert bool(pattern & 1) == is_dark(tile, (0, 0))
    assert bool(pattern & PAIR) == ((1, 0) in tile.joined)
    scene = build_scene(played("che", str(tile)))
    (rims,), (backs,) = (batches_named(scene, name) for name in ("che rim", "che back rim"))
    wanted = [int(is_dark(tile, corner)) for corner in corners_around(tile)]
    assert rims.instances["pattern"].tolist() == wanted
    assert backs.instances["pattern"].tolist() == [1 - dark for dark in wanted]


def test_quarters_are_turned_to_their_corners() -> None:
    scene = build_scene(played("che", "fl:0,0"))
    (rims,) = batches_named(scene, "che rim")
    for index, corner in enumerate(corners_around(Tile(0, 0, 0))):
        x, y, z, w = rims.instances["orientation"][index]
        assert x == y == 0.0
        turn = 2 * np.arctan2(z, w)
        place = np.array([-0.5, -0.5])
        turned = (
            np.cos(turn) * place[0] - np.sin(turn) * place[1],
            np.sin(turn) * place[0] + np.cos(turn) * place[1],
        )
        assert np.allclose(turned, (corner[0] - 0.5, corner[1] - 0.5))


@pytest.mark.parametrize("shape", [rim, core, back_rim, tick])
def test_solids_look_outwards(shape) -> None:
    mesh = shape()
    points, normals = mesh.vertices["position"], mesh.vertices["normal"]
    assert np.allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-5)
    assert np.abs(points[:, :2]).max() <= 0.5 + 1e-6
    for indices in (mesh.indices, mesh.coarse):
        if indices is None:
            continue
        corners = points[indices.reshape(-1, 3)].astype(float)
        flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        mean = normals[indices.reshape(-1, 3)].mean(axis=1)
        assert (np.einsum("ij,ij->i", flat, mean) > 0.0).all()


def test_the_parts_of_a_tile_meet() -> None:
    heights = [
        sorted({round(float(z), 4) for z in part.vertices["position"][:10, 2]})
        for part in (rim(), core(), back_rim())
    ]
    assert heights[0][0] == heights[1][-1]
    assert heights[1][0] == heights[2][-1]
    assert heights[2][0] > -THICK


def framed_cells(scene: Scene) -> list[list[int]]:
    """Return the places of the tiles whose faces have a frame, if it goes on over their rims."""
    found = faces(scene)
    framed = found["position"][found["pattern"] & FRAMED == FRAMED] + (0.5, 0.5, 0.0)
    rims = next(b for b in batches_named(scene, "che rim") if not b.translucent)
    marked = rims.instances["position"][rims.instances["pattern"] == LAST.number]
    assert np.array_equal(np.repeat(framed, 4, axis=0), marked)
    return sorted(framed[:, :2].astype(int).tolist())


def test_the_last_move_is_framed_on_the_tiles_own_edges() -> None:
    position = played("che", "fr:0,0 fl:1,0+br:0,1")
    plain = build_scene(position)
    for last in ("fl:1,0+br:0,1", position.parse("br:0,1+fl:1,0")):
        scene = build_scene(position, SceneOptions(last=last))
        assert framed_cells(scene) == [[0, 1], [1, 0]]
        assert len(scene.batches) == len(plain.batches), "no solid lies on the tiles"
    assert framed_cells(plain) == []


def test_the_closed_region_is_lit_and_the_rest_is_quieter() -> None:
    position = played("che", DARK_WINS)
    assert position.outcome.winner == "dark"
    found = faces(build_scene(position))
    lit = {
        tile.cell: int(p) >> 2 & 15
        for tile, p in zip(position.tiles, found["pattern"], strict=True)
    }
    assert lit == {(0, 0): 8, (0, 1): 2, (1, 0): 4, (1, 1): 1, (1, 2): 0}
    assert not (found["pattern"] & BAND_LIT).any()
    assert (found["look"][:, 2] == 1.0).all()
    plain = faces(build_scene(position, SceneOptions(result=False)))
    assert not (plain["pattern"] & 0b1111100).any()
    assert (plain["look"][:, 2] == 0.0).all()


def test_the_largest_regions_are_lit_when_the_tiles_are_out() -> None:
    position = played("che", "fl:0,0 bl:1,0+fl:1,-1", num_tiles=3)
    assert position.outcome.kind == "largest"
    found = faces(build_scene(position))["pattern"]
    banded = [t for t, p in zip(position.tiles, found, strict=True) if p & BAND_LIT]
    assert {str(tile) for tile in banded} == {"fl:0,0", "fl:1,-1"}


def test_a_draw_lights_both_colours() -> None:
    position = played("che", "fl:0,0 bl:1,0", num_tiles=2)
    assert (faces(build_scene(position))["pattern"] & BAND_LIT).all()


def test_a_region_that_grew_too_large_is_lit() -> None:
    for options in ({"group_area": 2}, {"group_extent": 2}):
        position = played("che", "fl:0,0 bl:1,0+fl:1,-1", **options)
        found = faces(build_scene(position))["pattern"]
        assert [bool(p & BAND_LIT) for p in found] == [True, True, False]


def test_the_frame_grows_with_the_tiles_and_holds_them() -> None:
    least = build_scene(che.GAME.new()).bounds
    for plies in (1, 4, 12):
        position = random_position(plies)
        scene = build_scene(position)
        low, high = scene.bounds.min(axis=0), scene.bounds.max(axis=0)
        assert (low[:2] <= least.min(axis=0)[:2]).all()
        assert (high[:2] >= least.max(axis=0)[:2]).all()
        for tile in position.tiles:
            assert (low[:2] < (tile.x - 0.5, tile.y - 0.5)).all()
            assert (high[:2] > (tile.x + 0.5, tile.y + 0.5)).all()
        for label in scene.labels:
            assert (low[:2] < label.position[:2]).all()
    live = build_live(position, LiveOptions()).bounds
    for cell in position.open_cells():
        assert (live.min(axis=0)[:2] < (cell.x - 0.5, cell.y - 0.5)).all()
        assert (live.max(axis=0)[:2] > (cell.x + 0.5, cell.y + 0.5)).all()


def test_coordinates_stand_beside_the_tiles() -> None:
    position = played("che", "fr:0,0 fl:1,0+br:0,1")
    labels = build_scene(position).labels
    assert [label.text for label in labels] == ["0", "1", "0", "1"]
    assert all(min(label.position[:2]) < -0.5 for label in labels)
    assert not build_scene(position, SceneOptions(labels=False)).labels


def test_a_table_without_tiles_marks_the_first_cell() -> None:
    scene = build_scene(che.GAME.new())
    assert [batch.mesh.name for batch in scene.batches[:-1]] == ["che tick"]
    assert scene.batches[-1].material == "wood"


@pytest.mark.parametrize("seed", range(4))
def test_the_board_lies_under_all_tiles_and_where_the_next_may_go(seed: int) -> None:
    position = random_position(seed)
    places = build_scene(position).batches[-1].mesh.vertices["position"][:, :2]
    low, high = places.min(axis=0), places.max(axis=0)
    cells = [*(tile.cell for tile in position.tiles), *position.open_cells()]
    for cell in cells:
        assert (low < np.array(cell) - 0.5).all()
        assert (high > np.array(cell) + 0.5).all()


def test_without_a_board_there_is_no_table() -> None:
    scene = build_scene(random_position(3), SceneOptions(board=False))
    assert scene.ground is None
    assert not scene.labels
    assert len(scene.bounds) == 8 * 5


# -- the live table


def test_the_ghost_has_edges_and_is_only_the_new_tiles() -> None:
    position = played("che", "fr:0,0")
    scene = build_live(position, LiveOptions(ghost="fl:1,0+br:0,1"))
    ghosts = [b for b in scene.batches if b.translucent and b.mesh.name == "square"]
    assert [len(batch.instances) for batch in ghosts] == [2]
    assert (ghosts[0].instances["pattern"] & GHOST).all()
    solid = [b for b in scene.batches if not b.translucent and b.mesh.name == "square"]
    assert [len(batch.instances) for batch in solid] == [1]


def test_a_ghost_may_be_the_first_tile_of_a_move() -> None:
    scene = build_live(played("che", "fr:0,0"), LiveOptions(ghost="fl:1,0"))
    ghosts = [b for b in scene.batches if b.translucent and b.mesh.name == "square"]
    assert ghosts[0].instances["position"].tolist() == [[0.5, -0.5, 0.0]]


def test_open_cells_are_marked_while_one_is_being_chosen() -> None:
    position = played("che", "fr:0,0 fl:1,0+br:0,1")
    assert not batches_named(build_live(position, LiveOptions()), "che tick")
    ghost = position.steps(position.steps()[0].text)[0].text
    (marks,) = batches_named(build_live(position, LiveOptions(ghost=ghost)), "che tick")
    assert len(marks.instances) == 4 * len(position.open_cells())
    moving = build_live(position, LiveOptions(moving="fr:0,2+fr:2,0", height=1.0))
    assert not batches_named(moving, "che tick")


def in_the_air(scene: Scene) -> dict[tuple[int, int], float]:
    """Return the cells of tiles above their places, by their upper faces, with their heights."""
    found = {}
    for batch in batches_named(scene, "square"):
        for each in batch.instances:
            x, y, z = each["position"]
            if each["orientation"][3] == 1.0 and z > 0.0 and not batch.translucent:
                found[(round(x + 0.5), round(y + 0.5))] = round(float(z), 3)
    return found


def test_a_move_on_its_way_hangs_above_its_cells() -> None:
    scene = build_live(played("che", "fr:0,0"), LiveOptions(moving="fl:1,0+br:0,1", height=FALL))
    assert in_the_air(scene) == {(1, 0): FALL, (0, 1): FALL}
    depths = [b.instances["position"][:, 2].min() for b in batches_named(scene, "square")]
    assert sorted(round(float(z), 3) for z in depths)[1:3] == [round(FALL - THICK, 3)] * 2
    assert scene.bounds[:, 2].max() == pytest.approx(FALL), "its shadow is whole"


def test_of_two_tiles_the_one_that_touches_lands_first() -> None:
    position = played("che", "fr:0,0")
    for move, first in (("fl:0,1+fr:0,2", (0, 1)), ("fr:-2,0+fl:-1,0", (-1, 0))):
        second = next(t.cell for t in position.parse(move).tiles if t.cell != first)
        lower = in_the_air(build_live(position, LiveOptions(moving=move, height=0.5 * FALL)))
        assert lower[first] < lower[tuple(second)]
        late = in_the_air(build_live(position, LiveOptions(moving=move, height=0.3 * FALL)))
        assert set(late) == {tuple(second)}
        assert in_the_air(build_live(position, LiveOptions(moving=move, height=0.0))) == {}


def test_the_last_tile_of_the_pool_falls_alone() -> None:
    position = played("che", "fl:0,0", num_tiles=2)
    scene = build_live(position, LiveOptions(moving="bl:1,0", height=1.5))
    assert in_the_air(scene) == {(1, 0): 1.5}


def test_a_tile_that_lies_does_not_fall_again() -> None:
    """Lay the first tile of a move by hand: with the second, only the second drops."""
    options = LiveOptions(moving="br:0,1+fl:1,0", taken="fl:1,0", height=1.0)
    assert in_the_air(build_live(played("che", "fr:0,0"), options)) == {(0, 1): 1.0}
    other = replace(options, taken="bl:-1,0")
    assert set(in_the_air(build_live(played("che", "fr:0,0"), other))) == {(0, 1), (1, 0)}


def test_the_table_tells_which_tile_lies_already() -> None:
    """Play by clicks and by text: in the first case one tile is in the air, otherwise two."""
    for clicks, flying in ((True, {"br:0,1"}), (False, {"br:0,1", "fl:1,0"})):
        session = Session.new("che")
        session.play("fr:0,0")
        table = Table(session, (1280, 720), Settings())
        if clicks:
            for target, key in (("1,0", "fl"), ("fl:1,0+0,1", "br")):
                assert table.selection.choose(target)
                assert table.selection.choose_key(key)
                place(Context(table))
        else:
            table.play("br:0,1+fl:1,0")
        change = table.timeline.change(table.now)
        assert change is not None
        assert change.taken == ("fl:1,0" if clicks else "")
        options = LiveOptions(moving=change.move, taken=change.taken, height=FALL)
        air = in_the_air(build_live(change.before, options))
        assert {str(t) for t in session.position.tiles if t.cell in air} == flying


@pytest.mark.parametrize(("before", "after"), list(permutations(KINDS, 2)))
def test_a_tile_turns_in_the_hand_as_a_real_one(before: str, after: str) -> None:
    """Check that corners keep their colours at each stage of the turn."""
    position = engine.new("che")
    start = build_live(position, LiveOptions(ghost=f"{before}:0,0"))
    scene = build_live(position, LiveOptions(ghost=f"{after}:0,0", turned=(f"{before}:0,0", 0.0)))
    assert upper_colours(scene) == upper_colours(start)
    end = build_live(position, LiveOptions(ghost=f"{after}:0,0", turned=(f"{before}:0,0", 1.0)))
    assert upper_colours(end) == upper_colours(
        build_live(position, LiveOptions(ghost=f"{after}:0,0"))
    )
    middle = build_live(position, LiveOptions(ghost=f"{after}:0,0", turned=(f"{before}:0,0", 0.5)))
    points = np.concatenate([_placed(b, i) for b in middle.batches if b.translucent
                             for i in b.instances if b.mesh.name != "che tick"])  # fmt: skip
    assert points[:, 2].min() > -THICK - 1e-6, "no part of it is below the table"


def _placed(batch: Batch, instance: Any) -> Array:
    """Return the vertices (N, 3) of one instance in the world."""
    return instance["position"] + rotated(
        instance["orientation"].astype(float), batch.mesh.vertices["position"].astype(float)
    )


def upper_colours(scene: Scene) -> dict[tuple[float, float], tuple[int, bool]]:
    """Return each corner's colour on the ghost's upper face, and whether the corner is cut off."""
    found = {}
    for batch in batches_named(scene, "square"):
        for each in batch.instances:
            turn = each["orientation"].astype(float)
            if not batch.translucent or rotated(turn, np.array([[0.0, 0.0, 1.0]]))[0, 2] < 0.5:
                continue
            for u, v in ((0, 0), (1, 0), (0, 1), (1, 1)):
                x, y, _ = each["position"] + rotated(turn, np.array([[u, v, 0.0]]))[0]
                straight = u == v
                pair = bool(each["pattern"] & 2)
                dark = (int(each["pattern"]) & 1) ^ (not straight)
                found[(round(float(x), 3) + 0.0, round(float(y), 3) + 0.0)] = dark, pair == straight
    return found


def test_heat_lies_on_open_cells() -> None:
    position = played("che", "fr:0,0")
    heat = (("1,0", 1.0), ("0,1", 0.25), ("-1,0", 0.5))
    (discs,) = batches_named(build_live(position, LiveOptions(heat=heat)), "heat disc")
    assert discs.instances["position"][:, :2].tolist() == [[1, 0], [0, 1], [-1, 0]]
    one, quarter = discs.instances["look"][:2, 0]
    assert one == pytest.approx(2 * quarter), "the area tells the share"
    begun = LiveOptions(heat=heat, taken="fl:1,0", ghost="fl:1,0+br:0,1")
    (discs,) = batches_named(build_live(position, begun), "heat disc")
    assert discs.instances["position"][:, :2].tolist() == [[0, 1], [-1, 0]]
    on_ghost, on_table = discs.instances["position"][:, 2]
    assert on_ghost > 0 > on_table, "it lies on the ghost, and is not hidden"
    moving = LiveOptions(heat=heat, moving="fl:1,0+br:0,1", height=1.0)
    assert not batches_named(build_live(position, moving), "heat disc")


def test_of_pairs_of_tiles_that_end_on_one_cell_the_best_is_named_alone() -> None:
    position = played("che", "fr:0,0")
    said = (("fl:1,0+0,1", "br 61%"), ("fl:-1,0+0,1", "bl 60%"), ("fl:-1,0+1,0", "bl 55%"))

    def named(**options: Any) -> dict[tuple[float, ...], str]:
        labels = build_live(position, LiveOptions(figures=said, labels=False, **options)).labels
        assert len(labels) == len({label.position[:2] for label in labels})
        return {label.position[:2]: label.text for label in labels}

    assert named() == {(0.0, 1.0): "br 61%", (1.0, 0.0): "bl 55%"}
    assert named(taken="fl:-1,0") == {(0.0, 1.0): "bl 60%", (1.0, 0.0): "bl 55%"}
    assert named(taken="fl:1,0") == {(0.0, 1.0): "br 61%"}


def test_what_is_asked_for_is_lit() -> None:
    position = played("che", "fr:0,0 fl:1,0+br:0,1")
    region = position.regions()[0]
    found = faces(build_live(position, LiveOptions(lit=region.corners)))["pattern"]
    lit = {tile.cell for tile, p in zip(position.tiles, found, strict=True) if p & BAND_LIT}
    assert lit == set(region.tiles)


def test_kept_parts_stay_the_same_objects_while_the_ghost_changes() -> None:
    position = played("che", "fr:0,0")
    one = build_live(position, LiveOptions(ghost="fl:1,0"))
    two = build_live(position, LiveOptions(ghost="br:1,0"))
    assert one.batches[0] is two.batches[0]


def test_the_first_tile_lies_once_it_is_taken() -> None:
    options = LiveOptions(ghost="fl:1,0+br:0,1", taken="fl:1,0")
    scene = build_live(played("che", "fr:0,0"), options)
    solid = [b for b in scene.batches if not b.translucent and b.mesh.name == "square"]
    assert len(solid[0].instances) == 2
    assert framed_cells(scene) == [[1, 0]]


def test_what_wins_for_its_player_looks_won_before_it_is_played_and_not_in_danger() -> None:
    """Expect the mark of the winner for one's own closed region, and red for the opponent's."""
    own = played("che", "br:0,0 fl:-2,0+bl:-1,0"), "br:-1,1+bl:0,1"
    opponents = played("che", "fl:0,0 fr:0,1+fr:1,0"), "fl:1,1+fr:1,2"
    for (position, move), wins in ((own, True), (opponents, False)):
        shut = preview(position, move).threatened
        assert shut
        options = LiveOptions(ghost=move, threatened=shut, labels=False)
        batches = build_live(position, options).batches
        faces = [batch.instances["pattern"] for batch in batches if batch.material == "truchet"]
        found = [int(pattern) for patterns in faces for pattern in patterns]
        assert any(each & WON for each in found) == wins
        assert any(each & 0b1111 * CORNER_LIT << THREATENED for each in found) != wins
