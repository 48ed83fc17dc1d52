"""How strong a computer player is, as numbers that mean the same on any machine."""

from __future__ import annotations

from dataclasses import dataclass

LEVEL_COUNT = 8
"""The levels of every game, numbered from 1."""


@dataclass(frozen=True)
class Level:
    """How a player searches and chooses.

    ``playouts`` a move, or None: all the time it is given. ``blunder`` is the share of moves
    (0 to 1) that it draws at random, any legal one. ``lookout`` are playouts besides, in which it
    looks for wins close at hand, its own and the enemy's (see ``engine.players.lookout``): 0 and
    it may overlook them, 1 and it sees those that a single step makes. ``refined``: whether the
    search has all its refinements or is a plain one.
    """

    playouts: int | None
    blunder: float = 0.0
    lookout: int = 1
    refined: bool = True

    @property
    def text(self) -> str:
        """One line for the user."""
        effort = f"{self.playouts:,} playouts a move" if self.playouts else "all the time it gets"
        parts = [effort]
        if self.blunder:
            parts.append(f"one move in {1 / self.blunder:.0f} at random")
        if not self.lookout:
            parts.append("overlooks wins at hand")
        return ", ".join(parts)


USUAL_LEVELS = (
    Level(10, 1 / 2, lookout=0, refined=False),
    Level(40, 1 / 5, refined=False),
    Level(150, 1 / 20, refined=False),
    Level(300),
    Level(900),
    Level(2_500),
    Level(10_000),
    Level(None),
)
"""The levels of a game that does not say otherwise."""
