"""How a command is written: ``[GAME] VERB [BOARD] ...``, options among its words.

What begins with one hyphen is an option of the game, with two one of the server's, as the
play-by-mail server has it; a game's option is understood with two as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.games.registry import GAMES
from server.errors import BadRequestError

LONGEST = 2000
"""Characters of a command's line."""

_OPTION = re.compile(r"-{1,2}[A-Za-z][\w-]*(=.*)?", re.ASCII | re.DOTALL)


@dataclass(frozen=True)
class Line:
    """A command taken apart: ``game`` is None where none is named or ``all`` is said.

    ``words`` are what is left, in order.
    """

    game: str | None
    verb: str
    words: tuple[str, ...]
    body: str = ""


def read_line(text: str, body: str = "") -> Line:
    """Take a line apart. Raises ``BadRequestError`` where there is no command in it."""
    if len(text) > LONGEST:
        raise BadRequestError(f"a command has at most {LONGEST} characters")
    if not text.isprintable():
        raise BadRequestError("a command is one line of printable characters")
    words = text.split()
    game = None
    if words and (words[0].casefold() in GAMES or words[0].casefold() == "all"):
        first = words.pop(0).casefold()
        game = None if first == "all" else first
    if not words:
        raise BadRequestError("a command is missing; 'help' lists them")
    verb = words.pop(0).casefold()
    return Line(game, verb, tuple(words), body)


def options_of(words: Iterable[str]) -> tuple[list[str], list[str]]:
    """The options among words, and the others."""
    found, others = list[str](), list[str]()
    for word in words:
        (found if _OPTION.fullmatch(word) else others).append(word)
    return found, others


def split_option(option: str) -> tuple[str, str | None]:
    """The name of an option, without hyphens and with ``_``, and its value if it has one."""
    name, equals, value = option.lstrip("-").partition("=")
    return name.lower().replace("-", "_"), value if equals else None
