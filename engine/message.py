"""Sentences as data: a kind, the values in its gaps, and the English text that they make.

Each thing that can be said is a ``Phrase``, worded once, in the ``words`` of the room that says it.
Called with its values it gives a ``Message``, which is its English text, and which a ``Language``
says in other words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import Any, Self


def begun(text: str) -> str:
    """The text as a sentence begins: its first letter a capital."""
    return text[:1].upper() + text[1:]


@dataclass(frozen=True)
class Phrase:
    """One thing that can be said: a stable ``kind`` for programs, and its English.

    ``text`` has gaps such as ``{colour}``. What is counted is the value ``count``: then ``text``
    speaks of one, and ``many`` of any other number. A gap for a tuple says how it is listed:
    ``{cells:and}`` as ``a, b and c``, ``{cells:or}`` likewise; ``{cells:comma}`` with commas alone,
    ``{moves:either}`` and ``{moves:both}`` without any.

    >>> LEFT = Phrase("left", "{colour} has {count} piece", many="{colour} has {count} pieces")
    >>> said = LEFT(colour="black", count=3)
    >>> said, said.kind, said.values["count"]
    ('black has 3 pieces', 'left', 3)
    """

    kind: str
    text: str
    many: str = ""

    def __call__(self, **values: Any) -> Message:
        """The message with these values. Raises ``KeyError`` for a gap without one."""
        return Message(self, values)

    @property
    def forms(self) -> tuple[str, ...]:
        """The English templates: one, or two where something is counted."""
        return (self.text, self.many) if self.many else (self.text,)


class Message(str):
    """A sentence in English that knows its phrase and the ``values`` in its gaps.

    Values are words and names as text, numbers, other messages, and tuples of these. They can be
    lit, tested or exchanged without reading the sentence.
    """

    phrase: Phrase
    values: Mapping[str, Any]

    def __new__(cls, phrase: Phrase, values: Mapping[str, Any]) -> Self:
        """Raises ``KeyError`` for a gap without a value."""
        made = super().__new__(cls, ENGLISH.put(phrase, values))
        made.phrase, made.values = phrase, MappingProxyType(dict(values))
        return made

    @property
    def kind(self) -> str:
        """What is said, as a word for programs: stable, and the same in every language."""
        return self.phrase.kind

    def exchanged(self, words: Mapping[str, str]) -> Self:
        """The same sentence with other words in the gaps that hold just such a word."""
        changed = {name: _exchanged(value, words) for name, value in self.values.items()}
        return type(self)(self.phrase, changed)

    def rephrased(self, phrases: Mapping[str, Phrase]) -> Self:
        """The same said by other phrases, by the kinds of those whose place they take, here and in
        the gaps. Raises ``KeyError`` where one has a gap of its own.
        """
        changed = {name: _rephrased(value, phrases) for name, value in self.values.items()}
        return type(self)(phrases.get(self.kind, self.phrase), changed)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.phrase, dict(self.values))


def _exchanged(value: Any, words: Mapping[str, str]) -> Any:
    if isinstance(value, Message):
        return value.exchanged(words)
    if isinstance(value, tuple):
        return tuple(_exchanged(each, words) for each in value)
    return words.get(value, value) if isinstance(value, str) else value


def _rephrased(value: Any, phrases: Mapping[str, Phrase]) -> Any:
    if isinstance(value, tuple):
        return tuple(_rephrased(each, phrases) for each in value)
    return value.rephrased(phrases) if isinstance(value, Message) else value


def singular_or_plural(count: int) -> int:
    """The form that English takes for a number: 0 for one, else 1."""
    return int(count != 1)


@dataclass(frozen=True)
class Language:
    """How messages are said in a language: a table of templates by kind, and one of words.

    ``templates`` has one text a kind, or one for each form that a ``count`` takes; ``form`` says
    which (French counts 0 as one, Polish has three forms). ``words`` are for values that are words,
    such as colours. What a table does not have is said in English.
    """

    templates: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    form: Callable[[int], int] = singular_or_plural

    def say(self, message: Message) -> str:
        """The text of a message. Raises ``KeyError`` where a template has a gap of its own."""
        return self.put(message.phrase, message.values)

    def put(self, phrase: Phrase, values: Mapping[str, Any]) -> str:
        """The text of a phrase with these values. Raises ``KeyError`` for a gap without one."""
        said = ""
        for before, gap in _taken_apart(self._template(phrase, values)):
            said += before
            if gap is not None:
                value = values[gap.name]
                text = repr(value) if gap.quoted else value
                # Most are words; looking those up here saves a call for each.
                plain = type(text) is str
                said += self.words.get(text, text) if plain else self.value(text, gap.how)
        return said

    def value(self, value: Any, how: str) -> str:
        """The text of one value; ``how`` is what its gap says of it."""
        if isinstance(value, Message):
            return str(value) if self is ENGLISH else self.say(value)
        if isinstance(value, tuple):
            return self._listed([self.value(each, "") for each in value], *LISTS[how])
        return self.words.get(value, value) if isinstance(value, str) else format(value, how)

    def _template(self, phrase: Phrase, values: Mapping[str, Any]) -> str:
        known = self.templates.get(phrase.kind)
        if known is None:
            return phrase.forms[singular_or_plural(values["count"])] if phrase.many else phrase.text
        return known if isinstance(known, str) else known[self.form(values["count"])]

    def _listed(self, texts: Sequence[str], between: Phrase, last: Phrase) -> str:
        """The texts as a list: with a comma ``between`` and an and ``last``, ``a, b and c``."""
        said = "".join(texts[:1])
        for at, each in enumerate(texts[1:], 2):
            phrase = last if at == len(texts) else between
            said = self._template(phrase, {}).format(before=said, next=each)
        return said


@dataclass(frozen=True)
class _Gap:
    """Where a value goes: its name, what is said of it, and whether it is put in quotes."""

    name: str
    how: str
    quoted: bool


@cache
def _taken_apart(template: str) -> tuple[tuple[str, _Gap | None], ...]:
    """A template's text, each piece with the gap behind it; there are as many as phrases."""
    return tuple(
        (before, None if name is None else _Gap(name, how or "", conversion == "r"))
        for before, name, how, conversion in Formatter().parse(template)
    )


COMMA = Phrase("list.comma", "{before}, {next}")
AND = Phrase("list.and", "{before} and {next}")
OR = Phrase("list.or", "{before} or {next}")
LISTS = {
    "comma": (COMMA, COMMA),
    "and": (COMMA, AND),
    "or": (COMMA, OR),
    "both": (AND, AND),
    "either": (OR, OR),
}
"""What stands between the things of a list, and before its last one, by what a gap says."""

ENGLISH = Language()

NOTHING = Phrase("nothing", "")()
"""Where nothing is to be said: an empty text."""
