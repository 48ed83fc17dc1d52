"""The review of a position: several independent searches of it.

A single search does not show how far another would differ. Several do: a loss that is smaller than
their spread says nothing about a move.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from boche.engine.game import Position
from boche.engine.search.candidates import CandidateSearcher
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.result import Candidate, SearchResult

ROUNDS = 3
"""Number of searches in a review of a position; the budget is divided among them."""

LOOK = 0.1  # seconds between two checks whether to stop


def never() -> bool:
    return False


class Reviewer:
    """A reviewer of positions; the result for a position does not depend on earlier ones.

    With one thread, the same seed and a budget of simulations the results are the same. They have
    up to ``candidates`` candidates, which change nothing else.
    """

    def __init__(
        self,
        params: SearchParams | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
        candidates: int = 0,
    ) -> None:
        self._params, self._seed, self._threads = params, seed, threads
        self._candidates = candidates

    def review(
        self, position: Position, budget: Budget, over: Callable[[], bool] = never
    ) -> SearchResult:
        """Return the combined result of the searches; after a proof there are no more.

        Once ``over`` returns True, the review ends soon, with the searches made by then. Raises
        ``ValueError`` for a finished game.
        """
        results: list[SearchResult] = []
        while len(results) < ROUNDS and not (results and (results[-1].proven or over())):
            results.append(self._round(len(results), position, _part_of(budget), over))
        return together(results)

    def _round(
        self, number: int, position: Position, budget: Budget, over: Callable[[], bool]
    ) -> SearchResult:
        """Run one search, with an empty tree and its own random numbers."""
        seed = self._seed * ROUNDS + number
        searcher = CandidateSearcher(
            position, self._params, seed=seed, threads=self._threads, count=self._candidates
        )

        def look(_: SearchResult) -> None:
            if over():
                searcher.stop()

        return searcher.search(budget, look if over is not never else None, LOOK)


def _part_of(budget: Budget) -> Budget:
    """Return the share of a whole budget that one round gets."""
    seconds = None if budget.seconds is None else budget.seconds / ROUNDS
    counts = (
        None if count is None else math.ceil(count / ROUNDS)
        for count in (budget.simulations, budget.nodes)
    )
    return Budget(seconds, *counts)


def together(results: Sequence[SearchResult]) -> SearchResult:
    """Combine several searches of one position: the mean of their chances, and the spread.

    If one of them has a proof, its result stands, with the counts of all. Moves and line come from
    a search whose best move is the most frequent one.
    """
    named = Counter(str(result.best) for result in results)
    proof = next((result for result in results if result.proven), None)
    chosen = proof or max(results, key=lambda result: named[str(result.best)])
    counted = replace(
        chosen,
        simulations=sum(result.simulations for result in results),
        playouts=sum(result.playouts for result in results),
        nodes=max(result.nodes for result in results),
        seconds=sum(result.seconds for result in results),
        new_playouts=sum(result.new_playouts for result in results),
    )
    if proof is not None:
        return counted
    chances = {colour: [result.win[colour] for result in results] for colour in chosen.win}
    return replace(
        counted,
        win={colour: sum(wins) / len(wins) for colour, wins in chances.items()},
        spread=max(max(wins) - min(wins) for wins in chances.values()),
        named=tuple(named),
        candidates=_candidates_of(results, chosen),
    )


def _candidates_of(results: Sequence[SearchResult], chosen: SearchResult) -> tuple[Candidate, ...]:
    """Return the candidates of several searches: visits added up, chances by their visits.

    The first is that of the chosen search, with the mean chance of all searches.
    """
    known: dict[str, list[Candidate]] = {}
    for result in [chosen, *(other for other in results if other is not chosen)]:
        for candidate in result.candidates:
            known.setdefault(str(candidate.move), []).append(candidate)
    if not known:
        return ()
    first, *others = [_joined(same) for same in known.values()]
    turn = chosen.position.turn
    mean = sum(result.win[turn] for result in results) / len(results)
    others.sort(key=lambda candidate: -candidate.visits)
    return (replace(first, value=mean), *others)[: len(chosen.candidates)]


def _joined(same: Sequence[Candidate]) -> Candidate:
    """Return what several searches know of one move; the line is the first one's."""
    visits = sum(candidate.visits for candidate in same)
    won = sum(candidate.value * max(candidate.visits, 1) for candidate in same)
    counted = sum(max(candidate.visits, 1) for candidate in same)
    return replace(same[0], visits=visits, value=won / counted)
