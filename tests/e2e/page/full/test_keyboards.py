"""The keys of all keyboard layouts."""

from __future__ import annotations

import pytest

from tests.e2e.page.keyboards import LAYOUTS, Exported, LiveBoard


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_record_page_takes_the_keys_of_a_layout(exported: Exported, layout: str) -> None:
    exported.takes(LAYOUTS[layout])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_board_takes_the_keys_of_a_layout(live_board: LiveBoard, layout: str) -> None:
    live_board.takes(LAYOUTS[layout])
