"""Boards have no gaps, in the other games."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gl import test_gaps as push


@pytest.mark.parametrize("name", ["boche-path", "che-extent", "boku-draw"])
def test_a_board_has_no_gaps(context: Any, name: str) -> None:
    push.test_a_board_has_no_gaps(context, name)
