"""Notes on a new game, which are not errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.viewer.session import Session
from tests.viewer.window.user import User


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize(
    ("game", "options", "note"),
    [("boche", {"size": 5}, "odd number"), ("che", {"num_tiles": 4}, "very small")],
)
def test_strange_options_are_noted(game: str, options: dict[str, int], note: str) -> None:
    user = User(Session.new(game, **options))
    user.games.rematch()
    view = user.desk.controller.view()
    assert note in view.status
    assert view.tone == "noted"
