"""A board hides where no table is drawn, in the other games."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gl import test_materials as push
from tests.gl.test_materials import draw

__all__ = ["draw"]


@pytest.mark.parametrize("low", [4.0, 89.0])
@pytest.mark.parametrize("game", ["boche", "boku", "octi"])
def test_a_board_hides_where_no_table_is_drawn(draw: Any, game: str, low: float) -> None:
    push.test_a_board_hides_where_no_table_is_drawn(draw, game, low)
