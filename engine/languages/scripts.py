"""The texts of the pages' scripts in one language, as data that ``assets/page/texts.js`` reads."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any

from boche.engine.languages.catalogue import ENGLISH, PSEUDO, catalogue, codes, po_files
from boche.engine.languages.current import WORD

if TYPE_CHECKING:
    from babel.messages.catalog import Message
    from babel.plural import PluralRule

FILE = "scripts.po"
"""The catalogue's file with the texts that scripts have."""

COUNTS = (*range(201), 1_000_000)
"""Numbers among which each plural category of each language occurs."""


@cache
def texts_json(code: str) -> str:
    """Return the texts and words in a language as JSON; what it lacks stays English.

    It is an object for the global ``bocheTexts``; within HTML it ends no element. Texts that count
    have their forms by CLDR category, as ``Intl.PluralRules`` names them. Raises ``LookupError``
    if the language has no catalogue.
    """
    said: dict[str, Any] = {}
    words: dict[str, str] = {}
    known = catalogue(code)
    for name, message in _messages(code):
        if message.context == WORD:
            words[str(message.id)] = known.pgettext(WORD, str(message.id))
        elif name == FILE and isinstance(message.id, tuple):
            one, many = message.id
            said[one] = _forms(known, one, many, _rule(code))
        elif name == FILE:
            said[str(message.id)] = known.gettext(str(message.id))
    texts = {text: value for text, value in said.items() if value != text and value}
    words = {word: value for word, value in words.items() if value != word}
    dates = "en-GB" if code in (ENGLISH, PSEUDO) else code
    data = {"language": code, "dates": dates, "texts": texts, "words": words}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _messages(code: str) -> Iterator[tuple[str, Message]]:
    """Yield the catalogue's texts, each with its file; the pseudo-language has those of another."""
    if code == ENGLISH:
        return
    from babel.messages.pofile import read_po  # only pages in another language pay for it

    of = codes()[1] if code == PSEUDO else code
    for file in po_files(of):
        for message in read_po(io.BytesIO(file.read_bytes()), locale=of):
            if message.id:
                yield file.name, message


def _rule(code: str) -> PluralRule:
    from babel import Locale

    return Locale.parse(ENGLISH if code == PSEUDO else code).plural_form


def _forms(known: NullTranslations, one: str, many: str, rule: PluralRule) -> dict[str, str]:
    """Return a text's forms by category, none if all are those of English."""
    said = [(count, known.ngettext(one, many, count)) for count in COUNTS]
    if all(text == (one if count == 1 else many) for count, text in said):
        return {}
    forms: dict[str, str] = {}
    for count, text in said:
        forms.setdefault(rule(count), text)
    # A browser may know of categories that are not known here.
    forms.setdefault("other", said[-2][1])
    return forms
