"""One thread of a search: its tree, its scratch memory and its limits."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np

from boche.engine.game import Game, Standing
from boche.engine.native.kernels import Kernels, encoding_of, kernels
from boche.engine.search import interface, rng
from boche.engine.search import tree as slots
from boche.engine.search.encoding import Encoding
from boche.engine.search.params import CLOCK, Budget, SearchParams
from boche.engine.search.weights import Arrays, new_thought, read, shipped

NODE_BYTES = 47
"""Bytes per node. A thread has two trees of ``SearchParams.nodes``, to keep one between moves.

If moves are made in steps there are four: two for the first step, two for the later ones.
"""

SLICE = 0.01
"""Seconds between two checks of the clock and the stop flag."""

TOLD = 25
"""Visits from which a move may be reported as expected; with fewer the choice is arbitrary."""

DRAWN = interface.DRAW + 1
"""The value in ``Tree.proof`` of a proven draw."""

_NODE = {
    "move": np.int32,
    "key": np.int32,
    "first": np.int32,
    "count": np.int32,
    "turn": np.int8,
    "proof": np.int8,
    "sure": np.int8,
    "visits": np.int32,
    "wins": np.float64,
    "amaf_visits": np.float32,
    "amaf_wins": np.float32,
    "prior": np.float32,
    "value": np.float32,
}


class Share:
    """State shared by the threads of one search.

    ``halt`` is the caller's stop flag; ``done`` is set when a thread finds that no more is needed.
    """

    def __init__(
        self,
        budget: Budget,
        threads: int,
        halt: threading.Event,
    ) -> None:
        self.halt, self.done = halt, threading.Event()
        self._now = CLOCK.get()
        self._until = None if budget.seconds is None else self._now() + budget.seconds
        self.nodes = _parts(budget.nodes, threads)
        self.simulations = _parts(budget.simulations, threads)

    def over(self) -> bool:
        if self.halt.is_set() or self.done.is_set():
            return True
        return self._until is not None and self._now() >= self._until


def _parts(number: int | None, threads: int) -> list[int | None]:
    """Divide a number among the threads."""
    if number is None:
        return [None] * threads
    return [(number + threads - 1 - index) // threads for index in range(threads)]


class Worker:
    """The tree and scratch memory of one thread."""

    def __init__(
        self,
        kernels: Kernels,
        encoding: Encoding,
        position: Standing,
        params: SearchParams,
        seed: int,
        stream: int,
    ) -> None:
        self.kernels, self.encoding = kernels, encoding
        most = encoding.most_moves(position)
        nodes = max(params.nodes, most + 1)
        self.tree, self.spare = (new_tree(kernels.tree.Tree, nodes) for _ in range(2))
        self.work = new_work(kernels, encoding, position, params, seed, stream)
        self.tactics = int(params.tactics)
        self.scratch = self._state(position)
        self.root = self.scratch
        self.done = self.forgotten = 0
        self.was_full = False  # whether the tree ever had to forget something, or to stop growing
        self.settled = threading.Lock()  # held while nodes move to other numbers
        self.error: BaseException | None = None
        self._warm_up()

    def _warm_up(self) -> None:
        """Load or compile all that a search needs, so that this takes none of its time."""
        tree = self.kernels.tree
        tree.clear(self.tree)
        tree.expand(self.tree, self.work, self.root, 0, 0)
        tree.prove(self.tree, self.root, self.scratch)
        tree.search(self.tree, self.work, self.root, self.scratch, 0)
        tree.least_visits(self.tree)
        tree.take_over(self.spare, self.tree, 0, 0)

    @property
    def used(self) -> int:
        return int(self.tree.info[slots.USED])

    @property
    def total_nodes(self) -> int:
        """Number of nodes made, with those forgotten since."""
        return self.used + self.forgotten

    @property
    def proven(self) -> bool:
        return bool(self.tree.proof[0])

    def start(self, position: Standing, moves: list[int]) -> None:
        """Start a new tree for a position, with one node for each of the moves."""
        self._begin(position)
        self.done = 0
        self.kernels.tree.clear(self.tree)
        self.work.numbers[: len(moves)] = moves
        if moves:
            self.kernels.tree.expand(self.tree, self.work, self.root, 0, len(moves))
            self.kernels.tree.prove(self.tree, self.root, self.scratch)

    def _begin(self, position: Standing) -> None:
        """Create the states for a position; the scratch state has the same size as the root."""
        self.root = self._state(position)
        self.scratch = deepcopy(self.root)

    def _state(self, position: Standing) -> Any:
        return new_state(self.kernels, self.encoding, position, self.tactics)

    def follow(
        self, source: Worker, path: Sequence[int], position: Standing, moves: list[int]
    ) -> None:
        """Take over the subtree of ``source`` (maybe itself) for the position behind a path.

        If its moves do not match those of the position, start a new tree.
        """
        node = source.node_at(path)
        if node is None or not source._covers(node, moves):
            self.start(position, moves)
            return
        self._begin(position)
        self._take_over(source.tree, node, 0)
        if self.tree.proof[0] == DRAWN:  # found elsewhere, perhaps, and not which move draws
            self.tree.proof[0] = slots.OPEN
            slots.conclude(self.tree, 0)
        self.done = int(self.tree.info[slots.SIMULATIONS])
        self.kernels.tree.prove(self.tree, self.root, self.scratch)

    def _take_over(self, tree: Any, node: int, least: int) -> None:
        self.kernels.tree.take_over(self.spare, tree, node, least)
        self.tree, self.spare = self.spare, self.tree

    def _make_room(self) -> None:
        """Forget the children of nodes with few visits."""
        before, self.was_full = self.used, True
        with self.settled:
            self._take_over(self.tree, 0, self.kernels.tree.least_visits(self.tree))
        if 2 * (self.used - 1) > len(self.tree.move):
            self.tree.info[slots.FULL] = slots.STUCK
        self.forgotten += before - self.used

    def node_at(self, path: Sequence[int]) -> int | None:
        """Return the node that moves from the root lead to, or None."""
        node: int | None = 0
        for number in path:
            node = self._child(number, node) if node is not None else None
        return node

    def note(self, path: Sequence[int], proof: int) -> None:
        """Record a proof found elsewhere for the node behind a path, and what follows from it."""
        node = self.node_at(path)
        if node is None:
            return
        self.tree.proof[node] = proof
        for length in range(len(path) - 1, -1, -1):
            above = self.node_at(path[:length])
            if above is None or not slots.conclude(self.tree, above):
                return

    def _child(self, number: int, node: int) -> int | None:
        first, count = int(self.tree.first[node]), int(self.tree.count[node])
        indices = np.flatnonzero(self.tree.move[first : first + count] == number)
        return first + int(indices[0]) if len(indices) else None

    def _covers(self, node: int, moves: list[int]) -> bool:
        """Return whether all children of a node are in ``moves``; if one is empty, both must be."""
        first, count = int(self.tree.first[node]), int(self.tree.count[node])
        if not moves or not count:
            return not moves and not count
        return set(self.tree.move[first : first + count].tolist()) <= set(moves)

    def run(self, share: Share, index: int) -> None:
        """Run the part of the search with that index."""
        try:
            self._run(share, share.simulations[index], share.nodes[index])
        except BaseException as error:
            self.error = error
            share.done.set()
            if threading.current_thread() is threading.main_thread():
                raise

    def _run(self, share: Share, remaining: int | None, nodes: int | None) -> None:
        """Search in slices of about ``SLICE`` seconds; their length does not affect the result.

        If nodes are limited, all slices have the same length, so that timing has no influence.
        """
        batch, until = 8, None if nodes is None else self.total_nodes + nodes
        while not share.over() and (remaining is None or remaining > 0) and not self.proven:
            if until is not None and self.total_nodes >= until:
                break
            start = time.perf_counter()
            count = batch if remaining is None else min(batch, remaining)
            done = self.kernels.tree.search(self.tree, self.work, self.root, self.scratch, count)
            self.done += done
            remaining = None if remaining is None else remaining - done
            if self.tree.info[slots.FULL] == slots.CROWDED:
                self._make_room()
            took = time.perf_counter() - start
            if until is None:  # in a crowded tree fewer were done than asked for
                batch = max(1, min(2 * batch, int(done * SLICE / max(took, 1e-6))))
        if self.proven:
            share.done.set()

    def root_moves(self) -> list[tuple[int, int, float, int]]:
        """Return move, visits, wins and proof for each child of the root."""
        tree, first = self.tree, int(self.tree.first[0])
        part = slice(first, first + int(tree.count[0]))
        columns = (tree.move[part], tree.visits[part], tree.wins[part], tree.proof[part])
        return list(zip(*(column.tolist() for column in columns), strict=True))

    def visited(self, node: int) -> list[tuple[int, int]]:
        """Return move and node of each child that was visited or is proven."""
        tree, first = self.tree, int(self.tree.first[node])
        part = slice(first, first + int(tree.count[node]))
        indices = np.flatnonzero((tree.visits[part] != 0) | (tree.proof[part] != 0))
        moves = tree.move[part][indices]
        return list(zip(moves.tolist(), (first + indices).tolist(), strict=True))

    def chances(self) -> list[tuple[int, float]]:
        """Return move and learned chance of each child of the root; all 0 if none are used."""
        tree, first = self.tree, int(self.tree.first[0])
        part = slice(first, first + int(tree.count[0]))
        return list(zip(tree.move[part].tolist(), tree.prior[part].tolist(), strict=True))

    def line(self, path: Sequence[int]) -> list[tuple[int, bool]]:
        """Return the numbers of the moves expected behind a path.

        Each comes with True if it has enough visits to be reported.
        """
        tree, node, moves = self.tree, self.node_at(path), list[tuple[int, bool]]()
        while node is not None and tree.count[node]:
            first, turn = int(tree.first[node]), int(tree.turn[node])
            children = range(first, first + int(tree.count[node]))
            aim = 0.5 if tree.proof[node] == DRAWN else 1.0
            node = max(children, key=lambda n: self._rank(n, turn, aim))
            if not tree.visits[node] and not tree.proof[node]:
                break
            certain = tree.visits[node] >= TOLD or self._rank(node, turn, aim)[0]
            moves.append((int(tree.move[node]), bool(certain)))
        return moves

    def _rank(self, node: int, seat: int, aim: float) -> tuple[bool, float, int]:
        """Return the sort key of a move, which begins with whether it surely reaches ``aim``."""
        proof = int(self.tree.proof[node])
        worth = slots.value_of(proof - 1, seat) if proof else 0.5
        return (bool(proof) and worth == aim, worth, int(self.tree.visits[node]))


def compiled_calls(game: Game) -> Iterator[tuple[Any, ...]]:
    """Yield the compiled functions that a search calls, with arguments as they are passed."""
    compiled, encoding = kernels(game), encoding_of(game)
    start: Any = (encoding.searchable or (lambda position: position))(game.new())
    nodes, state = new_tree(compiled.tree.Tree, 1), new_state(compiled, encoding, start, 1)
    work = new_work(compiled, encoding, start, SearchParams(learned=False), 0, 0)
    tree = compiled.tree
    yield tree.clear, nodes
    yield tree.expand, nodes, work, state, 0, 0
    yield tree.prove, nodes, state, state
    yield tree.search, nodes, work, state, state, 0
    yield tree.least_visits, nodes
    yield tree.take_over, nodes, nodes, 0, 0
    yield tree.playouts, work, state, state, 0


def new_tree(kind: type, nodes: int) -> Any:
    """Return an empty tree for that many nodes."""
    arrays = {name: np.zeros(nodes, dtype) for name, dtype in _NODE.items()}
    return kind(info=np.zeros(slots.INFO_SLOTS, np.int64), **arrays)


def new_state(kernels: Kernels, encoding: Encoding, position: Any, tactics: int) -> Any:
    """Return a position as a new state; ``tactics`` (0 or 1) is for games that have that field."""
    state = encoding.make_state(position, kernels.game)
    return state._replace(tactics=tactics) if hasattr(state, "tactics") else state


def new_work(
    kernels: Kernels,
    encoding: Encoding,
    position: Any,
    params: SearchParams,
    seed: int,
    stream: int,
) -> Any:
    """Return scratch memory for a thread; ``stream`` distinguishes the threads of one seed.

    Raises ``WeightsError``.
    """
    arrays = learned_by(kernels, encoding, position, params)
    params = params.for_game({**encoding.tuning, **(encoding.learned if arrays else {})})
    if arrays is None:
        params = replace(params, prior=0.0, trust=0.0)
    most = encoding.most_moves(position)
    if encoding.games_at_once(position) > 1:
        params = params.for_many_games()
    return kernels.tree.Work(
        rng=np.array([rng.seed_word(seed, stream)], np.uint64),
        tune=np.array(params.tune(), np.float64),
        numbers=np.zeros(most, np.int64),
        path=np.zeros(encoding.longest(position) + 2, np.int64),
        trail=np.zeros(encoding.longest(position) + 2, np.int64),
        seen=np.zeros(2 * encoding.key_count(position) + 2, np.int64),
        scores=np.zeros(most, np.float32),
        thought=new_thought(kernels, arrays, most),
    )


def learned_by(
    kernels: Kernels, encoding: Encoding, position: Any, params: SearchParams
) -> Arrays | None:
    """Return the learned weights to use in a position with the given parameters, if any."""
    name = encoding.weights(position) if params.learned else ""
    if not name:
        return None
    if params.weights is None:
        return shipped(kernels, name)
    return read(params.weights, kernels.features)
