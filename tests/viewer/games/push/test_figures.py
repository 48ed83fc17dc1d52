"""Numbers on a full pyramid."""

from __future__ import annotations

import numpy as np
import pytest

from boche.viewer.export.figure.drawing import draw, framed
from boche.viewer.games.registry import build_scene, camera_of
from boche.viewer.scene import SceneOptions
from tests.viewer.games.test_figures import moves_of, played


@pytest.mark.parametrize("view", ["top", "corner", "corner2", "corner3"])
def test_a_full_pyramid_is_numbered_on_all_sides_that_are_seen(view: str) -> None:
    """Check that each visible cube has its number once, on itself, and that none overlap."""
    session = played("boche-path.sgf", 56)
    scene = build_scene(session.position, SceneOptions(numbered=moves_of(session)))
    drawing = draw(scene, framed(scene, camera_of("boche", view)))
    (numbers,) = (group.items for group in drawing.groups if group.name == "numbers")
    texts = [text.text for text in numbers]
    assert len(set(texts)) == len(texts) >= 36
    boxes = [np.abs(np.array(text.matrix[:4]).reshape(2, 2)).sum(axis=0) for text in numbers]
    for i, one in enumerate(numbers):
        for j, two in enumerate(numbers[:i]):
            away = np.abs(np.subtract(one.matrix[4:], two.matrix[4:]))
            assert (away > 0.3 * (boxes[i] + boxes[j])).any(), (one.text, two.text)
