"""One thread of a search: its tree, its scratch, and when it has to stop."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np

from engine.game import Position
from engine.search import dice, link
from engine.search import tree as slots
from engine.search.settings import Budget, Settings

NODE_BYTES = 38
"""Memory of one node; a thread holds two trees of ``Settings.nodes`` to keep one between moves."""

SLICE = 0.01
"""Seconds between two looks at the clock and at the stop flag."""

_NODE = {
    "move": np.int32,
    "key": np.int32,
    "first": np.int32,
    "count": np.int32,
    "turn": np.int8,
    "proof": np.int8,
    "visits": np.int32,
    "wins": np.float64,
    "amaf_visits": np.float32,
    "amaf_wins": np.float32,
}


class Share:
    """What the threads of one search have in common."""

    def __init__(
        self,
        budget: Budget,
        threads: int,
        start: float,
        stop: threading.Event,
        workers: list[Worker],
    ) -> None:
        self.start, self.stop, self.workers = start, stop, workers
        self.until = None if budget.seconds is None else start + budget.seconds
        self.nodes = budget.nodes
        self.nodes_before = sum(worker.used for worker in workers)
        self.simulations = [
            None
            if budget.simulations is None
            else (budget.simulations + threads - 1 - index) // threads
            for index in range(threads)
        ]

    def over(self) -> bool:
        if self.stop.is_set():
            return True
        if self.until is not None and time.perf_counter() >= self.until:
            return True
        used = sum(worker.used for worker in self.workers) - self.nodes_before
        return self.nodes is not None and used >= self.nodes


class Worker:
    """One thread's tree and scratch."""

    def __init__(
        self,
        kernels: link.Kernels,
        tables: Any,
        position: Position,
        settings: Settings,
        seed: int,
        stream: int,
    ) -> None:
        self.kernels, self.tables, self.stream = kernels, tables, stream
        most = tables.most_moves(position)
        nodes = max(settings.nodes, most + 1)
        self.tree, self.spare = (new_tree(kernels.tree.Tree, nodes) for _ in range(2))
        self.work = new_work(kernels.tree.Work, tables, position, settings, seed, stream)
        self.scratch = tables.make_state(position, kernels.game)
        self.root = self.scratch
        self.done = 0
        self.error: BaseException | None = None
        self._warm_up()

    def _warm_up(self) -> None:
        """Load or compile all that a search needs, so that it costs none of its time."""
        tree = self.kernels.tree
        tree.clear(self.tree)
        tree.search(self.tree, self.work, self.root, self.scratch, 0)
        tree.take_over(self.spare, self.tree, 0)

    @property
    def used(self) -> int:
        return int(self.tree.info[slots.USED])

    @property
    def proven(self) -> bool:
        return bool(self.tree.proof[0])

    def start(self, position: Position, proofs: dict[int, int]) -> None:
        """A bare tree with one node for each move in ``proofs``."""
        roots = list(proofs)
        self.root = self.tables.make_state(position, self.kernels.game)
        self.done = 0
        self.kernels.tree.clear(self.tree)
        self.work.numbers[: len(roots)] = roots
        if roots:
            self.kernels.tree.expand(self.tree, self.work, self.root, 0, len(roots))
            self._prove(proofs)

    def _prove(self, proofs: dict[int, int]) -> None:
        """Note what is known of the root's children."""
        first, seat = int(self.tree.first[0]), int(self.tree.turn[0])
        for child in range(first, first + len(proofs)):
            proof = proofs[int(self.tree.move[child])]
            if proof != slots.OPEN:
                self.tree.proof[child] = proof
            if proof == seat + 1:
                self.tree.proof[0] = proof

    def advance(self, position: Position, number: int, proofs: dict[int, int]) -> None:
        """Keep what is below a child of the root, if it has the moves that it should have."""
        child = self._child(number)
        if child is None or self._moves_of(child) != list(proofs):
            self.start(position, proofs)
            return
        self.root = self.tables.make_state(position, self.kernels.game)
        self.kernels.tree.take_over(self.spare, self.tree, child)
        self.tree, self.spare = self.spare, self.tree
        self.done = int(self.tree.info[slots.SIMULATIONS])
        self._prove(proofs)

    def _child(self, number: int) -> int | None:
        first, count = int(self.tree.first[0]), int(self.tree.count[0])
        found = np.flatnonzero(self.tree.move[first : first + count] == number)
        return first + int(found[0]) if len(found) else None

    def _moves_of(self, node: int) -> list[int]:
        first, count = int(self.tree.first[node]), int(self.tree.count[node])
        moves: list[int] = self.tree.move[first : first + count].tolist()
        return sorted(moves)

    def run(self, share: Share) -> None:
        try:
            self._run(share)
        except BaseException as error:
            self.error = error
            share.stop.set()
            if threading.current_thread() is threading.main_thread():
                raise

    def _run(self, share: Share) -> None:
        """Search in slices of about ``SLICE`` seconds; how long they are changes no answer."""
        left, batch = share.simulations[self.stream], 8
        while not share.over() and (left is None or left > 0) and not self.proven:
            start = time.perf_counter()
            wanted = batch if left is None else min(batch, left)
            done = self.kernels.tree.search(self.tree, self.work, self.root, self.scratch, wanted)
            self.done += done
            left = None if left is None else left - done
            took = time.perf_counter() - start
            batch = max(1, min(2 * batch, int(batch * SLICE / max(took, 1e-6))))
        if self.proven:
            share.stop.set()

    def root_moves(self) -> list[tuple[int, int, float, int]]:
        """For each child of the root: move, visits, wins, proof."""
        tree, first = self.tree, int(self.tree.first[0])
        part = slice(first, first + int(tree.count[0]))
        columns = (tree.move[part], tree.visits[part], tree.wins[part], tree.proof[part])
        return list(zip(*(column.tolist() for column in columns), strict=True))

    def line(self) -> list[int]:
        """The moves that this thread expects, as numbers."""
        tree, node, moves = self.tree, 0, []
        while tree.count[node]:
            first, turn = int(tree.first[node]), int(tree.turn[node])
            children = range(first, first + int(tree.count[node]))
            node = max(children, key=lambda n: self._rank(n, turn))
            if not tree.visits[node] and not tree.proof[node]:
                break
            moves.append(int(tree.move[node]))
        return moves

    def _rank(self, node: int, seat: int) -> tuple[float, int]:
        proof = int(self.tree.proof[node])
        worth = slots.value_of(proof - 1, seat) if proof else 0.5
        return (worth, int(self.tree.visits[node]))


def new_tree(kind: type, nodes: int) -> Any:
    """An empty tree for that many nodes."""
    arrays = {name: np.zeros(nodes, dtype) for name, dtype in _NODE.items()}
    return kind(info=np.zeros(slots.INFO_SLOTS, np.int64), **arrays)


def new_work(
    kind: type, tables: Any, position: Position, settings: Settings, seed: int, stream: int
) -> Any:
    """Scratch for a thread; ``stream`` tells the threads of one seed apart."""
    if tables.games_at_once(position) > 1:
        settings = settings.for_many_games()
    return kind(
        rng=np.array([dice.seed_word(seed, stream)], np.uint64),
        tune=np.array(settings.tune(), np.float64),
        numbers=np.zeros(tables.most_moves(position), np.int64),
        path=np.zeros(tables.longest(position) + 2, np.int64),
        trail=np.zeros(tables.longest(position) + 2, np.int64),
        seen=np.zeros(2 * tables.key_count(position), np.int64),
    )
