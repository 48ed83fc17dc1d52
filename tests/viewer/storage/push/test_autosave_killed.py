"""A game's process is killed ten times; everything it had shown is there afterwards."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.soak.kills import survive_kills

KILLS = 10
"""Those of full/ are more, of other seeds."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
def test_what_was_shown_survives_kills(tmp_path: Path) -> None:
    survive_kills(tmp_path, KILLS, seed=3)
