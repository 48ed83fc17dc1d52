"""Arabic letters, joined to their neighbours by Unicode's presentation forms."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import pairwise

FORMS = (*range(0xFB50, 0xFBFF), *range(0xFE80, 0xFEFD))
LAM, JOINS = "\u0644", "\u0640\u200d"
NOTHING = "\u200d"
KINDS = ("isolated", "final", "initial", "medial")


def is_mark(character: str) -> bool:
    """Return True if a sign is drawn over the letter before it."""
    return unicodedata.category(character) == "Mn"


@lru_cache(maxsize=1)
def _forms() -> dict[str, dict[str, str]]:
    """Return Unicode's forms of letters, and of lam with alef, by ``isolated``, ``initial``..."""
    forms: dict[str, dict[str, str]] = {}
    for code in FORMS:
        kind, *plain = unicodedata.decomposition(chr(code)).split() or [""]
        base = "".join(chr(int(code_point, 16)) for code_point in plain)
        if len(base) == 1 or (len(base) == 2 and base[0] == LAM):
            forms.setdefault(base, {}).setdefault(kind.strip("<>"), chr(code))
    return forms


def joined(text: str) -> list[str]:
    """Return each letter of a text in its form; in lam with alef the second is invisible."""
    forms, shaped = _forms(), list(text)
    solid = [at for at, character in enumerate(text) if not is_mark(character)]
    links = [False]
    for one, other in pairwise(solid):
        links.append(_to_next(text[one]) and _to_last(text[other]))
    links.append(False)
    for n, at in enumerate(solid):
        pair = text[at] + text[solid[n + 1]] if links[n + 1] else ""
        if pair in forms and text[at] == LAM and len(pair) == 2:
            shaped[at] = forms[pair]["final" if links[n] else "isolated"]
            shaped[solid[n + 1]] = NOTHING
        elif shaped[at] != NOTHING and text[at] in forms:
            kind = KINDS[links[n] + 2 * links[n + 1]]
            shaped[at] = forms[text[at]].get(kind, text[at])
    return shaped


def _to_next(character: str) -> bool:
    return character in JOINS or "initial" in _forms().get(character, ())


def _to_last(character: str) -> bool:
    return character in JOINS or "final" in _forms().get(character, ())
