"""Parser for the names of computer players: ``5``, ``rated:1200``, ``uct:time``, ``gtp:COMMAND``.

Only this module knows the format of a name. The kinds of players are in
``engine.players.registry``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from boche.engine.languages.current import tr
from boche.engine.level import LEVEL_COUNT
from boche.engine.players.errors import PlayerError
from boche.engine.process.command_line import split_command
from boche.engine.words import LEVEL, OTHER_PROGRAM, STRENGTH

EXTERNAL = "gtp"
"""Kind of the players that are other programs; the argument is the command that starts one."""

RATED = "rated"
"""Kind of the players of any strength between the levels; the argument is a rating."""

HIGHEST = 9999
"""The highest rating that a player's name may have."""

LEARNED = "net"
"""Kind of the player whose argument is a file of learned weights."""

SCRIPT = "python"
"""Kind of the players in files of Python; the argument is the file, a colon, and a name in it."""

_LEVEL = re.compile(r"[1-9][0-9]?", re.ASCII)
_COMPUTER = re.compile(
    r"computer |(level [1-9][0-9]?|strength [0-9]{1,4})$", re.ASCII | re.IGNORECASE
)

_NAMED_LEVEL = re.compile(rf"Computer level ([1-{LEVEL_COUNT}])(?: \([0-9]+\))?", re.ASCII)

ALL_TIME = "time"
"""Argument of a player that uses all the time it gets."""


@dataclass(frozen=True)
class PlayerSpec:
    """A player's name, split at the colon.

    ``argument`` is None if there is no colon. Any text can be parsed, and ``str`` gives it back;
    ``engine.players.registry.check_name`` tells whether it is valid.
    """

    kind: str
    argument: str | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a name into its parts."""
        kind, colon, argument = text.partition(":")
        return cls(kind, argument if colon else None)

    @classmethod
    def external(cls, command: str) -> Self:
        """Return the name of another program, from the command that starts it."""
        return cls(EXTERNAL, command)

    def __str__(self) -> str:
        return self.kind if self.argument is None else f"{self.kind}:{self.argument}"

    @property
    def level(self) -> int | None:
        """Number of a level, 1 to 99, even if there is no such level; None for other names."""
        is_level = self.argument is None and _LEVEL.fullmatch(self.kind)
        return int(self.kind) if is_level else None

    @property
    def rating(self) -> int | None:
        """Rating of a player between the levels; None for other names."""
        text = self.argument or ""
        valid = self.kind == RATED and text.isascii() and text.isdigit() and len(text) <= 4
        return int(text) if valid else None

    def check_rating(self) -> None:
        """Raise ``PlayerError`` unless the argument is a rating."""
        if self.rating is None:
            raise PlayerError(
                tr(
                    "player {kind}: give a rating from 0 to {highest}, as in '{kind}:1200', not "
                    "{value!r}",
                    kind=self.kind,
                    highest=HIGHEST,
                    value=(self.argument or "")[:40],
                )
            )

    @property
    def command(self) -> str | None:
        """Command of another program, possibly empty; None for our own players."""
        return self.argument if self.kind == EXTERNAL else None

    @property
    def file(self) -> str | None:
        """File that the player needs, of code or of weights; None if there is none."""
        if self.kind == SCRIPT:
            return (self.argument or "").rpartition(":")[0] or None
        return (self.argument or None) if self.kind == LEARNED else None

    @property
    def name_in_file(self) -> str:
        """Name of the player in its file of Python; empty for others."""
        return (self.argument or "").rpartition(":")[2] if self.kind == SCRIPT else ""

    @property
    def foreign(self) -> str | None:
        """Code of somebody else that the player runs: a command or a file; None for others."""
        return self.argument or "" if self.kind in (EXTERNAL, SCRIPT) else None

    def check_no_argument(self) -> None:
        """Raise ``PlayerError`` if there is an argument, for a player that takes none."""
        if self.argument:
            raise PlayerError(
                tr(
                    "player {kind} takes nothing after a colon, not {argument!r}",
                    kind=self.kind,
                    argument=self.argument,
                )
            )

    def playouts(self, default: int) -> int | None:
        """Return the playouts per move from the argument; None: as many as the time allows.

        Raises ``PlayerError`` for any argument other than a number from 1 on or ``time``.
        """
        text = self.argument or str(default)
        if text == ALL_TIME:
            return None
        if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) == int(text):
            raise PlayerError(
                tr(
                    "player {kind}: {text!r} is neither a number of playouts (1 or more) nor "
                    "{all_time!r}",
                    kind=self.kind,
                    text=text[:40],
                    all_time=ALL_TIME,
                )
            )
        return int(text)

    @property
    def label(self) -> str:
        """Name shown to people: ``level 5``, ``program gnugo``, ``uct:1000``; may be a Message."""
        if self.level is not None:
            return LEVEL(number=self.level)
        if self.rating is not None:
            return STRENGTH(number=self.rating)
        if self.command is not None:
            return OTHER_PROGRAM(program=_program_name(self.command))
        return str(self)

    @property
    def record_name(self) -> str:
        """Default name of the player in a record: ``Computer level 5``, ``gnugo``, ``Bot``."""
        if self.command is not None:
            return readable(_program_name(self.command))
        if self.name_in_file:
            return readable(self.name_in_file)
        return readable(f"Computer {self.label}")


def level_named(record_name: str) -> str:
    """Return the level of a computer player with this name in a record; empty for any other."""
    found = _NAMED_LEVEL.fullmatch(record_name)
    return found[1] if found is not None else ""


def is_computer(record_name: str) -> bool:
    """Return whether a player's name in a record is one that a computer player is given."""
    return _COMPUTER.match(record_name.strip()) is not None


def readable(name: str) -> str:
    """Return a name as valid text: undecodable command line bytes become UTF-8 or escapes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _program_name(command: str) -> str:
    try:
        words = split_command(command)
    except ValueError:  # an unclosed quotation mark
        words = command.split()
    return Path(words[0]).name if words else tr("without a name")
