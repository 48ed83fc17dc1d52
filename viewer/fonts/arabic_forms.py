"""Arabic letters, joined to their neighbours by Unicode's presentation forms."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import pairwise

FORMS = (*range(0xFB50, 0xFBFF), *range(0xFE80, 0xFEFD))
LAM, JOINS = "\u0644", "\u0640\u200d"
NOTHING = "\u200d"
KINDS = ("isolated", "final", "initial", "medial")


def is_mark(letter: str) -> bool:
    """Return True if a sign is drawn over the letter before it."""
    return unicodedata.category(letter) == "Mn"


@lru_cache(maxsize=1)
def _forms() -> dict[str, dict[str, str]]:
    """Return Unicode's forms of letters, and of lam with alef, by ``isolated``, ``initial``..."""
    found: dict[str, dict[str, str]] = {}
    for code in FORMS:
        kind, *plain = unicodedata.decomposition(chr(code)).split() or [""]
        letters = "".join(chr(int(each, 16)) for each in plain)
        if len(letters) == 1 or (len(letters) == 2 and letters[0] == LAM):
            found.setdefault(letters, {}).setdefault(kind.strip("<>"), chr(code))
    return found


def joined(text: str) -> list[str]:
    """Return each letter of a text in its form; in lam with alef the second is invisible."""
    forms, found = _forms(), list(text)
    solid = [at for at, letter in enumerate(text) if not is_mark(letter)]
    links = [False]
    for one, other in pairwise(solid):
        links.append(_to_next(text[one]) and _to_last(text[other]))
    links.append(False)
    for n, at in enumerate(solid):
        pair = text[at] + text[solid[n + 1]] if links[n + 1] else ""
        if pair in forms and text[at] == LAM and len(pair) == 2:
            found[at] = forms[pair]["final" if links[n] else "isolated"]
            found[solid[n + 1]] = NOTHING
        elif found[at] != NOTHING and text[at] in forms:
            kind = KINDS[links[n] + 2 * links[n + 1]]
            found[at] = forms[text[at]].get(kind, text[at])
    return found


def _to_next(letter: str) -> bool:
    return letter in JOINS or "initial" in _forms().get(letter, ())


def _to_last(letter: str) -> bool:
    return letter in JOINS or "final" in _forms().get(letter, ())
