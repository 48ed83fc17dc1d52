"""The levels 1 to 8 as a table."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.game import Move
from engine.search.params import SearchParams
from engine.search.steps import random_move

if TYPE_CHECKING:
    from engine.search.result import SearchResult


@dataclass(frozen=True)
class Level:
    """How a player searches and chooses.

    ``simulations`` a move, or None: all the time it is given. ``blunder`` is the share of moves
    (0 to 1) that it makes without looking, any legal one.
    """

    simulations: int | None
    blunder: float
    params: SearchParams

    @property
    def text(self) -> str:
        """One line for the user."""
        effort = "all the time it gets" if self.simulations is None else f"{self.simulations:,}"
        playouts = effort if self.simulations is None else f"{effort} playouts a move"
        if self.blunder:
            return f"{playouts}, one move in {1 / self.blunder:.0f} without looking"
        return playouts

    def pick(self, result: SearchResult, rng: random.Random) -> Move:
        """The move to play."""
        if rng.random() < self.blunder:
            return random_move(result.position, rng)
        return result.best


_SIMPLE = SearchParams(amaf=0.0, expand=2, symmetry=False, tactics=False, nodes=50_000)
_SMALL = SearchParams(nodes=200_000)

LEVELS: Mapping[int, Level] = {
    1: Level(10, 1 / 2, _SIMPLE),
    2: Level(40, 1 / 5, _SIMPLE),
    3: Level(150, 1 / 20, _SIMPLE),
    4: Level(300, 0.0, _SMALL),
    5: Level(900, 0.0, _SMALL),
    6: Level(2_500, 0.0, _SMALL),
    7: Level(10_000, 0.0, SearchParams(nodes=500_000)),
    8: Level(None, 0.0, SearchParams(nodes=2_000_000)),
}
