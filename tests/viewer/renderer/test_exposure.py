"""The frames of a photograph: together they make up a theme's lamp, sky and table light."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from boche.viewer.camera.camera import Camera
from boche.viewer.renderer.exposure import KEY, LAMP, ROUND, SKY, TABLE, exposure, table_light
from boche.viewer.renderer.light import to_light
from boche.viewer.renderer.style import theme, theme_names

COUNT = 64 * len(ROUND)


@pytest.fixture(params=theme_names())
def frames(request: pytest.FixtureRequest) -> list:
    return [exposure(n, to_light(Camera()), theme(request.param)) for n in range(COUNT)]


def test_each_has_one_light(frames: list) -> None:
    lamp = to_light(Camera())
    for frame in frames:
        assert np.linalg.norm(frame.light) == pytest.approx(1.0)
        assert np.hypot(*frame.lens) <= 1.0
        assert max(map(abs, frame.shift)) <= 1.0
        if frame.kind == KEY:
            assert math.acos(min(float(frame.light @ lamp), 1.0)) <= LAMP + 1e-6
            assert frame.met == (0.0, 0.0, 0.0)
        else:
            assert (frame.light[2] > 0.0) == (frame.kind == SKY)


def test_a_round_has_each_kind_as_often(frames: list) -> None:
    for start in range(0, COUNT, len(ROUND)):
        kinds = Counter(frame.kind for frame in frames[start : start + len(ROUND)])
        assert kinds == {KEY: 3, SKY: 4, TABLE: 1}


@pytest.mark.parametrize("name", theme_names())
def test_together_they_are_the_light_of_the_theme(name: str) -> None:
    """Compare unobstructed surfaces of several slants with the formula that the window uses."""
    look, lamp = theme(name), to_light(Camera())
    frames = [exposure(n, lamp, look) for n in range(COUNT)]
    for normal in np.array([[0, 0, 1], [0.6, 0, 0.8], [0, -0.8, 0.6], [-1, 0, 0], [0, 0.6, -0.8]]):
        got = sum(max(float(f.light @ normal), 0.0) * np.array(f.key) for f in frames) / COUNT
        up = 0.5 + 0.5 * normal[2]
        wanted = np.array(look.key) * max(float(lamp @ normal), 0.0)
        wanted += up * np.array(look.sky) + (1 - up) * np.array(look.bounce)
        assert got == pytest.approx(wanted, rel=0.06, abs=0.012)
    bare = sum(f.up * np.array(f.key) for f in frames) / COUNT
    assert bare == pytest.approx(np.array(table_light(lamp, look)), rel=0.01)


def test_places_in_the_pixel_and_on_the_lens_are_spread_evenly(frames: list) -> None:
    shifts, lens = (np.array([getattr(f, name) for f in frames]) for name in ("shift", "lens"))
    assert np.abs(shifts.mean(axis=0)).max() < 0.02
    assert np.abs(lens.mean(axis=0)).max() < 0.02
    assert (np.hypot(*lens.T) < math.sqrt(0.5)).mean() == pytest.approx(0.5, abs=0.02)
    # Neither correlates with the other or with the light.
    lights = np.array([f.light[:2] for f in frames if f.kind == SKY])
    of_sky = np.array([(*f.shift, *f.lens) for f in frames if f.kind == SKY])
    assert np.abs(np.corrcoef(np.hstack([lights, of_sky]).T)[:2, 2:]).max() < 0.1
