"""The visits of a search, counted for whole moves also if moves are made in steps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

from boche.engine.game import Move, Position
from boche.engine.search import tree as slots
from boche.engine.search.params import SearchParams
from boche.engine.search.paths import Path, PathSearcher
from boche.engine.search.result import RootMove
from boche.engine.search.step_searcher import StepSearcher
from boche.engine.search.steps import seat_to_move


@dataclass
class Count:
    """Visits, and what the side to move won in them, a draw counting half.

    ``proof`` is encoded as in ``Tree.proof``.
    """

    visits: int = 0
    wins: float = 0.0
    proof: int = slots.OPEN

    def add(self, other: Count, sign: int = 1) -> None:
        """Add the visits and wins of another count, or subtract them; take over its proof."""
        self.visits += sign * other.visits
        self.wins += sign * other.wins
        self.proof = other.proof or self.proof


NOTHING = Count()
"""The count of what was never visited."""


class _Watched(NamedTuple):
    """A search under way for the step behind a path, and the counts at its beginning."""

    searcher: StepSearcher
    start: Path
    before: Mapping[Path, Count]


@dataclass(frozen=True)
class WholeMove(RootMove):
    """A whole move at the root; ``path`` has its steps."""

    path: Path = ()


class VisitCounter(PathSearcher):
    """A searcher that counts the visits of whole moves, for a single ``search``.

    Where moves are made in steps, each step has a search of its own, which takes over a part of the
    tree of the one before it. So visits are counted as they are added, by the path that they took.
    """

    def __init__(self, position: Position, params: SearchParams, seed: int, threads: int) -> None:
        self._counts: defaultdict[Path, Count] = defaultdict(Count)
        self._watched: _Watched | None = None
        super().__init__(position, params, seed=seed, threads=threads)

    # -- counting

    @contextmanager
    def watched(self, searcher: StepSearcher, path: Sequence[int]) -> Iterator[None]:
        """Add what a search for the step behind a path visits to the counts."""
        start = tuple(path)
        self._watched = _Watched(searcher, start, self._visited(searcher, start))
        yield
        self._counts, self._watched = self._counted(), None

    def _counted(self) -> defaultdict[Path, Count]:
        """Return the counts with what the search under way has added so far."""
        if self._watched is None:
            return self._counts
        searcher, start, before = self._watched
        counts = defaultdict(Count, {path: replace(count) for path, count in self._counts.items()})
        for node, now in self._visited(searcher, start).items():
            count, known = replace(now), before.get(node, NOTHING)
            if known.visits <= count.visits:  # else it was forgotten, and met again
                count.add(known, -1)
            counts[node].add(count)
            if node == start:
                for length in range(len(start)):
                    counts[start[:length]].visits += count.visits
        return counts

    def _visited(self, searcher: StepSearcher, start: Path) -> defaultdict[Path, Count]:
        """Return the counts of all nodes up to whole moves, from the trees behind a path."""
        counts: defaultdict[Path, Count] = defaultdict(Count)
        for worker in searcher.workers:
            tree, stack = worker.tree, [(start, 0)]
            while stack:
                path, node = stack.pop()
                visits, wins = int(tree.visits[node]), float(tree.wins[node])
                counts[path].add(Count(visits, wins, int(tree.proof[node])))
                if self.whole_move(path) is None:
                    stack += [((*path, number), child) for number, child in worker.visited(node)]
        return counts

    # -- what was counted

    def whole_moves(self) -> list[WholeMove]:
        """Return the moves visited or proven; their visits sum to the simulations made.

        Visits that ended within a move count for its most visited completion. While threads run,
        the numbers may be a moment old.
        """
        counts = self._counted()
        visits: defaultdict[Path, int] = defaultdict(int)
        below: defaultdict[Path, list[Path]] = defaultdict(list)
        for path in counts:
            if path:
                below[path[:-1]].append(path)
        for path, count in counts.items():
            under = sum(counts[child].visits for child in below.get(path, ()))
            rest = max(count.visits - under, 0)  # a running thread may count a child first
            if rest or (count.proof and self.whole_move(path) is not None):
                visits[self._end_of(path, below, counts)] += rest
        return [self._whole_move(path, count, counts) for path, count in visits.items()]

    def _end_of(
        self, path: Path, below: Mapping[Path, list[Path]], counts: Mapping[Path, Count]
    ) -> Path:
        """Return the most visited completion of a path; without visits a legal one."""
        while self.whole_move(path) is None:
            visited = [child for child in below.get(path, ()) if counts[child].visits]
            if visited:
                path = max(visited, key=lambda child: (counts[child].visits, child))
            else:
                numbers = self._encoding.numbered(self.place(path))
                children = [(*path, number) for number in numbers]
                path = max(children, key=lambda child: self.whole_move(child) is not None)
        return path

    def _whole_move(self, path: Path, visits: int, counts: Mapping[Path, Count]) -> WholeMove:
        move = self.whole_move(path)
        assert move is not None
        # A completion that was not visited itself has the value of the last step that was.
        known = path
        while known not in counts:
            known = known[:-1]
        count, seat = counts[known], seat_to_move(self.position)
        proven = slots.value_of(count.proof - 1, seat) if count.proof and known == path else None
        mean = count.wins / count.visits if count.visits else 0.5
        value = mean if proven is None else proven
        return WholeMove(move, visits, value, proven, path=path)

    def line_behind(self, path: Path) -> list[Move]:
        """Return the whole moves expected if the move of a path is made, that move first."""
        return self.line_along(path)
