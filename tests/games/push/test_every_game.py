"""All moves counted as before."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.test_every_game import PERFT, check_counts


@pytest.mark.parametrize(
    ("game", "entry"), [(game, entry) for game, found in PERFT.items() for entry in found]
)
def test_its_moves_count_as_before(game: str, entry: dict[str, Any]) -> None:
    check_counts(game, entry, 10**9)
