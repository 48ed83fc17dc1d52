"""The engine's tree search as the window's backend. It is loaded when the first job comes."""

from __future__ import annotations

import contextlib
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boche.engine.errors import BocheError
from boche.engine.game import Position
from boche.engine.games.registry import find
from boche.engine.languages.current import tr
from boche.engine.level import Level
from boche.engine.native.kernels import is_current
from boche.engine.players.errors import PlayerError, ResignedError
from boche.engine.players.external import GtpPlayer
from boche.engine.players.gtp_client import StoppedError
from boche.engine.players.levels import named_level
from boche.engine.players.player import GamePlayer
from boche.engine.players.registry import make_player
from boche.engine.players.spec import PlayerSpec
from boche.engine.players.strength import budget_of, params_of, pick
from boche.engine.search import prover
from boche.engine.search.params import Budget, SearchParams
from boche.viewer.assistant.background import Job, LostError

if TYPE_CHECKING:
    from boche.engine.search.candidates import CandidateSearcher
    from boche.engine.search.result import SearchResult


# Players at the window's table that are not levels: GTP programs, random movers, and so on.
#
# One is created for each seat when it first has to move, and ended when it is no longer needed.


class ExternalPlayers:
    """External players by seat (``Job.seat``). ``close`` and ``stop`` are safe in any thread."""

    def __init__(self) -> None:
        self._players: dict[Any, GamePlayer] = {}
        self._lock = threading.Lock()
        self._closed = False

    def choose(self, job: Job, seed: int, interrupted: Callable[[], bool]) -> Any:
        """Return the seat's move. Raises ``LostError`` if the player hangs, dies or resigns."""
        try:
            player = self._player(job, seed)
            if isinstance(player, GtpPlayer):
                player.interrupted = interrupted
            elif interrupted():  # during its creation, which may take long
                return None
            if job.limit is not None and hasattr(player, "set_seconds"):
                player.set_seconds(job.limit)
            return player.choose(job.position, job.history)
        except StoppedError:
            return None  # the move is no longer wanted
        except ResignedError as error:
            raise LostError(str(error), "resignation") from error
        except PlayerError as error:
            self._end(job.seat)
            raise LostError(str(error), "forfeit") from error

    def _player(self, job: Job, seed: int) -> GamePlayer:
        if job.seat in self._players:
            return self._players[job.seat]
        position = job.position
        start = position.game.start(position.options)
        # Create it under the lock, so that a player created while the window closes is ended too.
        with self._lock:
            if self._closed:
                raise LostError(tr("the window is closed"), "")
            player = make_player(job.player, start, seed=seed, seconds=job.seconds)
            self._players[job.seat] = player
        return player

    def keep(self, seats: frozenset[Any]) -> None:
        """End the players of all other seats."""
        with ExitStack() as ends:  # each of them, even if others fail
            for seat in [seat for seat in self._players if seat not in seats]:
                ends.callback(self._end, seat)

    def stop(self) -> None:
        """Make ``choose`` return soon, if the player can."""
        for player in list(self._players.values()):
            stop = getattr(player, "stop", None)
            if stop is not None:
                stop()

    def close(self) -> None:
        """End all players for good."""
        with self._lock:
            self._closed = True
        self.keep(frozenset())

    def _end(self, seat: Any) -> None:
        with self._lock:
            player = self._players.pop(seat, None)
        if player is not None:
            player.close()


LONGEST = 180.0  # maximum seconds of compiling in a separate process before falling back
LISTED = 5  # candidates of the position shown
REVIEWED = ("record", "sure", "judge")
"""Kinds of jobs that repeat the search, so that its spread is known."""
LOOK = 0.1  # seconds between two checks that the job is still wanted
ROOT = Path(__file__).parents[3]  # the folder that holds the package


class BackendError(BocheError):
    """Error: no computer player is available; the message says why."""


