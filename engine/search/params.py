"""Parameters of a search, and the limits at which it stops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

DEFAULT_NODES = 1_000_000

EXPLORE, AMAF = 0.2, 30.0
"""Defaults of ``SearchParams.explore`` and ``SearchParams.amaf`` for games without their own."""


@dataclass(frozen=True)
class SearchParams:
    """Parameters of the tree search.

    ``explore`` is the factor of the upper bound's second term; ``first_play`` is the value of a
    move never tried, 0 to 1 or more (above 1: try each move once first); ``amaf`` is the largest
    number of visits that a move's all-moves-as-first value counts as (0: not used); ``expand`` is
    the number of visits after which a node gets children; ``symmetry`` says whether only one of
    several equivalent moves at the root is searched. ``explore`` and ``amaf`` are taken from the
    game if they are None (see ``for_game``). ``tactics`` says whether to use the game's detection
    of moves that win or lose at once, if it has one. ``solver`` says whether to ask the game's
    exact solver as well, if it has one (see ``Searcher.search``). ``nodes`` limits the tree of a
    thread, and so its memory: see ``engine.search.worker``.
    """

    explore: float | None = None
    first_play: float = 0.6
    amaf: float | None = None
    expand: int = 2
    symmetry: bool = True
    tactics: bool = True
    solver: bool = True
    nodes: int = DEFAULT_NODES

    def __post_init__(self) -> None:
        if self.nodes < 1 or self.expand < 1:
            raise ValueError(f"nodes and expand must be 1 or more: {self}")

    def for_game(self, tuning: Mapping[str, float]) -> SearchParams:
        """Return the parameters with None replaced by values from ``tuning`` or the defaults."""
        explore = tuning.get("explore", EXPLORE) if self.explore is None else self.explore
        amaf = tuning.get("amaf", AMAF) if self.amaf is None else self.amaf
        return replace(self, explore=explore, amaf=amaf)

    def for_many_games(self) -> SearchParams:
        """Return the parameters for playouts of many games at once.

        Such playouts report no moves, and they estimate a node's value so well that it can be
        expanded later.
        """
        return replace(self, amaf=0.0, expand=max(self.expand, 16))

    def tune(self) -> tuple[float, ...]:
        """Return the values in the order of the slots of ``engine.search.tree``.

        The parameters must come from ``for_game``.
        """
        assert self.explore is not None
        assert self.amaf is not None
        return (self.explore, self.first_play, self.amaf, float(self.expand))


PLAIN = SearchParams(
    explore=1.0, first_play=10.0, amaf=0.0, expand=1, symmetry=False, tactics=False, solver=False
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
