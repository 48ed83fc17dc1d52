"""What the later version has stored with its option on, opened by this one: one clear line each."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from tests.later_version import test_from_later as push


@pytest.mark.parametrize("game", [game for game in GAMES if game != "boche"])
def test_a_server_refuses_its_games_and_goes_on_with_all_others(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    push.test_a_server_refuses_its_games_and_goes_on_with_all_others(game, tmp_path, monkeypatch)
