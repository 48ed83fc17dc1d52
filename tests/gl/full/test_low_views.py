"""Dark pieces stay dark in low views, where everything shines: in each game, palette and theme."""

from __future__ import annotations

from typing import Any

import pytest

from boche.viewer.renderer.style import Style, palette_names
from tests.gl.low_views import MOVES, contrast


@pytest.mark.parametrize("game", MOVES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("palette", palette_names())
def test_low_views_keep_most_of_the_contrast(
    context: Any, game: str, palette: str, theme: str
) -> None:
    style = Style(palette, theme)
    above, low = (contrast(context, game, elevation, style) for elevation in (90.0, 15.0))
    assert low > 0.6 * above
