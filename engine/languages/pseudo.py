"""The pseudo-language: English with accents and a third longer, for finding what is not translated.

A text without an accent came past the catalogue; one that is cut off would be cut off in German.
"""

from __future__ import annotations

import re
from gettext import NullTranslations

PSEUDO = "en-XA"
"""Its code, as Android and Chrome name it."""

_ACCENTED = str.maketrans("aceinosuyzACEINOSUYZ", "áçéíñöšúýžÁÇÉÍÑÖŠÚÝŽ")
# Gaps (those of argparse, too), tags and entities of a page.
_KEPT = re.compile(r"(\{[^{}]*\}|%(?:\(\w+\))?[srdg]|<[^<>]+>|&\w+;)")


def pseudo(text: str) -> str:
    """Return a text in the pseudo-language; gaps such as ``{count}`` and tags stay.

    >>> pseudo("Play <b>{count}</b> games")
    'Pláý <b>{count}</b> gáméš···'
    """
    parts = _KEPT.split(text)
    parts[::2] = [part.translate(_ACCENTED) for part in parts[::2]]
    letters = sum(map(len, parts[::2]))
    return "".join(parts) + "·" * (letters // 3 - (letters > 20) * (letters // 12)) if text else ""


class PseudoTranslations(NullTranslations):
    """A catalogue that knows each text."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)
