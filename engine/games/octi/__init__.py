"""Octi (Donald Green): pods that go where their prongs point, step, jump and capture."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import OptionError
from engine.game import Game, Option, OptionValue, SgfForm
from engine.games.octi import sgf
from engine.games.octi.position import Position


@dataclass(frozen=True)
class Bases(Option):
    """How many enemy home squares win: all three, or any one."""

    def check(self, value: object) -> OptionValue:
        """Return ``value`` if it is 1 or 3, else raise ``OptionError``."""
        number = super().check(value)
        if number == 2:
            raise OptionError(f"option {self.name}: {number} is neither 1 nor 3")
        return number


GAME = Game(
    name="octi",
    title="Octi",
    about="Grow prongs on pods, jump to the enemy's bases.",
    room=__name__,
    colours=("black", "white"),
    options=(
        Bases("bases", 3, "enemy home squares to occupy: all 3, or 1 (any one)", 1, 3),
        Option("wrap", False, "the board has no edges: a torus", label="No edges"),
    ),
    start=Position,
    sgf=SgfForm("19", {"black": "B", "white": "W"}, size="", codec=sgf),
)
Position.game = GAME
