"""Che under the pointer: tiles, cells and the table, targets, regions and previews."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import pytest

from boche.engine.games import che
from boche.engine.games.registry import find
from boche.viewer.camera.camera import VIEWS, Camera
from boche.viewer.camera.controls import fitted
from boche.viewer.camera.rays import project, ray_at
from boche.viewer.games.che import pick as pick_che
from boche.viewer.games.che.tiles import THICK
from boche.viewer.games.registry import picker_of
from boche.viewer.games.targets import choices_of
from boche.viewer.games.view import Display, Pick
from boche.viewer.table.selection import Selection
from tests.positions import played

VIEWPORT = (900, 600)
FLAT = Display()


@dataclass(frozen=True)
class Begun(Display):
    """Display of a move that is half made."""

    taken: str = ""


def camera_of(position, view: str = "corner") -> Camera:
    return fitted(VIEWS[view], pick_che.bounds(position), VIEWPORT)


def picked(position, x: float, y: float, z: float, view: str = "corner", display=FLAT) -> Pick:
    """Return the pick at a visible place of the world."""
    camera = camera_of(position, view)
    px, py = project(camera, np.array([[x, y, z]]), VIEWPORT)[0]
    return pick_che.pick(position, ray_at(camera, float(px), float(py), VIEWPORT), display)


MOVES = "fr:0,0 fl:1,0+br:0,1 fr:2,0+bl:0,2"


@pytest.mark.parametrize("view", list(VIEWS))
def test_open_cells_are_targets_and_tiles_are_not(view: str) -> None:
    position = played("che", MOVES)
    for cell in position.open_cells():
        found = picked(position, cell.x, cell.y, -THICK, view)
        assert found.target == cell.name
        assert found.face == (cell, False)
    for tile in position.tiles:
        found = picked(position, tile.x, tile.y, 0.0, view)
        assert found.target is None
        assert found.face == (tile.cell, True)
        assert found.reason == f"{tile.cell.name} holds a tile already ({tile.name})"


@pytest.mark.parametrize("view", list(VIEWS))
def test_every_pixel_is_picked_as_it_is_drawn(view: str) -> None:
    """Compare with marching along the ray in small steps."""
    position, rng = played("che", MOVES), random.Random(4)
    camera = camera_of(position, view)
    cells = {tile.cell for tile in position.tiles}
    for _ in range(150):
        x, y = rng.uniform(0, VIEWPORT[0]), rng.uniform(0, VIEWPORT[1])
        ray = ray_at(camera, x, y, VIEWPORT)
        found = pick_che.pick(position, ray, FLAT)
        start = (0.01 - ray.origin[2]) / ray.direction[2]
        wanted = None
        for step in np.arange(start, start + 3.0, 0.001):
            px, py, pz = ray.at(step)
            cell = (int(np.floor(px + 0.5)), int(np.floor(py + 0.5)))
            if -THICK < pz < 0.0 and cell in cells:
                wanted = (cell, True)
                break
            if pz <= -THICK:
                wanted = (cell, False)
                break
        assert found.face == wanted or near_an_edge(found)


def near_an_edge(found: Pick) -> bool:
    x, y, _z = found.point or (0.0, 0.0, 0.0)
    parts = [abs(abs(v + 0.5 - round(v + 0.5))) for v in (x, y)]
    return min(parts) < 0.01


def test_why_a_place_is_no_target() -> None:
    position = played("che", MOVES)
    assert picked(position, -1.0, -1.0, -THICK).reason == "-1,-1 does not touch any tile"
    start = che.GAME.new()
    assert picked(start, 0.0, 0.0, -THICK).target == "0,0"
    assert picked(start, 1.0, 0.0, -THICK).reason == "the first tile lies on 0,0, not on 1,0"
    end = played("che", "fl:0,0").resign()
    assert picked(end, 1.0, 0.0, -THICK).reason == "dark resigned"


def test_the_sky_is_nothing() -> None:
    position = played("che", "fl:0,0")
    camera = Camera(elevation=5.0, distance=10.0)
    ray = ray_at(camera, 450.0, 599.0, VIEWPORT)
    assert pick_che.pick(position, ray, FLAT) == Pick()


def test_targets_go_on_from_the_first_tile() -> None:
    position = played("che", "fr:0,0")
    display = Begun(taken="fl:1,0")
    found = picked(position, 2.0, 0.0, -THICK, display=display)
    assert found.target == "fl:1,0+2,0"
    assert (
        picked(position, 1.0, 0.0, 0.0, display=display).reason == "1,0 holds a tile already (fl)"
    )
    assert found.target in [step.text for step in position.steps("fl:1,0")]


def test_targets_and_choices_are_the_texts_of_steps() -> None:
    picker = picker_of("che")
    position = played("che", "fr:0,0")
    for target in ("1,0", "fl:1,0+2,0", "fl:-1,0+-2,0"):
        keys = ["fr", "bl"] if "+" in target else ["fl", "br"]
        texts = [step.text for step in position.steps(target)]
        assert texts == [picker.spell(target, key) for key in keys]
        assert [picker.key_of(text) for text in texts] == keys
        assert pick_che.cell_of(target).name == target.rpartition("+")[2]
    move = position.parse("fl:1,0+fr:2,0")
    assert picker.target_of(position, move) == "fl:1,0+2,0"
    assert picker.target_of(position, position.parse("fl:1,0")) == "1,0"


def test_a_selection_makes_a_whole_move() -> None:
    position = played("che", "fr:0,0")
    selection = Selection(picker_of("che"))
    selection.show(position)
    assert selection.choose("1,0")
    assert selection.keys() == ("fl", "br")
    assert selection.choose_key("br")
    beginning = selection.take()
    assert beginning is not None
    assert beginning.move is None
    assert selection.beginning == "br:1,0"
    assert selection.choose("br:1,0+1,1")
    selection.cycle(1)
    last = selection.take()
    assert last is not None
    assert last.move in position.legal_moves()


def test_place_and_over() -> None:
    position = played("che", MOVES)
    camera = camera_of(position)
    for cell in position.open_cells():
        middle = pick_che.place(position, cell.name, FLAT)
        assert middle.tolist() == [cell.x, cell.y, -THICK / 2]
        x, y = project(camera, middle[None], VIEWPORT)[0]
        ray = ray_at(camera, float(x), float(y), VIEWPORT)
        assert pick_che.over(position, cell.name, ray, FLAT)
        assert not pick_che.over(position, "9,9", ray, FLAT)


def test_hover_tells_of_the_region() -> None:
    position = played("che", MOVES)
    for region in position.regions():
        for x, y in region.corners:
            tiles = [t for t in position.tiles if (x, y) in t.cell.corners]
            tile = tiles[0]
            # Slightly inside the tile from its corner.
            px = x - 0.5 + 0.2 * (tile.x + 0.5 - x)
            py = y - 0.5 + 0.2 * (tile.y + 0.5 - y)
            found = pick_che.hover(position, picked(position, px, py, 0.0, "top"))
            assert found.lit == region.corners
            assert found.text == pick_che.described(region)
    assert pick_che.hover(position, Pick()).text == ""


def test_words_for_regions() -> None:
    end = played("che", "fl:0,0 fr:0,1+fr:1,0 fl:1,1+fr:1,2")
    (closed,) = end.closed_regions()
    assert pick_che.described(closed) == "dark corner, closed"
    largest = played("che", "fl:0,0").regions()[0]
    assert pick_che.described(largest) == "light region of 1 tile, open at 6 cells"


def test_previews() -> None:
    position = played("che", "fl:0,0")
    found = pick_che.preview(position, position.parse("bl:1,0+fl:1,-1"))
    assert found.text == "makes a light region of 2 tiles"
    assert set(found.joined) == {(0, 1), (1, 0), (2, -1)}
    assert found.threatened == ()
    position = played("che", "fl:0,0 fr:0,1+fr:1,0")
    found = pick_che.preview(position, position.parse("fl:1,1+fr:1,2"))
    assert found.text == "dark wins: a dark region is closed"
    assert found.threatened == ((1, 1),)
    assert pick_che.preview(position, "br:1,1").threatened == ()
    assert pick_che.preview(position, "fl:1,1").threatened == ((1, 1),)


def told(moves: str, move: str) -> str:
    return str(pick_che.preview(played("che", moves), move).text)


def test_a_preview_says_what_the_other_side_wins_by() -> None:
    corner = "fl:0,0 fr:0,1+fr:1,0"
    assert told(corner, "fl:1,1") == "closes a dark region, and dark wins"
    assert told(corner, "br:1,1") == "the first of two tiles"
    assert told("fr:0,0", "br:-1,0+bl:-1,1") == (
        "makes a dark region of 2 tiles; light can then close -2,0 and -2,1 and win"
    )
    turned = played("che", corner, group_area=16)
    assert pick_che.preview(turned, "fl:1,1").text == "closes a dark region, and light wins"


def test_levels_and_bounds() -> None:
    position = played("che", MOVES)
    assert pick_che.PICKER.layers(position) == 0
    assert pick_che.bounds(position).shape[1] == 3


@pytest.mark.parametrize(("options", "first"), [({}, "bl:0,0"), ({"group_area": 16}, "fl:0,0")])
def test_the_first_tile_that_is_offered_does_not_lose(options: dict[str, int], first: str) -> None:
    position = find("che").new(**options)
    choices = choices_of(picker_of("che"), position, position.steps()[0])
    assert choices[0].text == first
    assert len(choices) == 4
