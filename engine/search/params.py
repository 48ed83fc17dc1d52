"""How a search goes about it, and when it stops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

DEFAULT_NODES = 1_000_000

EXPLORE, AMAF = 0.2, 30.0
"""``SearchParams.explore`` and ``SearchParams.amaf`` in a game that does not say otherwise."""


@dataclass(frozen=True)
class SearchParams:
    """How the tree search goes about it.

    ``explore`` is the factor of the upper bound's second term; ``first_play`` the value of a move
    never tried, 0 to 1 and more (above 1: try each once first); ``amaf`` the most visits that a
    move's all-moves-as-first value counts as, 0: not used; ``expand`` the visits after which a
    node gets children; ``symmetry`` whether of equal moves at the root one is searched for all.
    ``explore`` and ``amaf`` are the game's own where they are None (see ``for_game``).
    ``tactics``: whether a game's own eye for moves that win or lose at once is used, where it has
    one. ``nodes`` bounds the tree of a thread, and so
    its memory: see ``engine.search.worker``.
    """

    explore: float | None = None
    first_play: float = 0.6
    amaf: float | None = None
    expand: int = 2
    symmetry: bool = True
    tactics: bool = True
    nodes: int = DEFAULT_NODES

    def __post_init__(self) -> None:
        if self.nodes < 1 or self.expand < 1:
            raise ValueError(f"nodes and expand must be 1 or more: {self}")

    def for_game(self, tuning: Mapping[str, float]) -> SearchParams:
        """The same with all numbers: where none is set, what ``tuning`` says or else the usual."""
        explore = tuning.get("explore", EXPLORE) if self.explore is None else self.explore
        amaf = tuning.get("amaf", AMAF) if self.amaf is None else self.amaf
        return replace(self, explore=explore, amaf=amaf)

    def for_many_games(self) -> SearchParams:
        """The same for playouts of many games at once: they tell of no moves, and of a node's
        value so much that children can wait."""
        return replace(self, amaf=0.0, expand=max(self.expand, 16))

    def tune(self) -> tuple[float, ...]:
        """In the order of the slots of ``engine.search.tree``; as ``for_game`` made them."""
        assert self.explore is not None
        assert self.amaf is not None
        return (self.explore, self.first_play, self.amaf, float(self.expand))


PLAIN = SearchParams(
    explore=1.0, first_play=10.0, amaf=0.0, expand=1, symmetry=False, tactics=False
)
"""Plain UCT: no refinement at all."""


@dataclass(frozen=True)
class Budget:
    """When to stop: at the first of these, or when the result is proven. None: no limit.

    ``seconds`` of this call; ``simulations`` and ``nodes`` of all threads together, those kept
    from an earlier call not counted. A simulation goes down the tree once and plays on from there.
    """

    seconds: float | None = None
    simulations: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        limits = (self.seconds, self.simulations, self.nodes)
        if any(limit is not None and not limit >= 0 for limit in limits):
            raise ValueError(f"a limit below 0: {self}")