class SearchBackend:
    """A backend that keeps one searcher, with its tree, for each kind of search."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)
        self._external = ExternalPlayers()
        self._searchers: dict[tuple[Any, ...], CandidateSearcher] = {}
        self._active: CandidateSearcher | None = None
        self._warmer: subprocess.Popen[bytes] | None = None
        self._ready: set[tuple[Any, ...]] = set()
        self._closed = threading.Event()
        self._stopped = threading.Event()

    def prepare(self, job: Job) -> None:
        """Create the searcher. Raises ``BocheError`` if that is impossible."""
        self._stopped.clear()
        position, searches = job.position, _is_search(job)
        board = position.game.name, *sorted(position.options.items())
        if board not in self._ready and (searches or job.player.startswith("uct")):
            self._warm_up(position)
            self._ready.add(board)
        if searches and not self._closed.is_set():
            self._searcher(job)

    def _warm_up(self, position: Position) -> None:
        """Build the library in a separate process if there is none, so that the window responds."""
        with contextlib.suppress(OSError):
            start = find(position.game.name).start(position.options)
            if is_current(start.game) or not sys.executable:
                return
            module = "boche.viewer.assistant.search_backend"
            chosen = json.dumps(dict(start.options))
            command = [sys.executable, "-m", module, start.game.name, chosen]
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
        """Number of searchers, with their trees, in memory."""
        return len(self._searchers)

    def _searcher(self, job: Job) -> CandidateSearcher:
        # Imported here so that the window opens sooner.
        from boche.engine.search.candidates import CandidateSearcher

        level, position = _level_of(job), job.position
        params = params_of(level) if level is not None else SearchParams(nodes=500_000)
        key = (params, position.game.name, *sorted(dict(position.options).items()))
        if key not in self._searchers:
            while len(self._searchers) >= 3:
                del self._searchers[next(iter(self._searchers))]
            seed = self._rng.randrange(2**32)
            self._searchers[key] = CandidateSearcher(position, params, seed=seed)
        return self._searchers[key]

    def think(self, job: Job, so_far: Callable[[Any], bool]) -> tuple[Any, Any]:
        """Return the move and the answer, see ``Backend``."""
        if not _is_search(job):
            seed = self._rng.randrange(2**32)
            return self._external.choose(job, seed, lambda: self._is_over(so_far(None))), None
        if job.kind in REVIEWED:
            answer = self._review(job, so_far)
            answer = self._led(answer, so_far) if job.kind == "record" else answer
            return answer.best, answer
        level = _level_of(job)
        searcher = self._active = self._searcher(job)
        budget = (
            budget_of(level, job.seconds, job.limit) if level is not None else Budget(job.seconds)
        )

        def look(answer: Any) -> None:
            if self._is_over(so_far(answer)):
                searcher.stop()

        try:
            searcher.go_to(job.position, [move for _, move in job.history])
            searcher.count = LISTED if job.kind == "live" else 0
            if job.taken:
                return going_on(searcher, job, budget, look)
            search = searcher.watch if job.kind == "live" else searcher.search
            answer = search(budget, look, LOOK)
        except BaseException:  # its tree may be inconsistent: the next job gets a new one
            self._forget(searcher)
            raise
        if level is None:
            answer = self._led(answer, so_far)
            return answer.best, answer
        return pick(level, searcher, answer, job.history, self._rng), answer

    def _review(self, job: Job, so_far: Callable[[Any], bool]) -> SearchResult:
        """Return what the command line finds in that time: trees of other searches do not count."""
        # Imported here so that the window opens sooner.
        from boche.engine.search.reviewer import Reviewer

        over = lambda: self._is_over(so_far(None))  # noqa: E731
        return Reviewer(candidates=LISTED).review(job.position, Budget(job.seconds), over)

    def _led(self, answer: SearchResult, so_far: Callable[[Any], bool]) -> SearchResult:
        """Return an answer with the line of a win that is proven."""
        if answer.proven in (None, "draw"):
            return answer
        # Imported here so that the window opens sooner.
        from boche.engine.review.proof import with_proof

        so_far(answer)  # what is proven is shown while its line is looked for
        return with_proof(answer, lambda: self._is_over(so_far(None)))

    def _is_over(self, unwanted: bool) -> bool:
        return unwanted or self._stopped.is_set() or self._closed.is_set()

    def _forget(self, searcher: CandidateSearcher) -> None:
        self._active = None
        self._searchers = {
            k: kept_searcher
            for k, kept_searcher in self._searchers.items()
            if kept_searcher is not searcher
        }

    def keep(self, seats: frozenset[Any]) -> None:
        """Release what is held for all other seats, see ``Backend``."""
        self._external.keep(seats)

    def stop(self) -> None:
        """Make ``think`` return soon, see ``Backend``."""
        self._stopped.set()
        if self._active is not None:
            self._active.stop()
        self._external.stop()

    def close(self) -> None:
        """Make ``prepare`` and ``think`` return soon, for good; see ``Backend``."""
        self._closed.set()
        self.stop()
        if self._warmer is not None:
            self._warmer.kill()
        self._external.close()


def going_on(
    searcher: CandidateSearcher, job: Job, budget: Budget, look: Callable[[Any], None]
) -> tuple[Any, Any]:
    """Return the best move that begins with what a job has taken, and the answer."""
    from boche.engine.search.result import win_of

    path = searcher.path_to(job.taken)
    if path:
        answer = searcher.search(budget, look, LOOK, path)
        return answer.best, answer
    # Here the search knows whole moves only, and has looked at all of them.
    answer = searcher.search(budget, look, LOOK)
    leads = job.leads or (lambda taken, move: False)
    found = next((each for each in answer.moves if leads(job.taken[-1], each.move)), None)
    if found is None:
        return answer.best, answer
    win, proven = win_of(job.position, [found])
    return found.move, replace(answer, win=win, proven=proven)


def _level_of(job: Job) -> Level | None:
    """Return the level that is to play, or None for another player or if no seat asks."""
    return named_level(job.position.game, PlayerSpec.parse(job.player))


def _is_search(job: Job) -> bool:
    """Return whether a searcher answers: for a level, or if no seat asks."""
    return not job.player or _level_of(job) is not None


def compile_search(position: Position) -> None:
    """Compile the search of a game, and its solver if the board is small; both are cached."""
    from boche.engine.search.candidates import CandidateSearcher

    CandidateSearcher(position)
    prover.prover_of(position)


if __name__ == "__main__":
    # By name and options: not every game can write its positions as text.
    compile_search(find(sys.argv[1]).new(**json.loads(sys.argv[2])))
