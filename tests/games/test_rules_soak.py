"""A minute of ``tests.soak.rules``, with another seed for each commit."""

from __future__ import annotations

import hashlib
import subprocess

import pytest

from tests import ROOT
from tests.duels.duel import Tally, play_game
from tests.duels.games import DUELS

# About fifteen seconds of each game.
PLIES = {"boche": 10_000, "che": 4000, "boku": 12_000, "octi": 3000}


def seed_of_the_commit() -> str:
    """What git calls it; without git a sum of the sources."""
    command = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout[:12]
    except (OSError, subprocess.CalledProcessError):
        found = hashlib.sha256()
        for path in sorted((ROOT / "engine" / "games").rglob("*.py")):
            found.update(path.read_bytes())
        return found.hexdigest()[:12]


@pytest.mark.parametrize("game", DUELS)
def test_random_games_agree_with_the_slow_rules(game: str) -> None:
    kind, longest = DUELS[game]
    tally, seed = Tally(), seed_of_the_commit()
    print(f"seed {seed}")
    while tally.plies < PLIES[game]:
        tally.add(play_game(kind, f"{seed}-{tally.ends.total()}", longest))
    print(f"{game}: {tally}")
