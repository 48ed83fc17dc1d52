"""The library's page in windows of many sizes."""

from __future__ import annotations

from itertools import product

from boche.viewer.hud.dialogs.library_model import GAMES
from tests.viewer.hud.test_hud_layout import SCALES, SIZES, check_page
from tests.viewer.hud.test_library import LibraryUser, home, user

__all__ = ["home", "user"]


def test_nothing_overlaps_or_leaves(user: LibraryUser) -> None:
    for section in range(3):
        user.keys("Down", "Right")
        for size, scale in product(SIZES, SCALES):
            page = user.look(size, scale)
            check_page(page, user.hud.areas.window)
            lines = [hit.action.value for hit in page.hits if hit.action and hit.scroll]
            assert any(value[0] == GAMES for value in lines), (section, size, scale)
