"""Levels apart in larger pyramids, and what a cube touches on other levels."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gl.test_levels_apart import WAYS, check_own_pixels, check_rings

ways = pytest.mark.parametrize("way", WAYS)


@ways
def test_each_cube_shows_its_own_pixels(context: Any, way: str) -> None:
    check_own_pixels(context, 6, way)


@ways
def test_what_a_cube_touches_on_other_levels_has_rings(context: Any, way: str) -> None:
    check_rings(context, way)
