"""What more of the commands load."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine.games.registry import GAMES
from tests import test_architecture as push


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", ["legal", "check", "convert", "page"])
def test_a_command_loads_the_rules_and_the_view_of_its_game_only(
    tmp_path: Path, command: str, game: str
) -> None:
    push.test_a_command_loads_the_rules_and_the_view_of_its_game_only(tmp_path, command, game)
