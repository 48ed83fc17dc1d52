"""Play of a level: search parameters, budget and choice of move, from the game's definition."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from boche.engine.game import Move
from boche.engine.level import Level
from boche.engine.search.params import Budget, SearchParams

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult

MOST_NODES = 2_000_000
"""Size of the tree of a player that uses all its time."""


def params_of(level: Level) -> SearchParams:
    """Return a level's search parameters; the tree has room for playouts kept between moves."""
    if not level.refined:
        return SearchParams(
            amaf=0.0, expand=2, symmetry=False, tactics=False, learned=False, nodes=50_000
        )
    if level.playouts is None:
        return SearchParams(nodes=MOST_NODES, learned=level.learned)
    nodes = min(max(200_000, 50 * level.playouts), 500_000)
    return SearchParams(nodes=nodes, learned=level.learned)


def budget_of(level: Level, seconds: float, limit: float | None = None) -> Budget:
    """Return a level's budget for a move; ``seconds`` matter only if it uses all its time.

    ``limit`` is what its clock allows it, or None without a clock.
    """
    if level.playouts is None:
        return Budget(seconds if limit is None else min(seconds, limit), None)
    return Budget(limit, level.playouts)


def pick(level: Level, result: SearchResult, rng: random.Random) -> Move:
    """Return the move that a level plays, given its search result."""
    drawn = level.blunder and rng.random() < level.blunder
    move = result.position.random_move(rng) if drawn else result.best
    if not level.tactical_check:
        return move
    # Imported here because it needs numpy, and players are often only named, not created.
    from boche.engine.players.tactical_check import sound_move

    return sound_move(result, move, level.tactical_check, rng)
