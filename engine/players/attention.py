"""What a weak player sees of a position: more near the last moves than far from them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from functools import cached_property

from boche.engine.errors import BocheError
from boche.engine.game import Move, Position
from boche.engine.level import Level
from boche.engine.players.player import History

REACH = 3.0
"""Distance in cells, beyond the nearest ones, at which ``oversight`` counts in full."""

RECENT = 2
"""Number of last moves in whose surroundings a player looks: the opponent's and its own."""

BESIDE = 4
"""How many threats at ``REACH`` are as rarely overlooked as one beside the last moves."""

MOST_VISITED = 30
"""Most moves to choose among where nothing was learned: those of most visits in a short search."""

DRAWN = 12
"""Random moves to choose among if nothing is known of any."""

UNVISITED = 0.5
"""Visits that a move counts as having if the search did not come there."""

Natural = tuple[Move, float]
"""A move and the chance that it is best, as learned."""

Visited = tuple[Move, int]
"""A move and its visits in a short search."""

Spots = Sequence[tuple[float, float]]


class Attention:
    """The view that a player of one level has of a position, at its turn.

    How closely it looks this time is drawn once. So a threat that it overlooks stays overlooked,
    with every other move that leads to it.
    """

    def __init__(
        self, level: Level, position: Position, history: History, rng: random.Random
    ) -> None:
        self._level, self._position, self._rng = level, position, rng
        self._history = history
        self._blur = rng.random()

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

    def notices(self, move: Move) -> bool:
        """Return whether the player sees that a move wins for the opponent.

        What is beside the last moves is overlooked far less often.
        """
        oversight = self._level.oversight
        seen: float = (1.0 - oversight**BESIDE) * (1.0 - oversight) ** self.fading(move, 1.0)
        return self._blur < seen

    def ordered(self, natural: Sequence[Natural], visited: Sequence[Visited]) -> list[Move]:
        """Return the most natural moves in the order in which the player wants them.

        The first is drawn with probabilities in proportion to the learned chance times the visits,
        to the power of 1 / ``temperature``, and divided by four for each ``REACH``; and so on.
        Without learned chances it is one of the moves visited, or of a few random ones.
        """
        visits = {str(move): count for move, count in visited}
        moves = natural or [(move, 1.0) for move, _ in visited[:MOST_VISITED]]
        # Adding Gumbel noise to logarithms of weights and sorting draws without replacement.
        temperature, keyed = self._level.temperature, list[tuple[float, Move]]()
        for move, chance in moves or self._glanced():
            noise = -math.log(-math.log(self._rng.random() or 1e-300) or 1e-300)
            dimmed = noise - math.log(4.0) * self.fading(move)
            weight = chance * max(visits.get(str(move), 0), UNVISITED)
            keyed.append((math.log(weight or 1e-300) + temperature * dimmed, move))
        keyed.sort(key=lambda pair: pair[0], reverse=True)
        return [move for _, move in keyed]

    def _glanced(self) -> list[Natural]:
        """Return a few random moves."""
        drawn = (self._position.random_move(self._rng) for _ in range(DRAWN))
        return [(move, 1.0) for move in {str(move): move for move in drawn}.values()]


Notices = Callable[[Move], bool]
