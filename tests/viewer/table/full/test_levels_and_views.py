"""Levels spread apart or removed, the home view, and a pointer at rest."""

from __future__ import annotations

import pytest

from tests.viewer.table import test_levels_and_views as push


@pytest.mark.parametrize("explodes", [0, 1])
def test_a_board_that_is_turned_stays_in_the_picture_without_a_jump(explodes: int) -> None:
    push.test_a_board_that_is_turned_stays_in_the_picture_without_a_jump(explodes)
