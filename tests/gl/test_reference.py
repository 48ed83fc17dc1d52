"""Whole pictures against stored ones, with a tolerance too small for a wrong band.

After an intended change of the look, redraw them and inspect each:

    python -m tests.gl.test_reference
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from boche.engine import new
from boche.viewer.camera.camera import parse_view
from boche.viewer.export.images import framed
from boche.viewer.games.registry import build_scene
from boche.viewer.renderer.offscreen import Target, create_context
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style
from boche.viewer.scene import Scene, SceneOptions

FOLDER = Path(__file__).parent / "reference"
SIZE = (480, 360)
MOVES = "c:a1 a:b1 d:a2 b:c1 c:b2 a:a3 g:a1 f:b1 d:d1 b:c2 a:b3 e:a2 h:c1 c:a4 g:b2 b:a1"
CASES = {
    "opening": (5, "corner", Style()),
    "middle": (16, "corner", Style(palette="blue")),
    "top": (16, "top", Style()),
    "dark": (16, "corner2", Style(palette="safe", theme="dark")),
}
# Pixels that differ by more than 40 of 255 once each is the mean of its 3 x 3 neighbours; other
# drivers' edges differ by fractions of a pixel.
ALLOWED = 12


def scene_of(plies: int) -> Scene:
    position = new("boche", size=4, fill_board=True)
    for move in MOVES.split()[:plies]:
        position = position.play(move)
    return build_scene(position, SceneOptions(last=MOVES.split()[plies - 1]))


def picture(context: Any, scene: Scene, view: str, style: Style) -> Any:
    target, renderer = Target(context, SIZE), Renderer(context)
    camera = framed(scene, parse_view(view)[0], SIZE)
    renderer.draw(scene, camera, target.drawn, SIZE, style)
    image = target.read()[::-1, :, :3].copy()
    renderer.release()
    target.release()
    return image


def smooth(image: Any) -> Any:
    """Return the mean of each pixel and its neighbours."""
    padded = np.pad(image.astype(float), ((1, 1), (1, 1), (0, 0)), mode="edge")
    rows, columns = image.shape[:2]
    return sum(padded[y : y + rows, x : x + columns] for y in range(3) for x in range(3)) / 9


def wrong_pixels(one: Any, other: Any) -> int:
    return int((np.abs(smooth(one) - smooth(other)).max(axis=2) > 40).sum())


@pytest.mark.parametrize("name", CASES)
def test_pictures_are_as_stored(context: Any, name: str) -> None:
    plies, view, style = CASES[name]
    stored = np.asarray(Image.open(FOLDER / f"{name}.png").convert("RGB"))
    assert wrong_pixels(picture(context, scene_of(plies), view, style), stored) <= ALLOWED


def draw_again() -> None:
    """Replace the stored pictures."""
    FOLDER.mkdir(exist_ok=True)
    context = create_context()
    for name, (plies, view, style) in CASES.items():
        image = picture(context, scene_of(plies), view, style)
        Image.fromarray(image).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    draw_again()
