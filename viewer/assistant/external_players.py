"""Players at the window's table that are not levels: GTP programs, random movers, and so on.

One is created for each seat when it first has to move, and ended when it is no longer needed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from boche.engine.languages.current import tr
from boche.engine.players.errors import PlayerError, ResignedError
from boche.engine.players.external import GtpPlayer
from boche.engine.players.gtp_client import StoppedError
from boche.engine.players.player import GamePlayer
from boche.engine.players.registry import make_player
from boche.viewer.assistant.background import Job, LostError


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
