"""What a weak player sees of a position: more near the last moves than far from them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from boche.engine.errors import BocheError
from boche.engine.game import Move, Position
from boche.engine.level import Level
from boche.engine.players.player import History

REACH = 3.0
"""Distance in cells, beyond the nearest ones, at which ``oversight`` counts in full."""

RECENT = 2
"""Number of last moves in whose surroundings a player looks: the opponent's and its own."""

BESIDE = 20
"""How many threats at ``REACH`` are as rarely overlooked as one beside the last moves."""

OWN = 3
"""How many threats in a row are as rarely overlooked as a win of one's own."""

DRAWN = 12
"""Random moves to choose among if the search has seen none."""

Considered = tuple[Move, int, float]
"""A move with its visits in a short search, and the chance that it is best, as learned."""

Spots = Sequence[tuple[float, float]]


class Attention:
    """The view that a player of one level has of a position, at its turn.

    It asks ``rng`` once for each move, so a move that was overlooked stays overlooked.
    """

    def __init__(
        self, level: Level, position: Position, history: History, rng: random.Random
    ) -> None:
        self._level, self._position, self._rng = level, position, rng
        self._history = history
        self._noticed: dict[tuple[str, bool], bool] = {}

    @cached_property
    def _recent(self) -> Spots:
        spots = list[tuple[float, float]]()
        for _, text in self._history[-RECENT:]:
            try:
                spots += self._position.spots(self._position.parse(text))
            except BocheError:  # a move that has no meaning here, such as a late swap
                continue
        return spots

    def fading(self, move: Move, unknown: float = 0.0) -> float:
        """Return how much less is seen of a move for its distance: 0 beside the last moves.

        It is 1 at ``REACH`` from there, and ``unknown`` if one of them is nowhere.
        """
        spots = self._position.spots(move)
        if not spots or not self._recent:
            return unknown
        near = min(math.dist(one, other) for one in spots for other in self._recent)
        return max(0.0, near - 1.0) / REACH

    def notices(self, move: Move, *, own: bool = False) -> bool:
        """Return whether the player sees that a move wins: the opponent's, or an ``own`` one.

        What is beside the last moves is hardly ever overlooked. Own wins are overlooked as rarely
        as ``OWN`` threats in a row.
        """
        key = str(move), own
        if key not in self._noticed:
            oversight = self._level.oversight ** (OWN if own else 1)
            seen = (1.0 - oversight**BESIDE) * (1.0 - oversight) ** self.fading(move, 1.0)
            self._noticed[key] = self._rng.random() < seen
        return self._noticed[key]

    def ordered(self, moves: Iterable[Considered]) -> list[Move]:
        """Return the most natural ones of some moves, in the order in which the player wants them.

        The first is drawn with probabilities in proportion to the visits to the power of
        1 / ``temperature``, divided by four for each ``REACH``; and so on.
        """
        # Adding Gumbel noise to logarithms of weights and sorting draws without replacement.
        temperature, keyed = self._level.temperature, list[tuple[float, Move]]()
        natural = sorted(moves, key=lambda each: each[2], reverse=True)
        for move, visits, _ in natural[: self._level.choices]:
            noise = -math.log(-math.log(self._rng.random() or 1e-300) or 1e-300)
            dimmed = noise - math.log(4.0) * self.fading(move)
            keyed.append((math.log(max(visits, 0.5)) + temperature * dimmed, move))
        keyed.sort(key=lambda pair: pair[0], reverse=True)
        return [move for _, move in keyed]

    def glanced(self) -> list[Considered]:
        """Return a few random moves as ``ordered`` takes them."""
        drawn = (self._position.random_move(self._rng) for _ in range(DRAWN))
        return [(move, 1, 1.0) for move in {str(move): move for move in drawn}.values()]


Notices = Callable[[Move], bool]
