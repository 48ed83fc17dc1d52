"""Options of games and of the server as people write them: with or without hyphens, in words of
other languages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from boche.engine.games.registry import find
from boche.engine.languages.catalogue import codes
from boche.engine.languages.current import speaking, tr
from boche.server.commands.aliases import ways, without_marks

UNRATED = "unrated"
SERVER = ("nagtime", "forfeittime", "totaltime", UNRATED)
"""Options of the server, which every game has."""


def spelt(game: str | None, words: Iterable[str]) -> list[str]:
    """Return words with options in the form that is read, ``-size=3`` for ``Größe=3``.

    Without a hyphen only NAME=VALUE is one, if there is an option of that name: passwords may have
    an ``=``, too.
    """
    if game is None:
        return list(words)
    return [_spelt(game, word) for word in words]


def _spelt(game: str, word: str) -> str:
    name, equals, value = word.partition("=")
    known = _names(game).get(without_marks(name.lstrip("-")).replace("-", "_"))
    if known is None or not (equals or word.startswith("-")):
        return word
    return f"--{known}{equals}{value}" if known in SERVER else f"-{known}{equals}{value}"


@cache
def _names(game: str) -> dict[str, str]:
    """Return the names of options by all words for them."""
    names = {name: name for name in SERVER}
    for option in find(game).options:
        names |= {name: name for name in (option.name, option.opposite) if name}
        for code in codes():
            with speaking(code):
                title = tr(option.title).casefold().replace(" ", "_").replace("-", "_")
            for way in ways(title):
                names.setdefault(without_marks(way), option.name)
    return names
