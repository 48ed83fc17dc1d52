"""Who sits at the table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

PROGRAM = "gtp:"
"""What the names of other programs begin with; behind it stands their command."""

LONGEST = 5000
"""Characters of a computer player's name, the command of a program included."""


@dataclass(frozen=True)
class Seat:
    """A player: a person, or a computer player by its name (see ``engine.search.players``).

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


def is_player(name: str) -> bool:
    """Whether a name means a person or a computer player; a program need not be there."""
    from engine.search.players import PlayerError, check_name

    if "\0" in name or len(name) > LONGEST:
        return False
    if not name or name.startswith(PROGRAM):
        return True
    try:
        check_name(name)
    except PlayerError:
        return False
    return True


def _program_name(command: str) -> str:
    from engine.search.commandline import split_command

    try:
        words = split_command(command)
    except ValueError:  # a quotation mark without its partner
        words = command.split()
    return Path(words[0]).name if words else "without a name"
