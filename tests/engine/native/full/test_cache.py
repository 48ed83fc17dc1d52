"""The cache of compiled code, which is loaded only from places that only the user can write."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.native.push import test_cache as push
from tests.engine.native.push.test_cache import program

__all__ = ["program"]


@pytest.mark.parametrize("kind", [".json"])
def test_what_is_damaged_is_compiled_anew(program: Path, kind: str) -> None:
    push.test_what_is_damaged_is_compiled_anew(program, kind)
