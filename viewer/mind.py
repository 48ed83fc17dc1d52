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
from viewer.thinking import Job

if TYPE_CHECKING:
    from engine.search.searcher import Searcher

LONGEST = 180.0  # seconds that compiling elsewhere may take; then it is done here
LOOK = 0.1  # seconds between two looks at whether the job is still wanted
ROOT = Path(__file__).resolve().parent.parent


class MindError(BocheError):
    """There is no computer player here; the message says why."""


class SearchMind:
    """Keeps a searcher for each kind of search, and with it what it learnt."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)
        self._searchers: dict[tuple[Any, ...], Searcher] = {}
        self._active: Searcher | None = None
        self._warmer: subprocess.Popen[bytes] | None = None
        self._ready: set[str] = set()
        self._closed = threading.Event()

    def prepare(self, job: Job) -> None:
        """Make the searcher. Raises ``BocheError`` where there can be none."""
        game = job.position.game.name
        if game not in self._ready:
            self._warm_up(game)
            self._ready.add(game)
        if not self._closed.is_set():
            self._searcher(job)

    def _warm_up(self, game: str) -> None:
        """Compile in a process of its own, where nothing is kept yet: so the window stays quick."""
        with contextlib.suppress(OSError):
            if is_kept(game) or not sys.executable:
                return
            command = [sys.executable, "-m", "viewer.mind", game]
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

    def _searcher(self, job: Job) -> Searcher:
        try:
            from engine.search.levels import LEVELS
            from engine.search.searcher import Searcher
            from engine.search.settings import Settings

            settings = LEVELS[job.level].settings if job.level else Settings(nodes=500_000)
            position = job.position
            key = (settings, position.game.name, *sorted(dict(position.options).items()))
            if key not in self._searchers:
                while len(self._searchers) >= 3:
                    del self._searchers[next(iter(self._searchers))]
                seed = self._rng.randrange(2**32)
                self._searchers[key] = Searcher(position, settings, seed=seed)
            return self._searchers[key]
        except ImportError as error:
            raise MindError(f"the computer player needs numba, and has none: {error}") from None

    def think(self, job: Job, so_far: Callable[[Any], bool]) -> tuple[Any, Any]:
        """See ``Mind``."""
        from engine.search.levels import LEVELS
        from engine.search.settings import Budget

        level = LEVELS[job.level] if job.level else None
        searcher = self._active = self._searcher(job)
        simulations = level.simulations if level is not None else None
        seconds = job.seconds if simulations is None else None

        def look(answer: Any) -> None:
            if so_far(answer) or self._closed.is_set():
                searcher.stop()

        searcher.go_to(job.position)
        answer = searcher.search(Budget(seconds, simulations), look, LOOK)
        return (level.pick(answer, self._rng) if level is not None else answer.best), answer

    def stop(self) -> None:
        if self._active is not None:
            self._active.stop()

    def close(self) -> None:
        self._closed.set()
        self.stop()


def is_kept(game: str) -> bool:
    """Whether what is compiled for the game lies on the disk, so that loading is quick.

    Looks for what a searcher compiles last; an old build's does no harm but a less smooth start.
    """
    from engine.search import link

    place = next((path for path in link._places() if link._can_write(path)), None)
    return place is not None and any(place.glob(f"{game}-*/**/tree.take_over-*.nbc"))


if __name__ == "__main__":
    import engine
    from engine.search.searcher import Searcher as _Searcher

    _Searcher(engine.new(sys.argv[1]))
