"""The search for one choice: a tree for each thread, from a position or the middle of a move."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from boche.engine.arguments import ArgumentError
from boche.engine.game import Standing
from boche.engine.languages.current import tr
from boche.engine.native.kernels import Kernels
from boche.engine.search import tree as slots
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.result import RootMove, rank
from boche.engine.search.steps import Steps, seat_to_move
from boche.engine.search.worker import DRAWN, Share, Worker


@dataclass(frozen=True)
class Choice:
    """A possible step, with its number in the tree and the search's finding for it."""

    number: int
    step: Any
    root_move: RootMove


class StepSearcher:
    """A search for one choice after another, which keeps what it learnt as the game goes on.

    Threads search independently, and their counts are added up. ``halt`` stops them.
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
        """Create a worker per thread; ``seeds`` has a seed and stream number for each."""
        self._steps, self._encoding = steps, steps.encoding
        self._params, self._halt = params, halt
        self.workers = [
            Worker(kernels, steps.encoding, position, params, seed, stream)
            for seed, stream in seeds
        ]
        self.position: Any = position
        self._classes: dict[int, int] = {}
        self.lost = slots.OPEN

    # -- what to search

    def set_position(self, position: Standing) -> None:
        """Search a position from scratch."""
        self._set_position(position)
        for worker in self.workers:
            worker.start(position, self._moves())

    def follow(self, source: StepSearcher, path: Sequence[int], position: Standing) -> None:
        """Advance to the position behind a path, using the trees of ``source`` (maybe itself)."""
        self._set_position(position)
        for worker, other in zip(self.workers, source.workers, strict=True):
            worker.follow(other, path, position, self._moves())

    def _set_position(self, position: Standing) -> None:
        self.position = position
        self._classes = {}
        self.lost = slots.OPEN
        if position.outcome is None:
            classes = self._encoding.numbered(position)
            self._classes = classes if self._params.symmetry else {n: n for n in classes}

    def _moves(self) -> list[int]:
        """Return the moves to search, in order: one of each symmetry class."""
        return sorted(set(self._classes.values()))

    def note(self, path: Sequence[int], proof: int) -> None:
        """Record a proof for a path, found elsewhere; encoded as in ``Tree.proof``."""
        searched = [self._classes[path[0]], *path[1:]]
        for worker in self.workers:
            worker.note(searched, proof)

    def note_lost(self, proof: int) -> None:
        """Record that every move loses, which was found elsewhere.

        The search goes on, to find the moves against which that is hardest to prove.
        """
        self.lost = proof

    # -- what is known

    @property
    def simulations(self) -> int:
        return sum(worker.done for worker in self.workers)

    @property
    def nodes(self) -> int:
        return sum(worker.used for worker in self.workers)

    @property
    def was_full(self) -> bool:
        """True if a thread's tree ever had no room left."""
        return any(worker.was_full for worker in self.workers)

    @property
    def total_nodes(self) -> int:
        """Number of nodes made so far, with those forgotten since."""
        return sum(worker.total_nodes for worker in self.workers)

    @property
    def proof(self) -> int:
        """Proven result of the position, encoded as in ``Tree.proof``."""
        return max(int(worker.tree.proof[0]) for worker in self.workers)

    @property
    def is_drawn(self) -> bool:
        """True if the position is proven to be a draw."""
        return self.proof == DRAWN

    @property
    def is_forced(self) -> bool:
        """True if there is only one possible step."""
        return len(self._classes) == 1

    @property
    def is_last(self) -> bool:
        """True if every possible step completes the move."""
        at, encoding = self.position, self._encoding
        return not self._steps.several or all(
            self._steps.completed(at, encoding.move_of(at, number)) is not None
            for number in self._classes
        )

    def choices(self) -> list[Choice]:
        """Return all possible steps, best first; while threads run, they may be a moment old."""
        counted = self._counted()
        at, seat = self.position, seat_to_move(self.position)
        # A move that the game left out as useless has no node; it is lost if all others are.
        lost = self.proof if self.proof and slots.value_of(self.proof - 1, seat) == 0.0 else 0
        choices = []
        for number, source in self._classes.items():
            visits, wins, proof = counted.get(source, (0.0, 0.0, lost))
            proof = proof or self.lost
            proven = None if not proof else slots.value_of(int(proof) - 1, seat)
            value = proven if proven is not None else wins / visits if visits else 0.5
            step = self._encoding.move_of(at, number)
            shown = self._steps.move_so_far(at, step)
            root_move = RootMove(shown, int(visits), value, proven, number == source)
            choices.append(Choice(number, step, root_move))
        # Of a sure draw the other moves are known to be no better, not how much worse.
        drawing = 0.5 if self.is_drawn else -1.0
        choices.sort(
            key=lambda choice: (
                choice.root_move.proven == drawing,
                *rank(choice.root_move),
                choice.root_move.searched,
            ),
            reverse=True,
        )
        return choices

    def _counted(self) -> dict[int, list[float]]:
        """Return visits, wins and proof for each number searched."""
        counted: dict[int, list[float]] = {}
        for worker in self.workers:
            for number, count, wins, proof in worker.root_moves():
                entry = counted.setdefault(number, [0.0, 0.0, 0.0])
                entry[0] += count
                entry[1] += wins
                entry[2] = proof or entry[2]
        return counted

    def line(self, path: Sequence[int]) -> list[tuple[int, bool]]:
        """Return the steps of a path and those expected behind it.

        They come from the thread with the most visits there; see ``Worker.line``.
        """
        searched = [self._classes[path[0]], *path[1:]]
        worker = max(self.workers, key=lambda worker: _known_proof(worker, searched))
        return [*((number, True) for number in path), *worker.line(searched)]

    # -- searching

    def search(self, budget: Budget, look: Callable[[], None] | None, every: float) -> None:
        """Search until the budget is used up.

        ``look`` is called about every ``every`` seconds, in the caller's thread.
        """
        share = Share(budget, len(self.workers), self._halt)
        if len(self.workers) == 1 and look is None:
            self.workers[0].run(share, 0)
        else:
            self._run_threads(share, look, every)

    @contextmanager
    def _settled(self) -> Iterator[None]:
        """Keep the nodes where they are; the threads go on until they need other room."""
        with ExitStack() as stack:
            for worker in self.workers:
                stack.enter_context(worker.settled)
            yield

    def _run_threads(self, share: Share, look: Callable[[], None] | None, every: float) -> None:
        threads = [
            threading.Thread(target=worker.run, args=(share, index), daemon=True)
            for index, worker in enumerate(self.workers)
        ]
        try:
            _start(threads)
            while any(thread.is_alive() for thread in threads):
                for thread in threads:
                    thread.join(every / len(threads))
                if look is not None:
                    with self._settled():
                        look()
        finally:
            share.done.set()
            for thread in threads:
                if thread.ident is not None:  # it was started
                    thread.join()
        for worker in self.workers:
            if worker.error is not None:
                raise worker.error


def _start(threads: Sequence[threading.Thread]) -> None:
    """Start threads. Raises ``ArgumentError`` if the system has no more of them."""
    try:
        for thread in threads:
            thread.start()
    except RuntimeError:
        raise ArgumentError(
            tr("threads: the system does not give {count} of them", count=len(threads))
        ) from None


def _known_proof(worker: Worker, path: Sequence[int]) -> tuple[bool, int]:
    node = worker.node_at(path)
    if node is None:
        return (False, -1)
    return (bool(worker.tree.proof[node]), int(worker.tree.visits[node]))
