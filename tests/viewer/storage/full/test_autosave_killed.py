"""A game's process is killed forty times; everything it had shown is there afterwards."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.soak.kills import survive_kills


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
def test_what_was_shown_survives_forty_kills(tmp_path: Path) -> None:
    survive_kills(tmp_path, 40, seed=13)
