"""The names of computer players, decoded: ``5``, ``uct:1000``, ``uct:time``, ``gtp:COMMAND``.

This is the one place that knows how a name is put together. Which kinds there are says
``engine.players.registry``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from engine.players.errors import PlayerError
from engine.process.command_line import split_command

EXTERNAL = "gtp"
"""The kind of player that is another program; its argument is the command that starts it."""

_LEVEL = re.compile(r"[1-9][0-9]?", re.ASCII)

ALL_TIME = "time"
"""The argument of a player that takes all the time it gets."""


@dataclass(frozen=True)
class PlayerSpec:
    """A player's name in its parts: what stands before the colon, and what behind it.

    ``argument`` is None where there is no colon. Any text can be parsed, and ``str`` gives it back;
    whether it means anything, ``engine.players.registry.check_name`` says.
    """

    kind: str
    argument: str | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """The parts of a name."""
        kind, colon, argument = text.partition(":")
        return cls(kind, argument if colon else None)

    @classmethod
    def external(cls, command: str) -> Self:
        """Another program, by the command that starts it."""
        return cls(EXTERNAL, command)

    def __str__(self) -> str:
        return self.kind if self.argument is None else f"{self.kind}:{self.argument}"

    @property
    def level(self) -> int | None:
        """The number of a level, 1 to 99, whether there is one or not; None for other names."""
        is_level = self.argument is None and _LEVEL.fullmatch(self.kind)
        return int(self.kind) if is_level else None

    @property
    def command(self) -> str | None:
        """The command of another program, perhaps empty; None for a player of our own."""
        return self.argument if self.kind == EXTERNAL else None

    def check_no_argument(self) -> None:
        """Raises ``PlayerError`` for an argument, where the player takes none."""
        if self.argument:
            raise PlayerError(
                f"player {self.kind} takes nothing behind a colon, not {self.argument!r}"
            )

    def playouts(self, default: int) -> int | None:
        """The playouts a move that the argument asks for; None: as many as the time allows.

        Raises ``PlayerError`` for any other argument than a number from 1 on and ``time``.
        """
        text = self.argument or str(default)
        if text == ALL_TIME:
            return None
        if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) == int(text):
            raise PlayerError(
                f"player {self.kind}: {text[:40]!r} is neither a number of playouts (1 or more) "
                f"nor {ALL_TIME!r}"
            )
        return int(text)

    @property
    def label(self) -> str:
        """The player for people: ``level 5``, ``program gnugo``, ``uct:1000``."""
        if self.level is not None:
            return f"level {self.level}"
        if self.command is not None:
            return f"program {_program_name(self.command)}"
        return str(self)

    @property
    def record_name(self) -> str:
        """What a record calls a player that nobody has named: ``Computer level 5``, ``gnugo``."""
        if self.command is not None:
            return readable(_program_name(self.command))
        return readable(f"Computer {self.label}")


def readable(name: str) -> str:
    """A name as text: bytes of a command line that Python could not read are UTF-8, or numbers."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _program_name(command: str) -> str:
    try:
        words = split_command(command)
    except ValueError:  # a quotation mark without its partner
        words = command.split()
    return Path(words[0]).name if words else "without a name"
