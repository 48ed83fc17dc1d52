"""The page of one's own games in windows of many sizes."""

from __future__ import annotations

from itertools import product

import pytest

from tests.viewer.hud.test_hud_layout import SCALES, SIZES, check_page
from tests.viewer.hud.test_own_games_page import Player


@pytest.mark.parametrize(("size", "scale"), tuple(product(SIZES, SCALES)))
def test_the_page_fits(size: tuple[int, int], scale: float) -> None:
    for count in (0, 1, 30):
        player = Player(count)
        for problem in ("", "cannot reach https://play.example: Connection refused"):
            player.form.problem = problem
            page = player.look(size, scale)
            check_page(page, player.hud.areas.window)
