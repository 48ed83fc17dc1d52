"""Pictures from Python: methods of positions and records, and ``Camera``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.viewer.export.push import test_pictures as push


@pytest.mark.parametrize("way", ["layers"])
def test_levels_taken_apart_are_the_command_s(boche: Any, tmp_path: Path, way: str) -> None:
    push.test_levels_taken_apart_are_the_command_s(boche, tmp_path, way)
