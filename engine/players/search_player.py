"""Players that use a tree search: the levels, and plain tree search."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from boche.engine.game import Game, Move, Position
from boche.engine.languages.current import tr
from boche.engine.level import Level
from boche.engine.native.kernels import UnsearchedGameError
from boche.engine.players.errors import PlayerError
from boche.engine.players.levels import named_level
from boche.engine.players.player import GamePlayer, History, Seat
from boche.engine.players.spec import PlayerSpec
from boche.engine.players.strength import MOST_NODES, budget_of, params_of, pick
from boche.engine.search.params import PLAIN, SearchParams

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult

PLAYOUTS = 1000
"""Default number of playouts per move of plain tree search."""


class SearchPlayer:
    """A player that uses a tree search; each game has a separate one."""

    def __init__(self, seat: Seat, params: SearchParams, level: Level) -> None:
        # Imported here because it needs numpy, and players are often only named, not created.
        from boche.engine.search.candidates import CandidateSearcher

        self.params = params
        self.result: SearchResult | None = None
        self._level, self._rng = level, random.Random(seat.seed)
        self._budget = budget_of(level, seat.seconds)
        threads = seat.threads if level.playouts is None else 1
        self._searcher = CandidateSearcher(
            seat.start, params, seed=seat.seed, threads=threads, count=0
        )
        self._watch: Callable[[SearchResult], None] | None = None
        self._every = 1.0

    def choose(self, position: Position, history: History) -> Move:
        try:
            self._searcher.go_to(position, [move for _, move in history])
            self.result = self._searcher.search(self._budget, self._watch, self._every)
            return pick(self._level, self._searcher, self.result, history, self._rng)
        except UnsearchedGameError as error:
            raise PlayerError(str(error)) from error

    def watch(
        self, look: Callable[[SearchResult], None] | None, every: float = 1.0, candidates: int = 0
    ) -> None:
        """From now on call ``look`` every so many seconds with the result so far, if not None.

        Results then have up to that many candidates; the moves chosen are the same.
        """
        self._watch, self._every, self._searcher.count = look, every, candidates

    def set_seconds(self, seconds: float) -> None:
        self._budget = budget_of(self._level, seconds)

    def stop(self) -> None:
        """Make ``choose`` return at once, from another thread."""
        self._searcher.stop()

    def close(self) -> None:
        self._searcher.stop()


def level_player(seat: Seat) -> GamePlayer:
    """Return a player of the level that the seat's name means. Raises ``PlayerError``."""
    level = named_level(seat.start.game, seat.spec)
    if level is None:
        raise PlayerError(tr("player {spec} is not a level", spec=seat.spec))
    return SearchPlayer(seat, params_of(level), level)


def learned_player(seat: Seat) -> GamePlayer:
    """Return the strongest level, with weights from a file. Raises ``WeightsError``."""
    level, path = seat.start.game.levels[-1], Path(seat.spec.argument or "")
    return SearchPlayer(seat, replace(params_of(level), weights=path), level)


def check_learned(spec: PlayerSpec, game: Game) -> None:
    """Raise ``PlayerError`` unless a player's file has weights for a game."""
    # Imported here because it needs numpy, and other players are checked without it.
    from boche.engine.search.weights import WeightsError, check

    try:
        check(Path(spec.argument or ""), game)
    except WeightsError as error:
        raise PlayerError(tr("player {kind}: {error}", kind=spec.kind, error=error)) from error


def plain_player(seat: Seat) -> GamePlayer:
    """Return a player with plain tree search. Raises ``PlayerError`` for a bad argument."""
    simulations = seat.spec.playouts(PLAYOUTS)
    # With fewer than 100 nodes per playout, its new children might not fit.
    nodes = MOST_NODES if simulations is None else min(1_000_000, 1000 + 100 * simulations)
    return SearchPlayer(seat, replace(PLAIN, nodes=nodes), Level(simulations, tactical_check=0))
