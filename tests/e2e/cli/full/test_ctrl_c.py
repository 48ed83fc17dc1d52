"""Ctrl+C at any moment in real processes of all kinds of commands."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.e2e.cli.test_ctrl_c import LINES, interrupted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

MOMENTS = (0.004, 0.03, 0.08, 0.16, 0.3, 0.55, 1.0)


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("whole_group", [False, True], ids=["kill", "terminal"])
def test_it_ends_at_any_moment(name: str, whole_group: bool, tmp_path: Path) -> None:
    interrupted(name, whole_group, MOMENTS[int(whole_group) :: 2], tmp_path)
