"""The engine's tree search as what thinks for the window. Loads numba when the first job comes."""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BocheError
from engine.games.registry import find
from engine.jit.kernels import is_kept
from engine.level import Level
from engine.players.levels import level_of
from engine.players.spec import PlayerSpec
from engine.players.strength import budget_of, params_of, pick
from engine.search.params import Budget, SearchParams
from viewer.assistant.background import Job
from viewer.assistant.external_players import ExternalPlayers

if TYPE_CHECKING:
    from engine.search.result import SearchResult
    from engine.search.searcher import Searcher

LONGEST = 180.0  # seconds that compiling elsewhere may take; then it is done here
LOOK = 0.1  # seconds between two looks at whether the job is still wanted
ROOT = Path(__file__).resolve().parents[2]


class BackendError(BocheError):
    """There is no computer player here; the message says why."""


class SearchBackend:
    """Keeps a searcher for each kind of search, and with it what it learnt."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)
        self._external = ExternalPlayers()
        self._searchers: dict[tuple[Any, ...], Searcher] = {}
        self._active: Searcher | None = None
        self._warmer: subprocess.Popen[bytes] | None = None
        self._ready: set[str] = set()
        self._closed = threading.Event()
        self._stopped = threading.Event()

    def prepare(self, job: Job) -> None:
        """Make the searcher. Raises ``BocheError`` where there can be none."""
        self._stopped.clear()
        game, searches = job.position.game.name, _is_search(job)
        if game not in self._ready and (searches or job.player.startswith("uct")):
            self._warm_up(game)
            self._ready.add(game)
        if searches and not self._closed.is_set():
            self._searcher(job)

    def _warm_up(self, game: str) -> None:
        """Compile in a process of its own, where nothing is kept yet: so the window stays quick."""
        with contextlib.suppress(OSError):
            if is_kept(find(game)) or not sys.executable:
                return
            command = [sys.executable, "-m", "viewer.assistant.search_backend", game]
            path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
            self._warmer = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": path})  # fmt: skip
            end = time.monotonic() + LONGEST
            while self._warmer.poll() is None and time.monotonic() < end:
                if self._closed.wait(0.05):
                    break
            self._warmer.kill()
            self._warmer.wait()

    @property
    def held(self) -> int:
        """How many searches, with their trees, are in memory."""
        return len(self._searchers)

    def _searcher(self, job: Job) -> Searcher:
        # Here and not above: the window opens sooner without it.
        from engine.search.searcher import Searcher

        try:
            level, position = _level_of(job), job.position
            params = params_of(level) if level is not None else SearchParams(nodes=500_000)
            key = (params, position.game.name, *sorted(dict(position.options).items()))
            if key not in self._searchers:
                while len(self._searchers) >= 3:
                    del self._searchers[next(iter(self._searchers))]
                seed = self._rng.randrange(2**32)
                self._searchers[key] = Searcher(position, params, seed=seed)
            return self._searchers[key]
        except ImportError as error:
            raise BackendError(f"the computer player needs numba, and has none: {error}") from None

    def think(self, job: Job, so_far: Callable[[Any], bool]) -> tuple[Any, Any]:
        """See ``Backend``."""
        if not _is_search(job):
            seed = self._rng.randrange(2**32)
            return self._external.choose(job, seed, lambda: self._is_over(so_far(None))), None
        if job.kind == "record":
            answer = self._review(job, so_far)
            return answer.best, answer
        level = _level_of(job)
        searcher = self._active = self._searcher(job)
        budget = budget_of(level, job.seconds) if level is not None else Budget(job.seconds)

        def look(answer: Any) -> None:
            if self._is_over(so_far(answer)):
                searcher.stop()

        try:
            searcher.go_to(job.position, [move for _, move in job.history])
            answer = searcher.search(budget, look, LOOK)
        except BaseException:  # its tree may be half of one: the next job gets a new one
            self._forget(searcher)
            raise
        return (pick(level, answer, self._rng) if level is not None else answer.best), answer

    def _review(self, job: Job, so_far: Callable[[Any], bool]) -> SearchResult:
        """The same as the command line finds in that time: nothing learnt elsewhere counts."""
        # Here and not above: the window opens sooner without it.
        from engine.search.reviewer import Reviewer

        over = lambda: self._is_over(so_far(None))  # noqa: E731
        return Reviewer().review(job.position, Budget(job.seconds), over)

    def _is_over(self, unwanted: bool) -> bool:
        return unwanted or self._stopped.is_set() or self._closed.is_set()

    def _forget(self, searcher: Searcher) -> None:
        self._active = None
        self._searchers = {k: each for k, each in self._searchers.items() if each is not searcher}

    def keep(self, seats: frozenset[Any]) -> None:
        """See ``Backend``."""
        self._external.keep(seats)

    def stop(self) -> None:
        """See ``Backend``."""
        self._stopped.set()
        if self._active is not None:
            self._active.stop()
        self._external.stop()

    def close(self) -> None:
        """See ``Backend``."""
        self._closed.set()
        self.stop()
        if self._warmer is not None:
            self._warmer.kill()
        self._external.close()


def _level_of(job: Job) -> Level | None:
    """The level that is to play, None where it is another player or no seat asks."""
    number = PlayerSpec.parse(job.player).level
    return level_of(job.position.game, number) if number is not None else None


def _is_search(job: Job) -> bool:
    """Whether a searcher answers: for a level, and where no seat asks."""
    return not job.player or PlayerSpec.parse(job.player).level is not None


def compile_search(game: str) -> None:
    """Compile the search of a game; the result is kept on the disk."""
    from engine.search.searcher import Searcher

    Searcher(find(game).new())


if __name__ == "__main__":
    compile_search(sys.argv[1])
