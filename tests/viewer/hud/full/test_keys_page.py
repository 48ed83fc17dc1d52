"""The page of all keys: full-size letters in any window, no key broken, opened at once."""

from __future__ import annotations

import pytest

from tests.viewer.hud.push import test_keys_page as push
from tests.viewer.hud.test_hud_layout import SCALES, SIZES


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES[1:-1])
def test_the_keys_are_legible_and_whole(size: tuple[int, int], scale: float) -> None:
    push.test_the_keys_are_legible_and_whole(size, scale)
