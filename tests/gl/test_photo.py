"""Photographs: the sum of many frames with one light each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from boche.engine import new
from boche.viewer.camera.camera import Camera, eye, projection_matrix, view_matrix
from boche.viewer.export.images import framed
from boche.viewer.games.registry import build_scene
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.offscreen import Target
from boche.viewer.renderer.photo import Photographer, Subject
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style, theme
from boche.viewer.scene.model import Batch, Scene, instances
from boche.viewer.scene.solids import revolved
from tests.gl.counted import Counted

SIZE = (240, 160)
FROM_ABOVE = Camera(azimuth=-90.0, elevation=90.0, projection="ortho")

Taken = Callable[..., Any]


@pytest.fixture
def take(context: Any) -> Iterator[Taken]:
    photographer, target = Photographer(context), Target(context, SIZE, 0)

    def taken(scene: Scene, camera: Camera, frames: int, style: Style | None = None,
              lens: float = 0.0, fit: bool = True) -> Any:  # fmt: skip
        seen = framed(scene, camera, SIZE) if fit else camera
        photographer.begin(Subject(scene, seen, SIZE, style or Style(), lens))
        for _ in range(frames):
            photographer.add()
        photographer.develop(target.drawn)
        return target.read()[::-1].astype(int)

    yield taken
    photographer.release()
    target.release()


def boche() -> Scene:
    position = new("boche", size=4)
    for _ in range(12):
        position = position.play([m for m in position.legal_moves() if str(m) != "swap"][7])
    return build_scene(position)


def plate(height: float) -> Scene:
    """Return a round plate of radius 3 with its underside at a height above the table."""
    rings = [(3.0, 0.0, 0.0), (3.0, 0.2, 0.0), (3.0, 0.2, np.pi / 2), (0.0, 0.2, np.pi / 2)]
    mesh = revolved("plate", rings, 64)
    rows = instances(np.array([[0.0, 0.0, height]]))
    corners = np.array([[x, y, z] for x in (-9, 9) for y in (-9, 9) for z in (0, height + 0.2)])
    return Scene((Batch(mesh, "enamel", rows),), ground=0.0, bounds=corners.astype("f4"))


def test_the_same_picture_every_time(take: Taken) -> None:
    assert np.array_equal(take(boche(), Camera(), 8), take(boche(), Camera(), 8))


def test_it_is_the_picture_that_the_window_has_but_for_the_light(take: Taken, context: Any) -> None:
    photo = take(boche(), Camera(), 32)
    renderer, target = Renderer(context), Target(context, SIZE)
    renderer.draw(boche(), framed(boche(), Camera(), SIZE), target.drawn, SIZE)
    plain = target.read()[::-1].astype(int)
    renderer.release()
    target.release()
    assert np.abs(photo - plain)[..., :3].mean() < 14
    # Where one is dark the other is: the pieces' bands above all.
    assert np.corrcoef(photo[..., 1].ravel(), plain[..., 1].ravel())[0, 1] > 0.95


def half_shadow(take: Taken, height: float) -> int:
    """Return the number of pixels of the table in half shadow."""
    alpha = take(plate(height), FROM_ABOVE, 48, Style(transparent=True))[..., 3]
    whole = 255 * theme("light").shadow_strength
    return int(((alpha > 0.2 * whole) & (alpha < 0.6 * whole)).sum())


def test_shadows_are_softer_the_farther_they_fall(take: Taken) -> None:
    assert half_shadow(take, 3.0) > 2 * half_shadow(take, 0.3) > 0


def test_the_sky_reaches_a_nest_less_than_the_rim(take: Taken, context: Any) -> None:
    """Check with light from the sky alone that a hole's bottom is darker than its upper edge."""
    scene = build_scene(new("boche", size=4))
    image = take(scene, FROM_ABOVE, 64)
    middle = image[SIZE[1] // 2 - 30 : SIZE[1] // 2 + 30, SIZE[0] // 2 - 30 : SIZE[0] // 2 + 30, 1]
    assert middle.min() < 0.7 * middle.max()


def test_without_a_table_only_the_shadow_is_there(take: Taken) -> None:
    image = take(plate(1.0), FROM_ABOVE, 32, Style(transparent=True))
    alpha = image[..., 3]
    assert alpha[:4, :4].max() == 0
    assert alpha[SIZE[1] // 2, SIZE[0] // 2] == 255
    soft = (alpha > 8) & (alpha < 200)
    assert soft.mean() > 0.005
    strength = theme("light").shadow_strength
    assert np.percentile(alpha[soft], 85) <= 255 * strength + 2  # the rest: the plate's edge
    assert (image[..., :3] <= alpha[..., None] + 1).all()  # premultiplied


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_table_keeps_the_colour_of_its_theme(take: Taken, name: str) -> None:
    """Check that the table has it far off, and is a little brighter around the board."""
    camera = replace(FROM_ABOVE, distance=150.0)
    image = take(replace(plate(1.0), batches=()), camera, 32, Style(theme=name), fit=False)[..., :3]
    wanted = 255 * np.array(theme(name).table)
    assert image[:9, :9].mean(axis=(0, 1)) == pytest.approx(wanted, abs=1)
    middle = image[SIZE[1] // 2 - 3 : SIZE[1] // 2 + 3, SIZE[0] // 2 - 3 : SIZE[0] // 2 + 3]
    assert 2 < (middle.mean(axis=(0, 1)) - wanted).mean() < 14


def test_near_by_the_table_is_felt(take: Taken) -> None:
    """Check that fibres make it slightly lighter and darker than blank paper would be."""
    scene = replace(plate(1.0), batches=())
    image = take(scene, replace(FROM_ABOVE, distance=1.0), 16, fit=False)
    tones = image[..., :3].mean(axis=2) / np.mean(theme("light").table) / 255
    assert tones.std() > 0.005
    assert np.abs(tones - tones.mean()).max() < 0.12


def test_what_hides_the_steps_of_tones_has_no_pattern(take: Taken) -> None:
    """Check that neighbours' dither is independent: a pattern would show as hatching."""
    camera = replace(FROM_ABOVE, distance=150.0)
    scene = replace(plate(1.0), batches=())
    seen = take(scene, camera, 8, Style(theme="dark"), fit=False)[:, :, 1].astype(float)
    around = [np.roll(seen, (y, x), axis=(0, 1)) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    fine = (seen - np.mean(around, axis=0))[1:-1, 1:-1]
    like = np.fft.ifft2(np.abs(np.fft.fft2(fine)) ** 2).real
    assert np.abs(like[3:20, 3:20] / like[0, 0]).max() < 0.2


def sharpness(image: Any, at: tuple[int, int]) -> float:
    x, y = at
    part = image[max(y - 12, 0) : y + 12, max(x - 12, 0) : x + 12, 1]
    return float(np.abs(np.diff(part, axis=1)).max() + np.abs(np.diff(part, axis=0)).max())


def test_a_lens_blurs_what_is_not_at_the_target(take: Taken) -> None:
    """Check two plates, one at the target and one much nearer to the eye."""
    base, camera = plate(0.0), Camera(azimuth=-90.0, elevation=30.0, distance=30.0)
    at = np.array([[0.0, 0.0, 0.0], [0.0, -9.0, 0.0]])
    batch = replace(base.batches[0], instances=instances(at))
    scene = replace(base, batches=(batch,), ground=None)

    def place(point: Any) -> tuple[int, int]:
        whole = view_matrix(camera) @ projection_matrix(camera, SIZE[0] / SIZE[1])
        x, y, _, w = np.array([*point, 1.0]) @ whole
        return (int((x / w + 1) * SIZE[0] / 2), int((1 - y / w) * SIZE[1] / 2))

    assert eye(camera)[1] < -20.0
    edges = [place((3.0, y, 0.2)) for y in (0.0, -9.0)]
    sharp = take(scene, camera, 128, fit=False)
    blurred = take(scene, camera, 128, lens=1.0, fit=False)
    kept, lost = (sharpness(blurred, e) / sharpness(sharp, e) for e in edges)
    assert kept > 0.8
    assert lost < 0.6


def test_what_cannot_be_is_said(context: Any, take: Taken) -> None:
    with pytest.raises(RenderError, match="unknown theme 'green'"):
        take(boche(), Camera(), 1, Style(theme="green"))


def test_nothing_leaks_over_many_pictures(context: Any) -> None:
    counted = Counted(context)
    photographer, scene, alive = Photographer(counted), boche(), []
    for size in ((40, 30), (64, 48), (40, 30), (64, 48)):
        photographer.begin(Subject(scene, Camera(), size))
        for _ in range(4):
            photographer.add()
        alive.append(counted.alive())
    assert 10 < alive[0] == alive[-1]
    photographer.release()
    assert counted.alive() == 0
