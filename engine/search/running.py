"""``start_search``: a search in the background, with what it has found so far."""

from __future__ import annotations

import contextvars
import os
import threading
import time
import weakref
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from boche.engine.errors import BocheError
from boche.engine.game import Position
from boche.engine.languages.current import tr
from boche.engine.search.params import DEFAULT_NODES, Budget
from boche.engine.search.search import Analysis, analysis_of, budget_of, counter_for

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult
    from boche.engine.search.visits import VisitCounter

NAME = "background search"
"""Name of the thread of each search."""

EVERY = 0.1
"""Seconds between two looks at what was found."""

REST = 3.0
"""Least time between two looks, in multiples of what the last one took: trees may be large."""

LOOK = 0.2
"""Seconds between two checks for Ctrl+C, which ends no wait on some systems."""


class RunningSearch:
    """A search that runs in the background; see ``start_search``.

    It is an iterable of what was found, each ``Analysis`` knowing more than the one before; the
    last one is the result. Whoever is slow sees fewer of them. It is a context manager, which stops
    the search; what was found until then stays. All of it may be used from any thread. The search
    goes on in the process that started it: in a fork it is over, with what had been found by then.
    """

    def __init__(self, work: _Work) -> None:
        self._work = work
        # Nobody can stop a search that nobody knows any more.
        self._finalizer = weakref.finalize(self, work.stop)

    @property
    def position(self) -> Position:
        """The position that is searched."""
        return self._work.position

    @property
    def latest(self) -> Analysis | None:
        """What is known by now; None in the first moments."""
        return self._work.found

    @property
    def is_over(self) -> bool:
        """True once the search has ended."""
        return self._work.is_over

    @property
    def progress(self) -> float | None:
        """Share of the limit that is used, 0 to 1; None while a search without a limit runs."""
        return self._work.progress

    @property
    def result(self) -> Analysis:
        """What was found in the end. This waits for the end: ``stop`` makes it come at once."""
        self._work.wait()
        return self._work.result

    def stop(self) -> None:
        """Let the search end now; its result is what was found by now."""
        self._work.stop()

    def __iter__(self) -> Iterator[Analysis]:
        seen = 0
        while True:
            seen, found, is_last = self._work.after(seen)
            yield found
            if is_last:
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        self._work.wait()

    def __repr__(self) -> str:
        state = "over" if self.is_over else "running"
        return f"<RunningSearch of {self.position!r}, {state}>"


class _Work:
    """The work of a search, in a thread that does not keep the ``RunningSearch`` alive."""

    def __init__(self, counter: VisitCounter, budget: Budget, candidates: int) -> None:
        self.position = counter.position
        self.found: Analysis | None = None
        self.is_over = False
        self._counter, self._budget, self._candidates = counter, budget, candidates
        self._error: BaseException | None = None
        self._number = 0  # of analyses so far
        self._changed, self._stopping = threading.Condition(), threading.Event()
        self._began, self._next = time.perf_counter(), 0.0
        _RUNNING.add(self)

    def end_in_fork(self) -> None:
        """End it in a child process, which has no thread of it, and locks that nobody frees."""
        self._changed, self._stopping = threading.Condition(), threading.Event()
        if self.is_over:
            return
        self.is_over = True
        if self.found is None:
            self._error = BocheError(
                tr("the search goes on in the process that started it, and had found nothing yet")
            )
        else:
            self.found = replace(self.found, ended="stopped")

    def begin(self) -> None:
        """Start the thread, which takes the caller's language and clock along."""
        run = contextvars.copy_context().run
        threading.Thread(target=run, args=(self._run,), name=NAME, daemon=True).start()

    def _run(self) -> None:
        try:
            result = self._counter.search(self._budget, self._look, EVERY)
            state = "stopped" if self._stopping.is_set() else ""
            self._tell(analysis_of(self._counter, result, self._candidates, state), over=True)
        except BaseException as error:
            with self._changed:
                self._error, self.is_over = error, True
                self._changed.notify_all()

    def _look(self, result: SearchResult) -> None:
        if self._stopping.is_set():  # also if that was before the search began
            self._counter.stop()
            return
        began = time.perf_counter()
        if began < self._next or not result.simulations:
            return
        found = analysis_of(self._counter, result, self._candidates, "running")
        if self.found is None or found.playouts > self.found.playouts:
            self._tell(found)
        ended = time.perf_counter()
        self._next = ended + REST * (ended - began)

    def _tell(self, found: Analysis, over: bool = False) -> None:
        with self._changed:
            self.found, self.is_over = found, over
            self._number += 1
            self._changed.notify_all()

    def stop(self) -> None:
        self._stopping.set()
        self._counter.stop()

    def wait(self) -> None:
        """Wait for the end."""
        with self._changed:
            while not self.is_over:
                self._changed.wait(LOOK)

    def after(self, seen: int) -> tuple[int, Analysis, bool]:
        """Wait for more analyses than those seen; return their number, the last, if no more comes.

        Raises what ended the search.
        """
        with self._changed:
            while not (self._number > seen or self.is_over):
                self._changed.wait(LOOK)
            found = self.result if self.is_over else self.found
            assert found is not None
            return self._number, found, self.is_over

    @property
    def result(self) -> Analysis:
        """The result, once it is there. Raises what ended the search."""
        if self._error is not None:
            raise self._error
        assert self.found is not None
        return self.found

    @property
    def progress(self) -> float | None:
        if self.is_over:
            return 1.0
        shares = list[float]()
        if self._budget.seconds is not None:
            shares.append((time.perf_counter() - self._began) / self._budget.seconds)
        if self._budget.simulations is not None:
            done = self.found.playouts if self.found is not None else 0
            shares.append(done / self._budget.simulations)
        return min(1.0, max(shares)) if shares else None


_RUNNING = weakref.WeakSet[_Work]()


def _after_fork() -> None:
    for work in _RUNNING:
        work.end_in_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def start_search(
    position: Position,
    playouts: int | None = None,
    seconds: float | None = None,
    *,
    seed: int = 0,
    threads: int = 1,
    candidates: int = 3,
    nodes: int = DEFAULT_NODES,
) -> RunningSearch:
    """Start a search in the background, and return at once.

    It ends like ``search`` and has the same result; without a limit it goes on until it is proven
    or stopped. The arguments, and what is raised, are those of ``search``.
    """
    budget = budget_of(position, playouts, seconds)
    work = _Work(counter_for(position, seed, threads, candidates, nodes), budget, candidates)
    running = RunningSearch(work)
    work.begin()
    return running
