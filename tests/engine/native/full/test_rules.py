"""The rules: equal results interpreted and compiled, and compiled only on request."""

from __future__ import annotations

import pytest

from tests.engine.native.push import test_rules as push
from tests.engine.native.push.test_rules import VARIANTS, compiled

__all__ = ["compiled"]


@pytest.mark.parametrize("size", [2, 6])
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_games_leave_the_same_arrays(compiled, size: int, options) -> None:
    push.test_random_games_leave_the_same_arrays(compiled, size, options)
