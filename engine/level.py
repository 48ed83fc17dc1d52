"""Strength of a computer player, in numbers that mean the same on any machine."""

from __future__ import annotations

from dataclasses import dataclass

LEVEL_COUNT = 9
"""Number of levels in every game; they are numbered from 1."""


@dataclass(frozen=True)
class Level:
    """A player's search effort and choice of moves.

    ``playouts`` is the number per move, or None to use all the time it is given. ``blunder`` is
    the share of moves (0 to 1) that are drawn at random from the legal ones. ``tactical_check``
    is the number of extra playouts spent looking for nearby wins, its own and the opponent's (see
    ``engine.players.tactical_check``): with 0 it may overlook them, with 1 it sees wins in a
    single step. ``refined`` says whether the search has all its refinements or is a plain one, and
    ``learned`` whether it also uses what the game has learned (see ``engine.search.knowledge``).
    """

    playouts: int | None
    blunder: float = 0.0
    tactical_check: int = 1
    refined: bool = True
    learned: bool = False

    @property
    def text(self) -> str:
        """Description in one line, for the user."""
        effort = f"{self.playouts:,} playouts a move" if self.playouts else "all the time it gets"
        parts = [effort]
        if self.learned:
            parts.append("what it has learned")
        if self.blunder:
            parts.append(f"one move in {1 / self.blunder:.0f} at random")
        if not self.tactical_check:
            parts.append("overlooks wins at hand")
        return ", ".join(parts)


USUAL_LEVELS = (
    Level(10, 1 / 2, tactical_check=0, refined=False),
    Level(40, 1 / 5, refined=False),
    Level(150, 1 / 20, refined=False),
    Level(300),
    Level(900),
    Level(2_500),
    Level(10_000),
    Level(None),
    Level(None, learned=True),
)
"""Levels of a game that does not define its own."""
