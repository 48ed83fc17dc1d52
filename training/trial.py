"""Quick matches between two settings of the search, at equal CPU time a move."""
from __future__ import annotations
import random, time
from typing import Any
from boche.engine.games import registry
from boche.engine.search.params import SearchParams, Budget
from boche.engine.search.searcher import Searcher
from boche.engine.match.openings import random_moves

def play_pair(game, a: SearchParams, b: SearchParams, seconds: float, seed: int, opening: int = 2, longest: int = 400, options=None, sims=None):
    """Return a's points in two games from one random opening."""
    rng = random.Random(seed)
    g = registry.find(game)
    moves, _ = random_moves(g.new(**(options or {})), opening, rng)
    points = 0.0
    for first in (0, 1):
        position = g.new(**(options or {}))
        for m in moves: position = position.play(m)
        budget = Budget(seconds=seconds) if sims is None else Budget(simulations=sims)
        players = [Searcher(position, p, seed=seed * 4 + i) for i, p in enumerate((a, b))]
        turn_of = {}
        n = 0
        from boche.engine.search.steps import seat_to_move
        while position.outcome is None and n < longest:
            seat = seat_to_move(position)
            who = seat ^ first
            s = players[who]
            s.set_position(position) if n < 2 else s.go_to(position, [])
            r = s.search(budget)
            position = position.play(r.best)
            n += 1
        if position.outcome is None or position.outcome.winner is None:
            points += 0.5
        else:
            w = position.winning_player if hasattr(position, 'winning_player') else None
            points += 1.0 if (w ^ first) == 0 else 0.0
    return points
