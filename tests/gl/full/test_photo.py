"""Photographs: few frames have no streaks, with and without a lens, and the table is even."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from boche.viewer.camera.camera import Camera
from boche.viewer.renderer.exposure import ROUND
from boche.viewer.renderer.style import Style
from tests.gl import test_photo as push
from tests.gl.test_photo import Taken, boche, take

__all__ = ["take"]


@pytest.mark.parametrize(
    ("lens", "count", "most"), [(0.0, 24, 36), (0.0, 48, 29), (0.8, 24, 41), (0.8, 48, 29)]
)
def test_few_frames_have_no_streaks(take: Taken, lens: float, count: int, most: int) -> None:
    """Check the edges of shadows, and joints that are out of focus."""
    few, many = (take(push.boche(), Camera(), number, lens=lens) for number in (count, 384))
    assert np.abs(few - many)[..., :3].max() < most


@pytest.mark.parametrize(
    ("name", "rounds"), [("light", 1), ("light", 8), ("light", 64), ("dark", 8)]
)
def test_a_table_at_rest_is_even(take: Taken, rounds: int, name: str) -> None:
    """Check a part of it as large as in a window, but for its slow change of tone, for blotches."""
    scene = replace(push.plate(1.0), batches=())
    camera = replace(push.FROM_ABOVE, distance=3.0)
    image = take(scene, camera, rounds * len(ROUND), Style(theme=name), fit=False)[..., 1]
    height, width = image.shape
    y, x = (part.ravel() / width for part in np.mgrid[:height, :width])
    slow = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    tones = image.ravel().astype(float)
    left = (tones - slow @ np.linalg.lstsq(slow, tones, rcond=None)[0]).reshape(image.shape)
    blocks = left[: height // 8 * 8, : width // 8 * 8].reshape(height // 8, 8, width // 8, 8)
    assert blocks.mean(axis=(1, 3)).std() < 0.5, "of 255"


def test_more_frames_change_less_and_less(take: Taken) -> None:
    few, more, many = (take(boche(), Camera(), count) for count in (16, 64, 128))
    assert np.abs(more - many).mean() < 0.8
    assert np.abs(more - many).mean() < 0.6 * np.abs(few - many).mean()
