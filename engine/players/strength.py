"""How a level plays: what its game says of it as a search, and as a choice of what that found."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.game import Move
from engine.level import Level
from engine.search.params import Budget, SearchParams
from engine.search.steps import random_move

if TYPE_CHECKING:
    from engine.search.result import SearchResult

MOST_NODES = 2_000_000
"""Of the tree of a player that takes all its time."""


def params_of(level: Level) -> SearchParams:
    """How a level searches; the tree has room for its playouts and those kept between moves."""
    if not level.refined:
        return SearchParams(amaf=0.0, expand=2, symmetry=False, tactics=False, nodes=50_000)
    if level.playouts is None:
        return SearchParams(nodes=MOST_NODES)
    return SearchParams(nodes=min(max(200_000, 50 * level.playouts), 500_000))


def budget_of(level: Level, seconds: float) -> Budget:
    """What a level may spend on a move; ``seconds`` count if it takes time."""
    return Budget(seconds if level.playouts is None else None, level.playouts)


def pick(level: Level, result: SearchResult, rng: random.Random) -> Move:
    """The move that a level plays where it found that."""
    drawn = level.blunder and rng.random() < level.blunder
    move = random_move(result.position, rng) if drawn else result.best
    if not level.lookout:
        return move
    # Here and not above: it brings numpy along, and players are named where none is made.
    from engine.players.lookout import sound_move

    return sound_move(result, move, level.lookout, rng)
