"""The command ``explore`` in the other games."""

from __future__ import annotations

from pathlib import Path

import pytest

from boche.engine import GAMES
from tests.e2e.cli import test_explore as push
from tests.e2e.cli.test_explore import env

__all__ = ["env"]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "che"])
def test_the_samples_are_counted_up_to_symmetry(env: dict[str, str], game: str) -> None:
    push.test_the_samples_are_counted_up_to_symmetry(env, game)


@pytest.mark.parametrize("game", [name for name in GAMES if name != "octi"])
def test_the_opening_book_is_listed(env: dict[str, str], tmp_path: Path, game: str) -> None:
    push.test_the_opening_book_is_listed(env, tmp_path, game)
