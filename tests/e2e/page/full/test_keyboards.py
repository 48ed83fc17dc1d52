"""The keys of all keyboard layouts, but for those that a push waits for."""

from __future__ import annotations

import pytest

from tests.e2e.page.keyboards import LAYOUTS, Exported, LiveBoard
from tests.e2e.page.test_keyboards import SOME

OTHERS = [layout for layout in LAYOUTS if layout not in SOME]


@pytest.mark.parametrize("layout", OTHERS)
def test_a_record_page_takes_the_keys_of_a_layout(exported: Exported, layout: str) -> None:
    exported.takes(LAYOUTS[layout])


@pytest.mark.parametrize("layout", OTHERS)
def test_a_board_takes_the_keys_of_a_layout(live_board: LiveBoard, layout: str) -> None:
    live_board.takes(LAYOUTS[layout])
