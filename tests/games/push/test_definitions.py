"""Fast algorithms against their definitions, in a thousand positions of each kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.definitions import CHECKS

POSITIONS = 1_000


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_fast_algorithms_agree_with_their_definitions(check: Callable[[int], None]) -> None:
    check(POSITIONS)
