"""The current language, and what a text says in it.

One language is set for a process with ``use``; a server sets one for each request with
``speaking``. A text with gaps is a whole sentence with named gaps, never put together from parts:
other languages order their words in other ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from gettext import NullTranslations
from typing import Any, TypeVar

from boche.engine.languages.catalogue import ENGLISH, catalogue
from boche.engine.message import Language, Message, Phrase

WORD = "word"
"""The context (``msgctxt``) of single words that fill gaps of messages, such as colours."""

_process = [ENGLISH]
_here: ContextVar[str | None] = ContextVar("language", default=None)


def use(code: str) -> None:
    """Make a language that of the process. Raises ``LookupError`` if it has no catalogue."""
    catalogue(code)
    _process[0] = code


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Make a language the current one of this thread or task until the block ends.

    Raises ``LookupError`` if it has no catalogue.
    """
    catalogue(code)
    before = _here.set(code)
    try:
        yield
    finally:
        _here.reset(before)


def speak(code: str) -> None:
    """Make a language the current one of this thread or task, until ``speaking`` around it ends.

    For one that is known only later. Raises ``LookupError`` if it has no catalogue.
    """
    catalogue(code)
    _here.set(code)


def current() -> str:
    """Return the code of the current language."""
    return _here.get() or _process[0]


def tr(text: str, /, **values: Any) -> str:
    """Return a text in the current language, its gaps filled with values.

    Without values the text is taken as it is, braces included. Messages among the values are put
    in the current language, too. Raises ``KeyError`` for a gap without a value.
    """
    code = current()
    template = text if code == ENGLISH else catalogue(code).gettext(text)
    return _filled(template, values) if values else template


def tr_count(one: str, many: str, count: int, /, **values: Any) -> str:
    """Return a text that counts: ``one`` and ``many`` are its English forms.

    The gap ``{count}`` is the number; others are filled with values. Raises ``KeyError`` for a gap
    without a value.
    """
    code = current()
    if code == ENGLISH:
        template = one if count == 1 else many
    else:
        template = catalogue(code).ngettext(one, many, count)
    return _filled(template, {"count": count, **values})


def tr_later(text: str) -> str:
    """Return a text as it is: it enters the catalogues, and ``tr`` gets it where it is shown.

    For texts that are made while modules are imported, before the language is known.
    """
    return text


def tr_word(word: str) -> str:
    """Return a single word, such as a colour, in the current language."""
    code = current()
    return word if code == ENGLISH else catalogue(code).pgettext(WORD, word)


def word_later(word: str) -> str:
    """Return a word as it is: it enters the catalogues, for ``tr_word`` and gaps of messages."""
    return word


def translate(text: str) -> str:
    """Return a message in the current language; any other text as it is."""
    code = current()
    if code == ENGLISH or not isinstance(text, Message):
        return text
    return _language(code).say(text)


class _Words(Mapping[str, str]):
    """The words of a catalogue: looking one up that it lacks gives the default."""

    def __init__(self, texts: NullTranslations) -> None:
        self._texts = texts

    def __getitem__(self, word: str) -> str:
        return self._texts.pgettext(WORD, word)

    def get(self, word: str, default: Any = None) -> Any:
        return self._texts.pgettext(WORD, word) if word else default

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@dataclass(frozen=True)
class _Translated(Language):
    """A language whose templates are those of a catalogue, by their English text."""

    texts: NullTranslations = field(default_factory=NullTranslations)
    code: str = ENGLISH

    def quoted(self, value: Any) -> str:
        return quoted(value, self.code) if isinstance(value, str) else repr(value)

    def template(self, phrase: Phrase, values: Mapping[str, Any]) -> str:
        if phrase.many:
            return self.texts.ngettext(phrase.text, phrase.many, values["count"])
        return self.texts.gettext(phrase.text) if phrase.text else ""


@cache
def _language(code: str) -> Language:
    texts = catalogue(code)
    return _Translated(words=_Words(texts), texts=texts, code=code)


def _filled(template: str, values: Mapping[str, Any]) -> str:
    return template.format(**{name: _in_language(value) for name, value in values.items()})


def _in_language(value: Any) -> Any:
    if isinstance(value, str) and current() != ENGLISH:
        return Quoted(translate(value), current())
    return value


# Quotation marks around what somebody typed, as each language writes them.

_MARKS = {"de": ("„", "“"), "fr": ("«\u00a0", "\u00a0»")}
"""The opening and the closing one; a language without its own has those of Python's ``repr``."""


def quoted(text: str, code: str) -> str:
    """Return a text in quotes; what cannot be printed is written as in Python.

    >>> quoted("a'b", "de"), quoted("a'b", "en")
    ("„a'b“", '"a\\'b"')
    """
    if code not in _MARKS:
        return repr(text)
    before, after = _MARKS[code]
    inside = repr(text)[1:-1].replace("\\'", "'")
    return f"{before}{inside}{after}"


class Quoted(str):
    """A text whose ``repr``, and with it the conversion ``!r``, has a language's quotes."""

    code: str

    def __new__(cls, text: str, code: str) -> Quoted:
        """Take the text and the language's code."""
        made = super().__new__(cls, text)
        made.code = code
        return made

    def __repr__(self) -> str:
        return quoted(str(self), self.code)


# Work that takes the current language along, to other threads and to other processes.

T = TypeVar("T")


def carried(work: Callable[..., T]) -> Callable[..., T]:
    """Return work that speaks the current language in whatever thread it is done."""
    code = current()

    def done(*arguments: Any) -> T:
        with speaking(code):
            return work(*arguments)

    return done


def spoken(code: str, work: Callable[..., T], *arguments: Any) -> T:
    """Do work in a language and return its result: for a process that knows of no request."""
    with speaking(code):
        return work(*arguments)
