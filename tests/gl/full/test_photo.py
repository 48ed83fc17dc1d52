"""Photographs: few frames have no streaks, with and without a lens."""

from __future__ import annotations

import pytest

from tests.gl import test_photo as push
from tests.gl.test_photo import Taken, take

__all__ = ["take"]


@pytest.mark.parametrize(("lens", "count", "most"), [(0.0, 24, 36), (0.0, 48, 29), (0.8, 48, 29)])
def test_few_frames_have_no_streaks(take: Taken, lens: float, count: int, most: int) -> None:
    push.test_few_frames_have_no_streaks(take, lens, count, most)
