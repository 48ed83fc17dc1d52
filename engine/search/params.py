"""Parameters of a search, and the limits at which it stops."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

DEFAULT_NODES = 1_000_000

DEFAULTS = {
    "explore": 0.2,
    "amaf": 30.0,
    "first_play": 0.6,
    "expand": 2,
    "prior": 0.0,
    "trust": 0.0,
}
"""Values of those ``SearchParams`` that are None, for games without their own."""


@dataclass(frozen=True)
class SearchParams:
    """Parameters of the tree search.

    ``explore`` is the factor of the upper bound's second term; ``first_play`` is the value of a
    move never tried, 0 to 1 or more (above 1: try each move once first); ``amaf`` is the largest
    number of visits that a move's all-moves-as-first value counts as (0: not used); ``expand`` is
    the number of visits after which a node gets children; ``symmetry`` says whether only one of
    several equivalent moves at the root is searched. Whatever is None is taken from the game (see
    ``for_game``). ``learned`` says whether to use what the game has learned, if it has:
    ``prior`` is the factor of a move's learned chance in the upper bound, ``trust`` the share of
    the learned value in the value of a leaf, 0 to 1 (1: no playouts); ``weights`` is a file of
    weights in place of those shipped. ``tactics`` says whether to use the game's detection of moves
    that win or lose at once, if it has one. ``solver`` says whether to ask the game's exact solver
    as well, if it has one (see ``Searcher.search``). ``nodes`` limits the tree of a thread, and so
    its memory (see ``engine.search.worker``); a full one forgets the positions that it met least
    often.
    """

    explore: float | None = None
    first_play: float | None = None
    amaf: float | None = None
    expand: int | None = None
    prior: float | None = None
    trust: float | None = None
    symmetry: bool = True
    tactics: bool = True
    solver: bool = True
    learned: bool = True
    weights: Path | None = None
    nodes: int = DEFAULT_NODES

    def __post_init__(self) -> None:
        if self.nodes < 1 or (self.expand is not None and self.expand < 1):
            raise ValueError(f"nodes and expand must be 1 or more: {self}")

    def for_game(self, tuning: Mapping[str, float]) -> SearchParams:
        """Return the parameters with None replaced by values from ``tuning`` or the defaults."""
        values: dict[str, Any] = {**DEFAULTS, **tuning}
        missing = {name: values[name] for name in DEFAULTS if getattr(self, name) is None}
        return replace(self, **missing)

    def for_many_games(self) -> SearchParams:
        """Return the parameters for playouts of many games at once.

        Such playouts report no moves, and they estimate a node's value so well that it can be
        expanded later.
        """
        return replace(self, amaf=0.0, expand=max(self.expand or 0, 16))

    def tune(self) -> tuple[float, ...]:
        """Return the values in the order of the slots of ``engine.search.tree``.

        The parameters must come from ``for_game``.
        """
        values = (
            self.explore, self.first_play, self.amaf, self.expand, self.prior, self.trust
        )  # fmt: skip
        return tuple(float(value) for value in values if value is not None)


PLAIN = SearchParams(
    explore=1.0,
    first_play=10.0,
    amaf=0.0,
    expand=1,
    prior=0.0,
    trust=0.0,
    symmetry=False,
    tactics=False,
    solver=False,
)
"""Plain UCT, without any refinement."""


@dataclass(frozen=True)
class Budget:
    """Limits of a search, which ends at the first one or when the result is proven.

    None means no limit. ``seconds`` are for this call; ``simulations`` and ``nodes`` are for all
    threads together, not counting those kept from an earlier call. A simulation descends the tree
    once and plays on from there.
    """

    seconds: float | None = None
    simulations: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        limits = (self.seconds, self.simulations, self.nodes)
        if any(limit is not None and not limit >= 0 for limit in limits):
            raise ValueError(f"a limit below 0: {self}")


# The clock of a search's time limit: wall time, or the CPU time of the process on request.

CLOCK: ContextVar[Callable[[], float]] = ContextVar("clock", default=time.perf_counter)


@contextmanager
def cpu_time() -> Iterator[None]:
    """Limit the searches begun within the block by the process's CPU time, of all its threads.

    So a player gets the same effort on a busy machine, but may take far longer.
    """
    token = CLOCK.set(time.process_time)
    try:
        yield
    finally:
        CLOCK.reset(token)
