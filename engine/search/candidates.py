"""The best whole moves of a running search, also where a move is made in several steps."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from boche.engine.game import Move, Position
from boche.engine.search import tree as slots
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.paths import Path, PathSearcher
from boche.engine.search.result import Candidate, RootMove, SearchResult, rank
from boche.engine.search.steps import seat_to_move
from boche.engine.search.worker import Worker

MOST_LOOKED_AT = 400
"""Most nodes below which moves are sought: far more than a move's steps have worth showing."""

Nodes = tuple[tuple[Worker, int], ...]
"""The node of one path in the tree of each thread that has it."""


@dataclass(frozen=True)
class Branch(RootMove):
    """The moves that begin with the steps of a path; a single one if the path is complete."""

    path: Path = ()
    nodes: Nodes = ()


class CandidateSearcher(PathSearcher):
    """A searcher whose results have up to ``count`` candidates.

    ``watch`` searches for whole moves in one tree, so that what is known of any of them only grows;
    ``search`` spends more on the later steps of the best move, as a player does.
    """

    def __init__(
        self,
        position: Position,
        params: SearchParams | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
        count: int = 3,
    ) -> None:
        self.count, self._stays = count, False
        super().__init__(position, params, seed=seed, threads=threads)

    def watch(
        self,
        budget: Budget,
        on_progress: Callable[[SearchResult], None] | None = None,
        every: float = 0.2,
    ) -> SearchResult:
        """Search as ``search`` does, but for all whole moves alike."""
        self._stays = True
        try:
            return self.search(budget, on_progress, every)
        finally:
            self._stays = False

    def _make_step(self, remaining: object) -> bool:
        return not self._stays and super()._make_step(remaining)  # type: ignore[arg-type]

    def visited(self, most: int) -> list[tuple[Move, int]]:
        """Return up to ``most`` whole moves that were visited or are proven, with their visits."""
        branches = islice(self._whole_branches(), most)
        moves = ((self.whole_move(branch.path), branch.visits) for branch in branches)
        return [(move, visits) for move, visits in moves if move is not None]

    def result(self) -> SearchResult:
        """Return the result so far, with candidates; while threads run, it may be a moment old."""
        result = super().result()
        if not self.count:
            return result
        return replace(result, candidates=tuple(self._candidates(result)))

    def _candidates(self, result: SearchResult) -> Iterator[Candidate]:
        """Yield the best move first, with the chance of the result, then the others by rank."""
        chance = result.win[result.position.turn]
        named = {str(result.best)}
        line = result.whole_line
        best = self._best_branch(line[0])
        visits = best.visits
        if self.whole_move(best.path) is None:  # its last step was visited for other moves alone
            visits -= sum(branch.visits for branch in self._below(best))
        yield Candidate(line[0], visits, chance, line, best.proven, self._step_of(best.path))
        for branch in self._whole_branches():
            if len(named) >= self.count:
                return
            line = tuple(self.line_along(branch.path))
            if line and str(line[0]) not in named:
                named.add(str(line[0]))
                step = self._step_of(branch.path)
                yield Candidate(line[0], branch.visits, branch.value, line, branch.proven, step)

    def _step_of(self, path: Path) -> str:
        """Return the first step of a path as the result's moves show it."""
        at = self.place(())
        return str(self._steps.move_so_far(at, self._encoding.move_of(at, path[0])))

    def _best_branch(self, move: Move) -> Branch:
        """Return the branch of the best move, or of the steps of it that were searched.

        Threads that run may have found a better one since the result was made.
        """
        path = self._best_path()
        if self.whole_move(path) not in (None, move):
            same = (b for b in self._whole_branches() if self.whole_move(b.path) == move)
            return next(same, self._branch(path))
        return self._branch(path)

    def _best_path(self) -> Path:
        """Return the steps of the best move, as far as they were searched."""
        at = self._current
        path: Path = tuple(self._path)
        for number, _ in at.line([at.choices()[0].number]):
            path = (*path, number)
            if self.whole_move(path) is not None:
                break
        return path

    def _whole_branches(self) -> Iterator[Branch]:
        """Yield the whole moves that were visited, best first: no step is better than the move."""
        root = self._branch(())
        waiting = [(_order(root), root)]
        for _ in range(MOST_LOOKED_AT):
            if not waiting:
                return
            _, branch = heapq.heappop(waiting)
            if self.whole_move(branch.path) is not None:
                yield branch
                continue
            for child in self._below(branch):
                heapq.heappush(waiting, (_order(child), child))

    def _branch(self, path: Path) -> Branch:
        """Return what is known of a path; the tree for its next step knows most."""
        start = tuple(self._path)
        searcher, rest = self.first, path
        if start and path[: len(start)] == start:
            searcher, rest = self._next_searcher, path[len(start) :]
        places = ((worker, worker.node_at(rest)) for worker in searcher.workers)
        return self._counted(path, tuple((w, node) for w, node in places if node is not None))

    def _below(self, branch: Branch) -> Iterator[Branch]:
        """Yield the branches one step further that were visited or are proven."""
        children: dict[int, list[tuple[Worker, int]]] = {}
        for worker, node in branch.nodes:
            for number, child in worker.visited(node):
                children.setdefault(number, []).append((worker, child))
        for number, nodes in children.items():
            path = (*branch.path, number)
            if path == tuple(self._path):
                yield self._branch(path)
            else:
                yield self._counted(path, tuple(nodes))

    def _counted(self, path: Path, nodes: Nodes) -> Branch:
        """Return the branch of a path with the counts of all threads."""
        trees = [(worker.tree, node) for worker, node in nodes]
        visits = sum(int(tree.visits[node]) for tree, node in trees)
        wins = sum(float(tree.wins[node]) for tree, node in trees)
        proof = max((int(tree.proof[node]) for tree, node in trees), default=slots.OPEN)
        proof = proof or self.first.lost
        proven = slots.value_of(proof - 1, seat_to_move(self.position)) if proof else None
        value = proven if proven is not None else wins / visits if visits else 0.5
        return Branch(None, visits, value, proven, path=path, nodes=nodes)


def _order(branch: Branch) -> tuple[float, ...]:
    """Return the place of a branch in the queue: better ones first, equal ones by their path."""
    return (*(-part for part in rank(branch)), *branch.path)
