"""The system's file dialogs, as used by a real window."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.window import test_window_native as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize(("chosen", "replaced"), [("game", False)])
def test_what_a_system_dialog_asked_is_not_asked_again(
    desk: Desk, tmp_path: Path, chosen: str, replaced: bool
) -> None:
    push.test_what_a_system_dialog_asked_is_not_asked_again(desk, tmp_path, chosen, replaced)
