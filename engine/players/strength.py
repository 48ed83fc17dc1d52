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

VISITED, NATURAL = 400, 300
"""Most moves of a search, and most natural ones, that are looked at by a level that does not always
play the best."""


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
    from boche.engine.players.tactical_check import (
        erring_move,
        is_stepped,
        sound_move,
        unaware,
        wins_at_hand,
    )
    from boche.engine.search.natural import NaturalMoves

    position, best = result.position, result.best
    if level.teaching and (winning := wins_at_hand(position)):
        return winning[0]
    if level.is_fallible:
        attention = Attention(level, position, history, rng)
        aware = all(map(attention.notices, wins_at_hand(position, other=True)))
        natural = NaturalMoves(position).best(NATURAL, level.breadth if aware else 1.0)
        if not aware:
            natural = unaware(position, natural, level.breadth) or natural
        order = attention.ordered(natural, searcher.visited(VISITED))
        own = [move for move in order if not (level.teaching and position.is_gift(move))]
        return erring_move(result, own or order, level.tactical_check, attention, rng)
    if not level.tactical_check:
        return best
    if level.teaching and position.is_gift(best):
        others = (move for move, _ in searcher.visited(VISITED))
        best = next((move for move in others if not position.is_gift(move)), best)
    move = sound_move(result, best, level.tactical_check, rng)
    if level.teaching and not is_stepped(position) and wins_at_hand(position.play(move)):
        # However lost it is, a win by a single step is stopped if it can be.
        attention = Attention(level, position, history, rng)
        return erring_move(result, [move], level.tactical_check, attention, rng)
    return move
