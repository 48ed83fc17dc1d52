"""Random games of ``tests.duels``, with another seed for each commit."""

from __future__ import annotations

from tests.duels.duel import Tally, play_game
from tests.duels.games import DUELS
from tests.duels.seed import seed_of_the_commit

PLIES = {"boche": 10_000, "che": 4000, "boku": 12_000, "octi": 3000}
"""What takes a few seconds of each game."""


def check_random_games(game: str, part: float) -> None:
    """Play random games against the slow rules, for a part of ``PLIES``."""
    kind, longest = DUELS[game]
    tally, seed = Tally(), seed_of_the_commit()
    while tally.plies < part * PLIES[game]:
        tally.add(play_game(kind, f"{seed}-{tally.ends.total()}", longest))
