"""Nothing of a figure is cut, in the other games."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gl import test_outline as push
from tests.gl.test_outline import SAMPLES, both

__all__ = ["both"]


@pytest.mark.parametrize("name", SAMPLES[1:])
def test_nothing_is_cut(both: Any, name: str) -> None:
    push.test_nothing_is_cut(both, name)
