"""Who sits at the table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from viewer.session.player_names import PROGRAM


@dataclass(frozen=True)
class Seat:
    """A player: a person, or a computer player by its name (see ``engine.players.registry``).

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
        if self.player.startswith(PROGRAM):
            return f"program {_program_name(self.player.removeprefix(PROGRAM))}"
        return f"level {self.player}" if self.player.isdigit() else self.player


def _program_name(command: str) -> str:
    from engine.players.command_line import split_command

    try:
        words = split_command(command)
    except ValueError:  # a quotation mark without its partner
        words = command.split()
    return Path(words[0]).name if words else "without a name"
