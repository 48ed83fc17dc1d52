"""Figures against GL pictures: equal colours at equal places, in every game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boche.viewer.camera.rays import half_height, project
from boche.viewer.export.figure.svg import figure_svg
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style
from boche.viewer.scene import Scene
from tests.viewer.export.figures import SAMPLES, pixels, seen

SIZE = (480, 480)


def places_of(scene: Scene) -> Any:
    """Return places (N, 3) all over the board, except at its very edge."""
    low, high = scene.bounds.min(axis=0), scene.bounds.max(axis=0)
    x, y = (np.linspace(low[i], high[i], 62)[1:-1] for i in (0, 1))
    return np.array([(a, b, 0.0) for a in x for b in y])


def painted(context: Any, scene: Scene, camera: Any, places: Any) -> Any:
    """Return the colours (N, 3) that GL draws at some places."""
    target, renderer = Target(context, SIZE, 1), Renderer(context)
    renderer.draw(scene, camera, target.drawn, SIZE, Style(palette="blue", shadows=False))
    image = target.read()[..., :3].astype(int)
    renderer.release()
    target.release()
    x, y = np.floor(project(camera, places, SIZE)).astype(int).T
    return image[y, x]


def drawn(scene: Scene, camera: Any, places: Any) -> Any:
    """Return the colours (9, N, 3) of a figure at and around places, which lines may cross.

    Places in the figure are located relative to the board.
    """
    image = pixels(figure_svg(scene, camera, palette="blue"), 1000)
    inked = np.argwhere((image != 255).any(axis=2))
    top, left = inked.min(axis=0)
    _, right = inked.max(axis=0)
    outline = project(camera, np.asarray(scene.bounds, float), (1, 1)) * 2 * half_height(camera)
    scale = (right + 1 - left) / np.ptp(outline[:, 0])
    x, y = (project(camera, places, (1, 1)) * 2 * half_height(camera)).T
    columns, rows = (
        left + (x - outline[:, 0].min()) * scale,
        top + (outline[:, 1].max() - y) * scale,
    )
    near = [(across, down) for across in (-4, 0, 4) for down in (-4, 0, 4)]
    last = np.array(image.shape[:2]) - 1
    cells = (np.stack([rows + d, columns + a], axis=1).astype(int) for a, d in near)
    return np.stack([image[tuple(np.clip(each, 0, last).T)] for each in cells])


def kinds(colours: Any) -> Any:
    """Return classes of colours (..., 3): 0 light, 1 dark blue, 2 wood or another warm colour."""
    red, blue = colours[..., 0], colours[..., 2]
    return np.where(blue - red > 40, 1, np.where(red - blue > 25, 2, 0))


@pytest.mark.parametrize("name", SAMPLES)
def test_a_figure_has_the_colours_of_the_picture(context: Any, name: str) -> None:
    scene, camera = seen(name, "top")
    places = places_of(scene)
    seen_at = project(camera, places, SIZE)  # a rotated board has corners out of sight
    places = places[((seen_at > 5) & (seen_at < np.array(SIZE) - 5)).all(axis=1)]
    one, two = kinds(painted(context, scene, camera, places)), kinds(drawn(scene, camera, places))
    alike = (one == two).any(axis=0)
    assert alike.mean() > 0.95
    for kind in (0, 1):  # pieces alone: there is much more wood
        assert alike[one == kind].mean() > 0.85
    assert (one == two[4]).mean() > 0.85  # most places have no line beside them
