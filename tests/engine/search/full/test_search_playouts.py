"""Random playouts of the search: by the rules, uniform, and fast on full boards."""

from __future__ import annotations

import pytest

from tests.engine.search.push import test_search_playouts as push
from tests.engine.search.push.test_search_playouts import kernels

__all__ = ["kernels"]


@pytest.mark.parametrize("options", [{}, {"adjacent": True}], ids=str)
@pytest.mark.parametrize("moves", [0, 12])
def test_every_placement_is_as_likely(kernels, options, moves: int) -> None:
    push.test_every_placement_is_as_likely(kernels, options, moves)
