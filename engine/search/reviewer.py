"""The review of a position: several searches of it that know nothing of each other.

Of one search nobody can tell how far another would differ. Several tell it: a loss that is smaller
than what they differ by says nothing of a move.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.game import Position
from engine.search.params import Budget, SearchParams
from engine.search.result import SearchResult
from engine.search.searcher import Searcher

ROUNDS = 3
"""How many searches a review makes of a position; its budget is divided among them."""

LOOK = 0.1  # seconds between two looks at whether to stop


def never() -> bool:
    return False


class Reviewer:
    """Reviews positions, each for itself: what it finds depends on no other one it has seen.

    With one thread, the same seed and a budget of simulations the results are the same.
    """

    def __init__(
        self, params: SearchParams | None = None, *, seed: int = 0, threads: int = 1
    ) -> None:
        self._params, self._seed, self._threads = params, seed, threads

    def review(
        self, position: Position, budget: Budget, over: Callable[[], bool] = never
    ) -> SearchResult:
        """What the searches say together; a proof needs no further search.

        Once ``over`` says so it ends soon, with the searches made by then. Raises ``ValueError``
        for a finished game.
        """
        found: list[SearchResult] = []
        while len(found) < ROUNDS and not (found and (found[-1].proven or over())):
            found.append(self._round(len(found), position, _part_of(budget), over))
        return together(found)

    def _round(
        self, number: int, position: Position, budget: Budget, over: Callable[[], bool]
    ) -> SearchResult:
        """One search, which begins with an empty tree and has random numbers of its own."""
        seed = self._seed * ROUNDS + number
        searcher = Searcher(position, self._params, seed=seed, threads=self._threads)

        def look(_: SearchResult) -> None:
            if over():
                searcher.stop()

        return searcher.search(budget, look if over is not never else None, LOOK)


def _part_of(budget: Budget) -> Budget:
    """A round's share of the budget for all of them."""
    seconds = None if budget.seconds is None else budget.seconds / ROUNDS
    counts = (
        None if count is None else math.ceil(count / ROUNDS)
        for count in (budget.simulations, budget.nodes)
    )
    return Budget(seconds, *counts)


def together(found: Sequence[SearchResult]) -> SearchResult:
    """What several searches of one position say: the middle of their chances, and the spread.

    Where one has a proof, that is all there is to say. Moves and line are those of a search whose
    best move most of them name.
    """
    named = Counter(str(each.best) for each in found)
    proof = next((each for each in found if each.proven), None)
    chosen = proof or max(found, key=lambda each: named[str(each.best)])
    counted = replace(
        chosen,
        simulations=sum(each.simulations for each in found),
        playouts=sum(each.playouts for each in found),
        nodes=max(each.nodes for each in found),
        seconds=sum(each.seconds for each in found),
        new_playouts=sum(each.new_playouts for each in found),
    )
    if proof is not None:
        return counted
    chances = {colour: [each.win[colour] for each in found] for colour in chosen.win}
    return replace(
        counted,
        win={colour: sum(each) / len(each) for colour, each in chances.items()},
        spread=max(max(each) - min(each) for each in chances.values()),
        named=tuple(named),
    )
