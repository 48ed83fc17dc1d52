"""The banner in windows of many sizes."""

from __future__ import annotations

import pytest

from boche.engine.games.registry import GAMES
from boche.viewer.table.shown import Banner
from tests.viewer.hud.push import test_banner as push
from tests.viewer.hud.push.test_banner import LONGEST
from tests.viewer.hud.test_banner import END, SWAP
from tests.viewer.hud.test_hud_layout import SCALES, SIZES


@pytest.mark.parametrize("size", [*SIZES, (640, 400)])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("panel", [True, False])
@pytest.mark.parametrize("banner", [LONGEST, SWAP, END])
def test_it_lies_in_its_place_and_is_whole(
    size: tuple[int, int], scale: float, panel: bool, banner: Banner
) -> None:
    push.test_it_lies_in_its_place_and_is_whole(size, scale, panel, banner)


@pytest.mark.parametrize("size", [(1280, 800)])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_told_where_a_move_can_be_pointed_at(game: str, size: tuple[int, int]) -> None:
    push.test_nothing_is_told_where_a_move_can_be_pointed_at(game, size)
