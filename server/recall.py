"""Sentences that are kept for several readers in English, for each of them in their language.

How a game ended is in the database as the English text of a ``Message``. Here that text becomes the
message again, which can be said in any language; the phrases are those of the server and the games.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module
from string import Formatter
from types import ModuleType

import boche.engine.words as engine_words
import boche.server.errors as errors
import boche.server.play.words as play_words
import boche.server.tournaments.endings as endings
from boche.engine.games.registry import GAMES
from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import current, translate
from boche.engine.message import Phrase
from boche.engine.words import REFUSED
from boche.server.play.words import shown_name

LONGEST = 1000
"""Maximum number of characters of a text that is looked at."""
DEEPEST = 3
"""Maximum depth of messages within messages."""


def recalled(text: str) -> str:
    """Return a kept English text in the current language; as it is if it is no message's."""
    return text if current() == ENGLISH else translate(recall(text))


@lru_cache(4096)
def recall(text: str, depth: int = 0) -> str:
    """Return the message that has this English text; the text itself if there is none."""
    if not text or len(text) > LONGEST or depth > DEEPEST:
        return text
    for pattern, phrase in _known():
        found = pattern.fullmatch(text)
        if found is None:
            continue
        values = {
            name: int(value)
            if name == "count"
            else _named(name, value)
            if name in TYPED
            else recall(value, depth + 1)
            for name, value in found.groupdict().items()
        }
        message = phrase(**values)
        if message == text:
            return message
    return text


def _named(gap: str, text: str) -> str:
    return shown_name(text) if gap == "name" else text


@cache
def _known() -> tuple[tuple[re.Pattern[str], Phrase], ...]:
    """Return phrases with patterns of their texts; first those with the most words of their own.

    Phrases that say nothing of their own, as those of lists, are left out.
    """
    found: dict[str, tuple[int, re.Pattern[str], Phrase]] = {}
    for phrase in _phrases():
        for form in phrase.forms:
            parts = list(Formatter().parse(form))
            own = sum(len(before.strip()) for before, *_ in parts)
            quoted = any(conversion for *_, conversion in parts)
            if not quoted and (own >= LEAST or phrase is REFUSED):
                found.setdefault(form, (own, _pattern(parts), phrase))
    ordered = sorted(found.values(), key=lambda each: -each[0])
    return tuple((pattern, phrase) for _, pattern, phrase in ordered)


KINDS = {"count": r"\d{1,9}", "board": r"\d{1,9}", "move": r"\S{1,60}"}
"""Patterns of values that are not any text, by the names of their gaps."""
TYPED = frozenset({"name", "why"})
"""Gaps for what people typed."""
LEAST = 5
"""Minimum number of characters of its own that make a phrase known by its text."""


def _pattern(parts: list[tuple[str, str | None, str | None, str | None]]) -> re.Pattern[str]:
    text, names = "", set[str]()
    for before, name, *_ in parts:
        text += re.escape(before)
        if name is None:
            continue
        kind = KINDS.get(name, ".{1,400}")
        text += f"(?P={name})" if name in names else f"(?P<{name}>{kind})"
        names.add(name)
    return re.compile(text, re.DOTALL)


def _phrases() -> Iterator[Phrase]:
    for module in (errors, play_words, endings, engine_words, *_words_of_games()):
        yield from (value for value in vars(module).values() if isinstance(value, Phrase))


def _words_of_games() -> Iterator[ModuleType]:
    """Yield the module ``words`` of each game's package, if it has one."""
    for game in GAMES.values():
        package = type(game.new()).__module__.rpartition(".")[0]
        with contextlib.suppress(ModuleNotFoundError):
            yield import_module(f"{package}.words")
