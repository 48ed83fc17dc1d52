"""The moves that look best at first sight: by their learned chances, without a search."""

from __future__ import annotations

import heapq

from boche.engine.game import Move, Position
from boche.engine.search.params import SearchParams
from boche.engine.search.paths import Path, PathSearcher

UNSEARCHED = SearchParams(symmetry=False, tactics=False, solver=False, nodes=1)
"""Parameters with room for the choices of one step only."""

MOST_BEGUN = 100
"""Most partial moves whose next steps are rated."""


class NaturalMoves(PathSearcher):
    """The whole moves of a position by their learned chances."""

    def __init__(self, position: Position) -> None:
        super().__init__(position, UNSEARCHED)

    def best(self, most: int, share: float = 1.0) -> list[tuple[Move, float]]:
        """Return up to ``most`` moves with their chances, best first; none if nothing was learned.

        They are no more than it takes for them to have that ``share`` of all chances. The chance
        of a move that is made in several steps is the product of those of its steps.
        """
        found, begun, total = dict[str, tuple[Move, float]](), 0, 0.0
        waiting: list[tuple[float, Path]] = [(-1.0, ())]
        while waiting and len(found) < most and (total < share or share >= 1.0):
            chance, path = heapq.heappop(waiting)
            move = self.whole_move(path)
            if move is not None:
                found.setdefault(str(move), (move, -chance))
                total -= chance
                continue
            if path:
                self.first.set_position(self.place(path))
            if (begun := begun + 1) > MOST_BEGUN:
                break
            for number, part in self.first.workers[0].chances():
                if part > 0.0:
                    heapq.heappush(waiting, (chance * part, (*path, number)))
        return list(found.values())
