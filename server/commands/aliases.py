"""Words of other languages that stand for words of commands, besides the English ones.

They are read whatever language the sender's account has: a word means the same in all of them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from boche.engine.languages.current import current

VERBS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "hilfe": "help", "registrieren": "signup", "herausfordern": "challenge",
        "zug": "move", "aufgeben": "resign", "tausch": "swap",
        "tauschen": "swap", "remis": "propose", "vorschlagen": "propose",
        "zurücknehmen": "undo", "annehmen": "accept", "ablehnen": "reject",
        "nachricht": "chat", "revanche": "rematch", "zeigen": "show", "sprache": "language",
        "mitspielen": "join", "abbrechen": "abort", "partien": "games",
        "turniere": "tournaments", "leitern": "ladders",
    },
}  # fmt: skip
"""Verbs of commands by language, as the first word of a command."""

ANSWERS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "de": {
        "yes": ("ja", "j", "klar", "einverstanden"),
        "no": ("nein", "nö", "nee"),
        "accept": ("annehmen", "angenommen", "ja annehmen", "nehme an"),
        "reject": ("ablehnen", "abgelehnt", "nein ablehnen", "lehne ab"),
        "rematch": ("revanche", "ja revanche"),
        "resign": ("aufgeben", "gebe auf"),
        "swap": ("tausch", "tauschen"),
        "show": ("zeigen", "zeig"),
        "undo": ("zurücknehmen", "zug zurücknehmen"),
        "propose draw": ("remis", "remis anbieten", "biete remis", "biete remis an"),
        "propose end": ("beenden", "ohne ergebnis beenden"),
        "chat": ("nachricht",),
        "stop": ("stopp", "abbestellen"),
    },
}
"""Answers to a mail by language and meaning; the first one is that which mails name."""

COURTESIES: Mapping[str, str] = {
    "de": "bitte danke vielen dank sehr gern gerne herzlich natürlich gut gutes schönes spiel "
    "gespielt liebe viele grüße gruß hallo das war ich bin es lg vg mfg",
}
"""Words of courtesies by language, which change no answer."""


def verb_of(word: str) -> str:
    """Return the verb that a word is or stands for."""
    plain = _plain(word)
    return _VERB.get(plain, plain)


def answers(meaning: str) -> tuple[str, ...]:
    """Return all words of other languages with a meaning."""
    return tuple(word for words in ANSWERS.values() for word in words.get(meaning, ()))


def local(meaning: str) -> str:
    """Return the word for a meaning that the current language has, else the English one."""
    return ANSWERS.get(current(), {}).get(meaning, (meaning,))[0]


def _plain(word: str) -> str:
    return unicodedata.normalize("NFC", word).casefold()


def without_umlauts(word: str) -> str:
    """Return a German word as it is written on keyboards that lack its letters."""
    for letter, pair in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        word = word.replace(letter, pair)
    return word


_VERB = {
    way: verb
    for verbs in VERBS.values()
    for word, verb in verbs.items()
    for way in (_plain(word), without_umlauts(_plain(word)))
}
