"""Syntax of commands: ``[GAME] VERB [BOARD] ...``, with options among the words.

One hyphen marks an option of the game, two an option of the server, as in the play-by-mail server;
two hyphens are accepted for a game's option as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.server.commands.aliases import verb_of
from boche.server.errors import BadRequestError

LONGEST = 2000
"""Maximum number of characters in a command line."""

_OPTION = re.compile(r"-{1,2}[^\W\d_][\w-]*(=.*)?", re.DOTALL)


@dataclass(frozen=True)
class Line:
    """A parsed command. ``game`` is None if none is named or ``all`` is given.

    ``words`` are the remaining words, in order.
    """

    game: str | None
    verb: str
    words: tuple[str, ...]
    body: str = ""


def read_line(text: str, body: str = "") -> Line:
    """Parse a line. Raises ``BadRequestError`` if it contains no command."""
    if len(text) > LONGEST:
        raise BadRequestError(tr("a command may have at most {most} characters", most=LONGEST))
    if not text.isprintable():
        raise BadRequestError(tr("a command must be one line of printable characters"))
    words = text.split()
    game = None
    if words and (words[0].casefold() in GAMES or words[0].casefold() == "all"):
        first = words.pop(0).casefold()
        game = None if first == "all" else first
    if not words:
        raise BadRequestError(tr("expected a command; 'help' lists them all"))
    verb = verb_of(words.pop(0))
    return Line(game, verb, tuple(words), body)


def options_of(words: Iterable[str]) -> tuple[list[str], list[str]]:
    """Split words into options and others."""
    options, others = list[str](), list[str]()
    for word in words:
        (options if _OPTION.fullmatch(word) else others).append(word)
    return options, others


def split_option(option: str) -> tuple[str, str | None]:
    """Return an option's name, without hyphens and with ``_``, and its value or None."""
    name, equals, value = option.lstrip("-").partition("=")
    return name.lower().replace("-", "_"), value if equals else None
