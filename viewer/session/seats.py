"""Who sits at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.players.spec import PlayerSpec


@dataclass(frozen=True)
class Seat:
    """A player: a person, or a computer player by its name (see ``engine.players.spec``).

    ``player`` is empty for a person; ``"5"`` is a level, ``"gtp:COMMAND"`` a program.
    """

    name: str = ""
    player: str = ""

    @property
    def kind(self) -> Literal["human", "computer"]:
        return "computer" if self.player else "human"

    @property
    def label(self) -> str:
        """The computer player in words: ``level 5``, ``program gnugo``; empty for a person."""
        return PlayerSpec.parse(self.player).label
