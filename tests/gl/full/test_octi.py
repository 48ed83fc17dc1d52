"""Octi's pods, prongs and boards in the looks that a push does not wait for."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from boche.viewer.renderer.style import palette_names, theme_names
from tests.gl import test_octi as push
from tests.gl.test_octi import draw

__all__ = ["draw"]

LOOKS = [look for look in product(palette_names(), theme_names()) if look not in push.LOOKS]


@pytest.mark.parametrize(("palette", "theme"), LOOKS)
def test_prongs_are_told_from_holes_in_all_looks(draw: Any, palette: str, theme: str) -> None:
    push.test_prongs_are_told_from_holes_in_all_looks(draw, palette, theme)


@pytest.mark.parametrize(("palette", "theme"), LOOKS)
def test_sides_and_wood_are_told_apart_in_all_looks(draw: Any, palette: str, theme: str) -> None:
    push.test_sides_and_wood_are_told_apart_in_all_looks(draw, palette, theme)
