"""A search of one game: positions in, results out. Creating one compiles what is not cached.

The caller sees whole moves. If moves are made in several steps (``engine.search.steps``), a tree
of steps is searched for the first step; then, starting from the subtree behind it, for the next,
until the move is complete.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from boche.engine.arguments import ArgumentError, check_playable
from boche.engine.errors import BocheError
from boche.engine.game import Move, Position
from boche.engine.languages.current import tr
from boche.engine.native.kernels import encoding_of, kernels
from boche.engine.search.encoding import Encoding
from boche.engine.search.params import CLOCK, Budget, SearchParams
from boche.engine.search.prover import Proving, Verdict
from boche.engine.search.result import SearchResult, win_of
from boche.engine.search.step_searcher import Choice, StepSearcher
from boche.engine.search.steps import Steps, seat_to_move
from boche.engine.search.worker import NODE_BYTES

STEP_SHARE = 0.6
"""Share of the remaining budget that is spent on a step, if others may follow it."""

FIRST_SLICE = 0.1
"""Seconds of the first turn of the game's solver, if it has one; each is twice as long."""


_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


def _alone(
    method: Callable[Concatenate[Searcher, _Given], _Result],
) -> Callable[Concatenate[Searcher, _Given], _Result]:
    """Refuse a call while another thread is in one. Raises ``BocheError``."""

    @wraps(method)
    def call(self: Searcher, /, *arguments: _Given.args, **words: _Given.kwargs) -> _Result:
        if not self.busy.acquire(blocking=False):
            raise BocheError("another thread uses this searcher; make one for each thread")
        try:
            return method(self, *arguments, **words)
        finally:
            self.busy.release()

    return call


