"""Levels apart in larger pyramids, and what a cube touches on other levels."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from boche.engine import new
from boche.viewer.export.images import framed
from boche.viewer.games.registry import build_live, camera_of
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.scene.live import LiveOptions
from tests.gl import test_levels_apart as push
from tests.gl.seen_places import EDGES, box, cube_middle, first_met
from tests.gl.test_levels_apart import FLAT, SIZE, WAYS, check_own_pixels, check_rings

ways = pytest.mark.parametrize("way", WAYS)


@ways
def test_each_cube_shows_its_own_pixels(context: Any, way: str) -> None:
    check_own_pixels(context, 6, way)


@ways
def test_what_a_cube_touches_on_other_levels_has_rings(context: Any, way: str) -> None:
    check_rings(context, way)


@pytest.mark.parametrize(("way", "hidden"), [("exploded", 2)])
def test_hidden_levels_leave_no_trace_while_levels_are_apart(
    context: Any, way: str, hidden: int
) -> None:
    push.test_hidden_levels_leave_no_trace_while_levels_are_apart(context, way, hidden)


def test_hidden_levels_leave_a_faint_trace_where_they_were(context: Any) -> None:
    """Compare with a game that ends before the hidden cubes were placed."""
    position = new("boche", size=3, kill=0)
    for move in ("c:a1", "c:b1", "c:a2", "c:c1", "c:b2", "c:a3"):
        position = position.play(move)
    full = position.play("e:a1").play("e:b1")
    camera = framed(build_live(full, LiveOptions()), camera_of("boche", "corner"), SIZE)
    renderer, target = Renderer(context), Target(context, SIZE)
    images, plain = [], LiveOptions(labels=False)
    for shown, options in ((position, plain), (full, replace(plain, peeled=1))):
        renderer.draw(build_live(shown, options), camera, target.drawn, SIZE, FLAT)
        images.append(target.read()[..., :3].astype(int))
    renderer.release()
    target.release()
    apart = np.abs(images[1] - images[0]).max(axis=2)
    pixels = np.argwhere(apart > 3)[::7, ::-1] + 0.5
    hidden = [box(str(c), cube_middle(3, c, 0, 1), EDGES, [0.51] * 3) for c in (0, 1)]
    seen = Counter(first_met(hidden, camera, pixels, SIZE))
    assert min(seen["0"], seen["1"]) > 50
    assert seen[""] < 0.02 * len(pixels), "nothing else has changed"
    assert apart.max() < 90, "what lies below shows through"
    within = np.argwhere(apart >= 0)[::7, ::-1] + 0.5
    over = apart.reshape(-1)[::7][[name != "" for name in first_met(hidden, camera, within, SIZE)]]
    assert np.mean(over > 10) < 0.3, "but for lines along their edges, it looks as it is"
