"""Messages as data: a kind, the values for its gaps, and the resulting English text.

Each message is defined once, as a ``Phrase``, in the module ``words`` of the package that uses it.
Calling a phrase with its values gives a ``Message``: a string with the English text, which a
``Language`` can translate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import Any, Self


def capitalized(text: str) -> str:
    """Return the text with its first letter capitalized, as at the beginning of a sentence.

    A move or a place at its beginning, such as ``b:a3``, stays as it is.
    """
    first = text.partition(" ")[0]
    if any(letter.isdigit() for letter in first):
        return text
    return text[:1].upper() + text[1:]


@dataclass(frozen=True)
class Phrase:
    """A message template: a stable ``kind`` for programs, and the English text.

    ``text`` has gaps such as ``{colour}``. The value ``count`` selects the number: ``text`` is for
    one, ``many`` for any other. A gap for a tuple says how it is listed: ``{cells:and}`` as
    ``a, b and c``, ``{cells:or}`` likewise; ``{cells:comma}`` with commas only, ``{moves:either}``
    and ``{moves:both}`` without commas. Text in one of the gaps ``TYPED`` is the same in every
    language.

    >>> LEFT = Phrase("left", "{colour} has {count} piece", many="{colour} has {count} pieces")
    >>> said = LEFT(colour="black", count=3)
    >>> said, said.kind, said.values["count"]
    ('black has 3 pieces', 'left', 3)
    """

    kind: str
    text: str
    many: str = ""

    def __call__(self, **values: Any) -> Message:
        """Return the message with these values. Raises ``KeyError`` for a gap without a value."""
        return Message(self, values)

    @property
    def forms(self) -> tuple[str, ...]:
        """English templates: one, or two if something is counted."""
        return (self.text, self.many) if self.many else (self.text,)


class Message(str):
    """A sentence in English that knows its phrase and the ``values`` in its gaps.

    Values are words and names as text, numbers, other messages, and tuples of these. They can be
    highlighted, tested or replaced without parsing the sentence.
    """

    phrase: Phrase
    values: Mapping[str, Any]

    def __new__(cls, phrase: Phrase, values: Mapping[str, Any]) -> Self:
        """Build the English text. Raises ``KeyError`` for a gap without a value."""
        text = super().__new__(cls, ENGLISH.put(phrase, values))
        text.phrase, text.values = phrase, MappingProxyType(dict(values))
        return text

    @property
    def kind(self) -> str:
        """Identifier for programs: stable, and the same in every language."""
        return self.phrase.kind

    def exchanged(self, words: Mapping[str, str]) -> Self:
        """Return the message with words replaced in the gaps that hold exactly such a word."""
        changed = {name: _exchanged(value, words) for name, value in self.values.items()}
        return type(self)(self.phrase, changed)

    def rephrased(self, phrases: Mapping[str, Phrase]) -> Self:
        """Return the message with phrases replaced by kind, in its gaps too.

        Raises ``KeyError`` if a replacement has a gap that the original lacks.
        """
        changed = {name: _rephrased(value, phrases) for name, value in self.values.items()}
        return type(self)(phrases.get(self.kind, self.phrase), changed)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.phrase, dict(self.values))


def _exchanged(value: Any, words: Mapping[str, str]) -> Any:
    if isinstance(value, Message):
        return value.exchanged(words)
    if isinstance(value, tuple):
        return tuple(_exchanged(item, words) for item in value)
    return words.get(value, value) if isinstance(value, str) else value


def _rephrased(value: Any, phrases: Mapping[str, Phrase]) -> Any:
    if isinstance(value, tuple):
        return tuple(_rephrased(item, phrases) for item in value)
    return value.rephrased(phrases) if isinstance(value, Message) else value


def singular_or_plural(count: int) -> int:
    """Return the index of the English form for a number: 0 for one, else 1."""
    return int(count != 1)


@dataclass(frozen=True)
class Language:
    """A translation of messages: a table of templates by kind, and a table of words.

    ``templates`` has one text per kind, or one for each form that depends on ``count``; ``form``
    selects it (French counts 0 as one, Polish has three forms). ``words`` translates values that
    are words, such as colours. Anything missing from a table stays in English.
    """

    templates: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    form: Callable[[int], int] = singular_or_plural

    def say(self, message: Message) -> str:
        """Return the text of a message. Raises ``KeyError`` for a gap that the message lacks."""
        return self.put(message.phrase, message.values)

    def put(self, phrase: Phrase, values: Mapping[str, Any]) -> str:
        """Return a phrase's text with these values. Raises ``KeyError`` for a gap without one."""
        result = ""
        for before, gap in _parsed(self.template(phrase, values)):
            result += before
            if gap is not None:
                value = values[gap.name]
                text = self.quoted(value) if gap.quoted else value
                if gap.typed and not isinstance(text, Message):
                    result += str(text)
                    continue
                # Most values are words; looking them up here saves a call for each.
                plain = type(text) is str
                result += self.words.get(text, text) if plain else self.value(text, gap.how)
        return result

    def quoted(self, value: Any) -> str:
        """Return a value in quotes."""
        return repr(value)

    def value(self, value: Any, spec: str) -> str:
        """Return the text of one value; ``how`` is the format given in its gap."""
        if isinstance(value, Message):
            return str(value) if self is ENGLISH else self.say(value)
        if isinstance(value, tuple):
            return self._listed([self.value(item, "") for item in value], *LISTS[spec])
        return self.words.get(value, value) if isinstance(value, str) else format(value, spec)

    def template(self, phrase: Phrase, values: Mapping[str, Any]) -> str:
        """Return the text with gaps that stands for a phrase. Raises ``KeyError`` for no count."""
        known = self.templates.get(phrase.kind)
        if known is None:
            return phrase.forms[singular_or_plural(values["count"])] if phrase.many else phrase.text
        return known if isinstance(known, str) else known[self.form(values["count"])]

    def _listed(self, texts: Sequence[str], between: Phrase, last: Phrase) -> str:
        """Join the texts with the phrases ``between`` and ``last``, as in ``a, b and c``."""
        result = "".join(texts[:1])
        for at, item in enumerate(texts[1:], 2):
            phrase = last if at == len(texts) else between
            result = self.template(phrase, {}).format(before=result, next=item)
        return result


@dataclass(frozen=True)
class _Gap:
    """A gap for a value: its name, its format, and whether the value is put in quotes.

    A ``typed`` one is for what somebody wrote, which is never taken for a word.
    """

    name: str
    how: str
    quoted: bool
    typed: bool


@cache
def _parsed(template: str) -> tuple[tuple[str, _Gap | None], ...]:
    """Split a template into pieces of text, each with the gap after it; cached per template."""
    return tuple(
        (
            before,
            None
            if name is None
            else _Gap(name, spec or "", conversion == "r", name in TYPED or conversion == "r"),
        )
        for before, name, spec, conversion in Formatter().parse(template)
    )


TYPED = frozenset({"name", "move", "text", "title", "line", "command", "host", "program"})
"""Gaps for what people typed, such as their names: no word is looked for there."""

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
"""Separators between the items of a list and before its last item, by the format in the gap."""

ENGLISH = Language()

NOTHING = Phrase("nothing", "")()
"""The empty message."""
