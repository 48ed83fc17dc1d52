"""Strength of a computer player, in numbers that mean the same on any machine."""

from __future__ import annotations

from dataclasses import dataclass

from boche.engine.languages.current import tr
from boche.engine.languages.formats import grouped, number

LEVEL_COUNT = 9
"""Number of levels in every game; they are numbered from 1."""


@dataclass(frozen=True)
class Level:
    """A player's search effort and choice of moves.

    ``playouts`` is the number per move, or None to use all the time it is given.
    ``tactical_check`` is the number of extra playouts spent looking for nearby wins, its own and
    the opponent's (see ``engine.players.tactical_check``): with 0 it may overlook them, with 1 it
    sees wins in a single step. ``temperature`` (0 or more) says how far it strays from the best
    move: 0 never, 1 in proportion to the visits of the search. ``oversight`` is the share (0 to 1)
    of the opponent's threats a few cells from the last moves that it overlooks; far fewer beside
    them, more farther away (``engine.players.attention``). ``breadth`` is the share (0 to 1) of the
    learned chances that the moves have together among which it chooses if it does not always play
    the best: the most natural ones. ``teaching`` says that it gives nothing away that a person
    would not (``Position.is_gift``). ``learned`` says
    whether the search also uses what the game has learned (see ``engine.search.knowledge``).
    ``rating`` is its strength with default options in Elo, from about 0 for random moves.
    """

    playouts: int | None
    tactical_check: int = 1
    temperature: float = 0.0
    oversight: float = 0.0
    breadth: float = 0.9
    teaching: bool = False
    learned: bool = False
    rating: int = 0

    @property
    def is_fallible(self) -> bool:
        """True if it does not always play the best move it finds."""
        return self.temperature > 0.0 or self.oversight > 0.0

    @property
    def text(self) -> str:
        """Description in one line, for the user."""
        if self.playouts:
            parts = [tr("{playouts} playouts a move", playouts=grouped(self.playouts))]
        else:
            parts = [tr("all the time it has")]
        if self.learned:
            parts.append(tr("what it has learned"))
        if self.temperature:
            parts.append(tr("not always the best move it sees"))
        if self.oversight:
            parts.append(
                tr(
                    "overlooks {share}% of threats a few cells away",
                    share=number(100 * self.oversight),
                )
            )
        return ", ".join(parts)


EASIEST = Level(1, 1, 10.0, 1.0, 1.0, teaching=True)
"""A player about as weak as random moves, which it plays near the last ones."""

USUAL_LEVELS = (
    Level(20, 1, 8.0, 0.9, teaching=True, rating=488),
    Level(40, 1, 3.0, 0.6, teaching=True, rating=723),
    Level(100, 1, 1.25, 0.25, teaching=True, rating=957),
    Level(300, teaching=True, rating=1118),
    Level(900, rating=1295),
    Level(2_500, rating=1480),
    Level(10_000, rating=1679),
    Level(None, rating=1826),
    Level(None, learned=True, rating=1903),
)
"""Levels of a game that does not define its own."""
