"""The search of one choice: a tree for each thread, from a position or the middle of a move."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Standing
from engine.jit.kernels import Kernels
from engine.search import tree as slots
from engine.search.params import Budget, SearchParams
from engine.search.result import RootMove, rank
from engine.search.steps import Steps, seat_to_move
from engine.search.worker import Share, Worker


@dataclass(frozen=True)
class Choice:
    """A step that may be made, with its number in the tree and what was found of it."""

    number: int
    step: Any
    found: RootMove


class StepSearcher:
    """Searches one choice after another, and keeps what it learnt when the game moves on.

    Threads search for themselves, and their counts are added up. ``halt`` stops it.
    """

    def __init__(
        self,
        steps: Steps,
        kernels: Kernels,
        position: Standing,
        params: SearchParams,
        seeds: Sequence[tuple[int, int]],
        halt: threading.Event,
    ) -> None:
        """``seeds``: for each thread a seed and the number of its stream."""
        self._steps, self._encoding = steps, steps.encoding
        self._params, self._halt = params, halt
        self.workers = [
            Worker(kernels, steps.encoding, position, params, seed, stream)
            for seed, stream in seeds
        ]
        self.position: Any = position
        self._classes: dict[int, int] = {}

    # -- what to search

    def set_position(self, position: Standing) -> None:
        """Search this position, from scratch."""
        self._stand_at(position)
        for worker in self.workers:
            worker.start(position, self._moves())

    def follow(self, source: StepSearcher, path: Sequence[int], position: Standing) -> None:
        """Go on to the position behind a path, with what ``source`` (oneself?) knows of it."""
        self._stand_at(position)
        for worker, other in zip(self.workers, source.workers, strict=True):
            worker.follow(other, path, position, self._moves())

    def _stand_at(self, position: Standing) -> None:
        self.position = position
        self._classes = {}
        if position.outcome is None:
            classes = self._encoding.numbered(position)
            self._classes = classes if self._params.symmetry else {n: n for n in classes}

    def _moves(self) -> list[int]:
        """The moves to search, in order: of those equal by symmetry one."""
        return sorted(set(self._classes.values()))

    def note(self, path: Sequence[int], proof: int) -> None:
        """Note what was proven elsewhere of a path, as in ``Tree.proof``."""
        for worker in self.workers:
            worker.note(path, proof)

    # -- what is known

    @property
    def simulations(self) -> int:
        return sum(worker.done for worker in self.workers)

    @property
    def nodes(self) -> int:
        return sum(worker.used for worker in self.workers)

    @property
    def proof(self) -> int:
        """What is proven of the position, as in ``Tree.proof``."""
        return max(int(worker.tree.proof[0]) for worker in self.workers)

    @property
    def is_forced(self) -> bool:
        """Whether there is only one step to make."""
        return len(self._classes) == 1

    @property
    def is_last(self) -> bool:
        """Whether any step completes the move."""
        at, encoding = self.position, self._encoding
        return not self._steps.several or all(
            self._steps.completed(at, encoding.move_of(at, number)) is not None
            for number in self._classes
        )

    def choices(self) -> list[Choice]:
        """All steps that may be made, the best first; while threads run, as of a moment ago."""
        found = self._counted()
        at, seat = self.position, seat_to_move(self.position)
        # What the game left out as senseless has no node, and is lost where all others are.
        lost = self.proof if self.proof and slots.value_of(self.proof - 1, seat) == 0.0 else 0
        choices = []
        for number, source in self._classes.items():
            visits, wins, proof = found.get(source, (0.0, 0.0, lost))
            proven = None if not proof else slots.value_of(int(proof) - 1, seat)
            value = proven if proven is not None else wins / visits if visits else 0.5
            step = self._encoding.move_of(at, number)
            shown = self._steps.shown(at, step)
            root_move = RootMove(shown, int(visits), value, proven, number == source)
            choices.append(Choice(number, step, root_move))
        choices.sort(key=lambda c: (*rank(c.found), c.found.searched), reverse=True)
        return choices

    def _counted(self) -> dict[int, list[float]]:
        """For each number searched: visits, wins, proof."""
        found: dict[int, list[float]] = {}
        for worker in self.workers:
            for number, count, wins, proof in worker.root_moves():
                entry = found.setdefault(number, [0.0, 0.0, 0.0])
                entry[0] += count
                entry[1] += wins
                entry[2] = proof or entry[2]
        return found

    def line(self, first: int) -> list[tuple[int, bool]]:
        """The steps expected from one on, by the thread that looked furthest there; see
        ``Worker.line``."""
        worker = max(self.workers, key=lambda worker: _known(worker, first))
        return [(first, True), *worker.line([self._classes[first]])]

    # -- searching

    def search(self, budget: Budget, look: Callable[[], None] | None, every: float) -> None:
        """Search until the budget is used up; ``look`` is called about every ``every`` seconds,
        in the caller's thread."""
        share = Share(budget, len(self.workers), time.perf_counter(), self._halt)
        if len(self.workers) == 1 and look is None:
            self.workers[0].run(share, 0)
        else:
            self._run_threads(share, look, every)

    def _run_threads(self, share: Share, look: Callable[[], None] | None, every: float) -> None:
        threads = [
            threading.Thread(target=worker.run, args=(share, index), daemon=True)
            for index, worker in enumerate(self.workers)
        ]
        for thread in threads:
            thread.start()
        try:
            while any(thread.is_alive() for thread in threads):
                for thread in threads:
                    thread.join(every / len(threads))
                if look is not None:
                    look()
        finally:
            share.done.set()
            for thread in threads:
                thread.join()
        for worker in self.workers:
            if worker.error is not None:
                raise worker.error


def _known(worker: Worker, first: int) -> tuple[bool, int]:
    node = worker.node_at([first])
    if node is None:
        return (False, -1)
    return (bool(worker.tree.proof[node]), int(worker.tree.visits[node]))
