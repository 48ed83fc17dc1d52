"""Play of a level: search parameters, budget and choice of move, from the game's definition."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from boche.engine.game import Move
from boche.engine.level import Level
from boche.engine.players.attention import Attention
from boche.engine.players.player import History
from boche.engine.search.params import Budget, SearchParams

if TYPE_CHECKING:
    from boche.engine.search.candidates import CandidateSearcher
    from boche.engine.search.result import SearchResult

MOST_NODES = 2_000_000
"""Size of the tree of a player that uses all its time."""

VISITED = 400
"""Most moves of a search that are looked at by a level that does not always play the best."""


def params_of(level: Level) -> SearchParams:
    """Return a level's search parameters; the tree has room for playouts kept between moves."""
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


def pick(
    level: Level,
    searcher: CandidateSearcher,
    result: SearchResult,
    history: History,
    rng: random.Random,
) -> Move:
    """Return the move that a level plays, given its searcher and what that has just found."""
    # Imported here because it needs numpy, and players are often only named, not created.
    from boche.engine.players.tactical_check import erring_move, sound_move
    from boche.engine.search.natural import NaturalMoves

    if level.is_fallible:
        attention = Attention(level, result.position, history, rng)
        natural = NaturalMoves(result.position).best(level.choices)
        order = attention.ordered(natural, searcher.visited(VISITED))
        return erring_move(result, order, level.tactical_check, attention)
    if not level.tactical_check:
        return result.best
    return sound_move(result, result.best, level.tactical_check, rng)
