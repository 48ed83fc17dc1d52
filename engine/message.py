"""Sentences as data: what is said, and with which values, beside the English text itself."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Self


class Message(str):
    """A sentence that knows how it was made: a ``template`` and the ``values`` in its gaps.

    As text it is English. The template is what a translation would go by, and the values can be
    lit, tested or exchanged without reading the sentence.

    >>> said = Message("{winner} has {count} in a row", winner="black", count=5)
    >>> said, said.values["winner"]
    ('black has 5 in a row', 'black')
    """

    template: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> Self:
        """Raises ``KeyError`` for a gap without a value."""
        made = super().__new__(cls, template.format_map(values))
        made.template, made.values = template, MappingProxyType(values)
        return made

    @classmethod
    def counted(cls, one: str, many: str, /, *, count: int, **values: Any) -> Self:
        """The sentence for one thing, or the one for ``count`` of them."""
        return cls(one if count == 1 else many, count=count, **values)

    def exchanged(self, words: Mapping[str, str]) -> Self:
        """The same sentence with other words in the gaps that hold just such a word."""
        changed = {n: words.get(v, v) if isinstance(v, str) else v for n, v in self.values.items()}
        return type(self)(self.template, **changed)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (type(self), self.template, dict(self.values))


def _made(kind: type[Message], template: str, values: dict[str, Any]) -> Message:
    return kind(template, **values)
