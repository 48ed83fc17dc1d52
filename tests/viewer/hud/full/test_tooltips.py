"""Tooltips: whatever their length, they show all their words and their key."""

from __future__ import annotations

import pytest

from tests.viewer.hud.push import test_tooltips as push
from tests.viewer.hud.test_hud_layout import SCALES


@pytest.mark.parametrize("size", [(1280, 720), (1283, 801), (3840, 2160)])
@pytest.mark.parametrize("scale", SCALES[1:-1])
def test_every_tooltip_is_whole(size: tuple[int, int], scale: float) -> None:
    push.test_every_tooltip_is_whole(size, scale)
