"""The order of thinking jobs in many random lists, against a plain restatement."""

from __future__ import annotations

import pytest

from boche.server.database.store import Store
from tests.server.thinking.test_job_queue import boards, check_order

__all__ = ["boards"]


@pytest.mark.parametrize("part", range(2))  # the same lists each time: more say little more
def test_what_is_next_is_what_the_plain_rule_says(
    store: Store, boards: list[int], part: int
) -> None:
    first = 60 + 100 * part
    check_order(store, boards, range(first, first + 100))