class Searcher:
    """A search of positions of one game, which keeps what it learnt as the game goes on.

    With one thread, the same seed, the same positions and a budget of simulations or nodes, the
    results are reproducible. Threads search independently and their counts are added up, so this
    holds for several threads too. Memory: 2 * threads * nodes * NODE_BYTES, twice that for a game
    whose moves are made in steps; it is allocated at once but only touched as it fills. Except for
    ``stop``, two threads cannot use it at a time: the second one gets a ``BocheError``.
    """

    def __init__(
        self,
        position: Position,
        params: SearchParams | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        """Compile the game's code if needed, which takes seconds.

        Raises ``ValueError`` below one thread, ``UnsearchedGameError`` for a game or a position
        that cannot be searched, ``ArgumentError`` if there is no memory for so many threads.
        """
        if threads < 1:
            raise ValueError(f"threads: {threads} is not 1 or more")
        self.params = params or SearchParams()
        self._game = position.game.name
        compiled = kernels(position.game)
        self._encoding: Encoding = encoding_of(position.game)
        self._steps = Steps(self._encoding)
        self._stop, self.busy = threading.Event(), threading.RLock()
        self._proving: Proving | None = None
        start = self._steps.begin(position)
        # One, ``first``, searches for the first step of a move, the other for those behind it.
        try:
            self.first, self._next_searcher = (
                StepSearcher(
                    self._steps, compiled, start, self.params,
                    [(seed, stream) for stream in range(group * threads, (group + 1) * threads)],
                    self._stop,
                )
                for group in ((0, 1) if self._steps.several else (0, 0))
            )  # fmt: skip
        except MemoryError:
            raise self._too_large(threads) from None
        self.set_position(position)

    def _too_large(self, threads: int) -> ArgumentError:
        """Return the error of threads, or of a tree, for which there is not enough memory."""
        nodes = self.params.nodes
        size = (4 if self._steps.several else 2) * nodes * NODE_BYTES // 10**6
        if threads == 1:
            return ArgumentError(
                tr(
                    "nodes: there is not enough memory for {nodes} of them, up to {size} MB",
                    nodes=nodes,
                    size=size,
                )
            )
        return ArgumentError(
            tr(
                "threads: there is not enough memory for {threads} of them; each takes up to "
                "{size} MB",
                threads=threads,
                size=size,
            )
        )

    # -- what to search

    @_alone
    def set_position(self, position: Position) -> None:
        """Search a position from scratch; it must have the same game and options."""
        self._check(position)
        self.first.set_position(self._steps.begin(position))
        self._arrive(position)

    def _arrive(self, position: Position) -> None:
        self.position = position
        self._new, self._later, self._seconds = 0, 0, 0.0
        self.spent = False  # whether the last search had no budget left
        self._begun: list[int] = []  # the steps that the move must begin with
        self._continue_after([])

    def _continue_after(self, path: list[int]) -> None:
        """Continue with the step after those of a path, given as numbers."""
        self._path = path
        self._before = self._current.simulations

    @property
    def _current(self) -> StepSearcher:
        """Searcher for the next step."""
        return self._next_searcher if self._path else self.first

    @_alone
    def advance(self, move: Move | str) -> None:
        """Advance to the position after ``move``, and keep the part of the tree behind it.

        Raises what ``Position.play`` raises.
        """
        self._follow([move])

    @_alone
    def go_to(self, position: Position, moves: Sequence[Move | str] = ()) -> None:
        """Switch to a position; keep what is known if it comes later in the same game.

        ``moves`` are the last moves of the game that led there, in order, any number of them. They
        show the way there: without them it is found for at most two moves, and in some games not
        at all.
        """
        self._check(position)
        if self.position == position:
            return
        way = self._moves_to(position, moves)
        if way:
            self._follow(way)
        if self.position != position:
            self.set_position(position)

    def _moves_to(self, position: Position, moves: Sequence[Move | str]) -> Sequence[Move | str]:
        """Return the moves that lead to ``position``; none if they are not known."""
        missing = position.ply - self.position.ply
        if 0 < missing <= len(moves):
            remaining, at = moves[-missing:], self.position
            try:
                for move in remaining:
                    at = at.play(move)
            except BocheError:
                return []
            return remaining if at == position else []
        if not 0 < missing <= 2:
            return []
        return self._encoding.moves_between(self.position, position)

    def _follow(self, moves: Sequence[Move | str]) -> None:
        """Advance by several moves."""
        position, path = self.position, list[int]()
        for move in moves:
            at = self._steps.begin(position)
            for step in self._steps.of_move(position, move):
                path.append(self._encoding.number_of(at, step))
                at = at.play(step)
            position = position.play(move)
        start, length = self._steps.begin(position), len(self._path)
        if length and path[:length] == self._path:
            self.first, self._next_searcher = self._next_searcher, self.first
            path = path[length:]
        self.first.follow(self.first, path, start)
        self._arrive(position)

    def serves(self, position: Position) -> bool:
        """Return whether a position has the searcher's game and options."""
        options = dict(position.options)
        return (position.game.name, options) == (self._game, dict(self.first.position.options))

    def _check(self, position: Position) -> None:
        if not self.serves(position):
            raise ValueError("a searcher serves one game with one set of options")
        check_playable(position)

    # -- searching

    def stop(self) -> None:
        """Make a running ``search`` return within about ``SLICE`` seconds; call from any thread."""
        self._stop.set()

    @_alone
    def search(
        self,
        budget: Budget,
        on_progress: Callable[[SearchResult], None] | None = None,
        every: float = 0.2,
        begun: Sequence[int] = (),
    ) -> SearchResult:
        """Search until the budget is used up; further calls continue where this one ended.

        ``begun`` are the numbers of the steps that the move must begin with, not all of a move.

        The budget is for the whole move. ``on_progress`` is called with the result so far about
        every ``every`` seconds, in the caller's thread. If only the time is limited, the game's
        exact solver gets up to half of it, if there is one and ``SearchParams.solver`` allows it;
        then results do depend on the time. Raises ``ValueError`` for a finished game.
        """
        if self.position.outcome is not None:
            raise ValueError(f"the game is over: {self.position.outcome.reason}")
        self._stop.clear()
        self._new = 0
        self._continue_after([])
        self._make_steps(begun)
        proving = self._proving_for(budget) if not begun else None
        start = time.perf_counter()
        remaining = RemainingBudget(budget)

        def look() -> None:
            self._seconds = time.perf_counter() - start
            if on_progress is not None:
                on_progress(self.result())

        watch = look if on_progress is not None else None
        if proving is not None:
            self._prove(proving, remaining, watch, every)
        going_on = True
        while going_on:
            self._search_step(remaining, STEP_SHARE, watch, every)
            while not self._stop.is_set() and self._make_step(remaining):
                self._search_step(remaining, STEP_SHARE, watch, every)
            # The best step may have completed the move, while other steps need more.
            self._search_step(remaining, 1.0, watch, every)
            going_on = self._goes_back()
        self._search_rest(remaining, watch, every)
        self.spent = remaining.is_empty
        self._seconds = time.perf_counter() - start
        return self.result()

    def _proving_for(self, budget: Budget) -> Proving | None:
        """Return the attempt to solve the position, unless there is none or it is over."""
        if not self.params.solver or budget.seconds is None:
            return None
        if budget.simulations is not None or budget.nodes is not None:
            return None
        if self._proving is None:
            self._proving = Proving(self.position)
        self._proving.turn_to(self.position)
        return self._proving

    def _prove(
        self,
        proving: Proving,
        remaining: RemainingBudget,
        look: Callable[[], None] | None,
        every: float,
    ) -> None:
        """Let the game's solver and the tree search take turns until the former is through."""
        told = time.perf_counter()

        def is_stopped() -> bool:
            nonlocal told
            if look is not None and time.perf_counter() >= told + every:
                look()
                told = time.perf_counter()
            return self._stop.is_set()

        seconds = FIRST_SLICE
        while not (proving.over or remaining.is_empty or self._stop.is_set()):
            proving.go_on(min(seconds, remaining.seconds / 2), is_stopped)
            if not proving.over:
                turn = Budget(min(seconds, remaining.seconds))
                self._search_step(RemainingBudget(turn), 1.0, look, every)
            seconds *= 2
        if proving.verdict is not None:
            self._record_proof(proving.verdict)

    def _record_proof(self, verdict: Verdict) -> None:
        """Record what is proven of the position."""
        seat = seat_to_move(self.position)
        if not verdict.moves:
            self.first.note_lost(2 - seat)
        for move in verdict.moves:
            at, path = self._steps.begin(self.position), list[int]()
            for step in self._steps.of_move(self.position, move):
                path.append(self._encoding.number_of(at, step))
                at = at.play(step)
            with self.watched(self.first, ()):
                self.first.note(path, seat + 1)

    def _search_step(
        self,
        remaining: RemainingBudget,
        share: float,
        look: Callable[[], None] | None,
        every: float,
    ) -> None:
        """Search for the next step; a forced step needs no search."""
        searcher = self._current
        if self._stop.is_set() or remaining.is_empty or (self._path and searcher.is_forced):
            return
        made = searcher.total_nodes
        with self.watched(searcher, self._path):
            searcher.search(remaining.part(1.0 if searcher.is_last else share), look, every)
        simulations = searcher.simulations - self._before
        self._before += simulations
        self._new += simulations
        self._later += simulations if self._path else 0
        remaining.pay(simulations, searcher.total_nodes - made)

    def watched(self, searcher: StepSearcher, path: Sequence[int]) -> AbstractContextManager[None]:
        """Return the context in which ``searcher`` searches for the step behind a path.

        A subclass can observe what is added to the trees.
        """
        return nullcontext()

    def _make_steps(self, begun: Sequence[int]) -> None:
        """Make the steps that a move must begin with."""
        self._begun = [*begun]
        for number in begun:
            self._make(number)

    def _make(self, number: int) -> None:
        """Make a step of the current position."""
        searcher = self._current
        after = searcher.position.play(self._encoding.move_of(searcher.position, number))
        self._next_searcher.follow(searcher, [number], after)
        self._continue_after([*self._path, number])

    def _make_step(self, remaining: RemainingBudget) -> bool:
        """Make the best step, if others follow it; return whether there is more to search."""
        if self._goes_back():
            return True
        searcher = self._current
        best = searcher.choices()[0]
        if remaining.is_empty or self._steps.completed(searcher.position, best.step) is not None:
            return False
        self._make(best.number)
        return True

    def _goes_back(self) -> bool:
        """Note what is proven of the steps made; if they lose, go back to look for another way."""
        searcher = self._current
        if not (len(self._path) > len(self._begun) and searcher.proof):
            return False
        self.first.note(self._path, searcher.proof)
        if searcher.choices()[0].root_move.proven != 0.0 or self.first.proof:
            return False
        self._continue_after([])
        self._make_steps(self._begun)
        return True

    def _search_rest(
        self, remaining: RemainingBudget, look: Callable[[], None] | None, every: float
    ) -> None:
        """Search for the first step with what is left over if the best move is a sure draw.

        Another one may be better.
        """
        path = self._path
        sure = bool(path) and not self._begun and self._current.choices()[0].root_move.proven == 0.5
        if not sure or self.first.proof:
            return
        self._continue_after([])
        self._search_step(remaining, 1.0, look, every)
        if self.first.choices()[0].number == path[0]:
            self._continue_after(path)

    # -- what was found

    @property
    def was_full(self) -> bool:
        """True if a tree ever had no room left, so that something in it was forgotten."""
        return self.first.was_full or self._next_searcher.was_full

    def result(self) -> SearchResult:
        """Return the result so far; while threads run, it may be a moment old."""
        choices = self.first.choices()
        moves = tuple(choice.root_move for choice in choices)
        win, proven = win_of(self.position, moves, self.first.is_drawn)
        best = choices[0]
        if self._path:
            best = self._next_searcher.choices()[0]
            if proven is None and (best.root_move.visits or best.root_move.proven is not None):
                win, proven = win_of(self.position, [best.root_move])
                proven = proven if best.root_move.proven == 1.0 else None
        line = self._line(best)
        fresh = self._current.simulations - self._before
        simulations = self.first.simulations + self._later + (fresh if self._path else 0)
        games = self._encoding.games_at_once(self.first.position)
        return SearchResult(
            position=self.position,
            best=line[0],
            win=win,
            moves=moves,
            line=tuple(map(str, line)),
            proven=proven,
            simulations=simulations,
            playouts=simulations * games,
            nodes=self.first.nodes + (self._next_searcher.nodes if self._path else 0),
            seconds=self._seconds,
            new_playouts=(self._new + fresh) * games,
        )

    def _line(self, best: Choice) -> list[Move]:
        """Return the expected whole moves from the best step on, as far as they are reliable.

        There is always at least one.
        """
        at, moves = self.whole(self._current.position, self._current.line([best.number]))
        while not moves:
            numbers = list(self._encoding.numbered(at))
            steps = [self._encoding.move_of(at, number) for number in numbers]
            step = max(steps, key=lambda step: self._steps.completed(at, step) is not None)
            move = self._steps.completed(at, step)
            moves += [move] if move is not None else []
            at = at.play(step)
        return moves

    def whole(self, at: Any, numbers: Iterable[tuple[int, bool]]) -> tuple[Any, list[Move]]:
        """Return the whole moves made by steps from ``at``, and the position behind them.

        Each step comes with whether it is reliable; from the second move on all must be.
        """
        moves = list[Move]()
        for number, certain in numbers:
            if moves and not certain:
                break
            step = self._encoding.move_of(at, number)
            move = self._steps.completed(at, step)
            moves += [move] if move is not None else []
            at = at.play(step)
        return at, moves


class RemainingBudget:
    """The remaining budget for a whole move."""

    def __init__(self, budget: Budget) -> None:
        self._now = CLOCK.get()
        self._deadline = None if budget.seconds is None else self._now() + budget.seconds
        self._simulations, self._nodes = budget.simulations, budget.nodes

    def pay(self, simulations: int, nodes: int) -> None:
        if self._simulations is not None:
            self._simulations = max(0, self._simulations - simulations)
        if self._nodes is not None:
            self._nodes = max(0, self._nodes - nodes)

    @property
    def is_empty(self) -> bool:
        over = self._deadline is not None and self._now() >= self._deadline
        return over or self._simulations == 0 or self._nodes == 0

    @property
    def seconds(self) -> float:
        """Seconds left."""
        if self._deadline is None:
            return math.inf
        return max(0.0, self._deadline - self._now())

    def part(self, share: float) -> Budget:
        """Return a share of what is left."""
        seconds = None if self._deadline is None else share * self.seconds
        counts = (
            None if count is None else math.ceil(share * count)
            for count in (self._simulations, self._nodes)
        )
        return Budget(seconds, *counts)
