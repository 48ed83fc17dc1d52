"""A window that is told to end from outside, by the other signal."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.e2e.window.full import test_ending_more as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize("frame", [1, 3])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130)])
def test_it_ends_when_told_where_exceptions_are_lost(
    desk: Desk, number: signal.Signals, code: int, frame: int
) -> None:
    push.test_it_ends_when_told_where_exceptions_are_lost(desk, number, code, frame)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 128 + signal.SIGTERM)])
def test_at_rest_it_ends_at_once_and_keeps_what_was_played(
    desk: Desk, number: signal.Signals, code: int, tmp_path: Path
) -> None:
    push.test_at_rest_it_ends_at_once_and_keeps_what_was_played(desk, number, code, tmp_path)
