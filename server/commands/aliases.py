"""Words of other languages that stand for words of commands, besides the English ones.

They are read whatever language the sender's account has: a word means the same in all of them.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping

from boche.engine.languages.current import current

VERBS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "hilfe": "help", "registrieren": "signup", "herausfordern": "challenge",
        "zug": "move", "aufgeben": "resign", "tausch": "swap",
        "tauschen": "swap", "remis": "propose", "vorschlagen": "propose",
        "zurücknehmen": "undo", "annehmen": "accept", "ablehnen": "reject",
        "nachricht": "chat", "revanche": "rematch", "zeigen": "show", "sprache": "language",
        "mitspielen": "join", "abbrechen": "abort", "partien": "games",
        "turniere": "tournaments", "leitern": "ladders", "turnier": "tournament",
        "leiter": "ladder", "anmelden": "signup", "regeln": "help", "befehle": "commands",
        "mehrere": "multiple", "ändern": "change", "hinzufügen": "add", "vergessen": "forgot",
        "abmelden": "signoff", "löschen": "delete", "schreiben": "message",
        "rundschreiben": "broadcast", "urlaub": "vacation", "zurück": "back",
        "blockieren": "block", "entsperren": "unblock", "suchen": "seek",
        "vorschau": "preview", "einreichen": "submit", "bestätigen": "confirm",
        "vormerken": "queue", "liste": "list", "rangliste": "standings",
        "wertungen": "ratings", "verlauf": "history", "beobachten": "watch",
        "nicht-beobachten": "unwatch",
    },
    "fr": {
        "aide": "help", "inscription": "signup", "inscrire": "signup", "s'inscrire": "signup",
        "défier": "challenge", "défi": "challenge", "coup": "move", "jouer": "move",
        "abandonner": "resign", "abandon": "resign", "échanger": "swap", "échange": "swap",
        "nulle": "propose", "proposer": "propose", "reprendre": "undo", "accepter": "accept",
        "refuser": "reject", "dire": "chat", "discussion": "chat", "discuter": "chat",
        "tchat": "chat", "revanche": "rematch", "rejouer": "rematch", "montrer": "show",
        "langue": "language", "rejoindre": "join", "annuler": "abort", "parties": "games",
        "tournois": "tournaments", "échelles": "ladders", "tournoi": "tournament",
        "échelle": "ladder", "règles": "help", "commandes": "commands",
        "plusieurs": "multiple", "modifier": "change", "ajouter": "add", "oublié": "forgot",
        "oubli": "forgot", "déconnexion": "signoff", "supprimer": "delete",
        "écrire": "message", "diffuser": "broadcast",
        "vacances": "vacation", "retour": "back", "bloquer": "block",
        "débloquer": "unblock", "chercher": "seek", "aperçu": "preview",
        "soumettre": "submit", "confirmer": "confirm", "prévoir": "queue",
        "liste": "list", "classement": "standings", "cotes": "ratings",
        "historique": "history", "suivre": "watch", "ne-plus-suivre": "unwatch",
    },
}  # fmt: skip
"""Verbs of commands by language, as the first word of a command; the first one is that which
the help names.

The French "message" is none: it is English, too, and means a message to a person.
"""

ARGUMENTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "de": {
        "address": ("adresse",), "password": ("passwort",), "each": ("jede", "jeder", "alle"),
        "daily": ("täglich",), "none": ("keine", "nie"), "all": ("alle",),
        "active": ("laufend", "laufende"), "inactive": ("beendet", "beendete"),
        "open": ("offen", "offene"), "next": ("dran",), "join": ("beitreten", "mitspielen"),
        "leave": ("verlassen", "austreten"), "challenge": ("herausfordern",),
        "draw": ("remis",), "end": ("ende", "beenden"), "undo": ("zurücknehmen",),
    },
    "fr": {
        "address": ("adresse",), "password": ("mot-de-passe",),
        "each": ("chaque", "chacun"), "daily": ("quotidien", "quotidienne"),
        "none": ("aucun", "jamais"), "all": ("toutes", "tout"), "active": ("en-cours",),
        "inactive": ("finies", "terminées"), "open": ("ouvertes", "ouverte"),
        "next": ("mon-tour",), "join": ("rejoindre",), "leave": ("quitter",),
        "challenge": ("défier",), "draw": ("nulle",), "end": ("terminer",),
        "undo": ("reprendre",),
    },
}  # fmt: skip
"""Words that follow a verb, by language and English word; the first one is that which the help
names."""

ANSWERS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "de": {
        "yes": ("ja", "j", "jawohl", "klar", "einverstanden"),
        "no": ("nein", "nö", "nee"),
        "accept": ("annehmen", "angenommen", "ja annehmen", "nehme an"),
        "reject": ("ablehnen", "abgelehnt", "nein ablehnen", "lehne ab"),
        "rematch": ("revanche", "ja revanche"),
        "resign": ("aufgeben", "gebe auf"),
        "swap": ("tausch", "tauschen"),
        "show": ("zeigen", "zeig"),
        "undo": ("zurücknehmen", "zug zurücknehmen"),
        "propose draw": ("remis", "remis anbieten", "biete remis", "biete remis an"),
        "propose end": ("ohne ergebnis beenden", "beenden"),
        "chat": ("nachricht",),
        "stop": ("stopp", "abbestellen"),
    },
    "fr": {
        "yes": ("oui", "ouais", "d'accord", "oui d'accord", "entendu", "bien sûr",
                "oui bien sûr", "je confirme", "oui je confirme"),
        "no": ("non", "pas d'accord"),
        "accept": ("accepter", "accepté", "j'accepte", "oui accepter", "oui j'accepte",
                   "d'accord j'accepte"),
        "reject": ("refuser", "refusé", "non refuser", "non refusé", "décliner", "je décline"),
        "rematch": ("revanche", "oui revanche", "proposer revanche", "rejouer"),
        "resign": ("abandonner", "abandonne", "j'abandonne", "abandon"),
        "swap": ("échanger", "échange", "j'échange"),
        "show": ("montrer", "montre"),
        "undo": ("reprendre", "reprendre le coup", "je reprends le coup", "reprise"),
        "propose draw": ("nulle", "proposer nulle", "je propose nulle", "partie nulle",
                         "match nul"),
        "propose end": ("terminer sans résultat", "finir sans résultat", "sans résultat",
                        "terminer"),
        "chat": ("dire", "discussion", "discuter", "tchat"),
        "stop": ("stop", "désabonner", "me désabonner", "se désabonner", "désabonnement",
                 "désinscrire", "me désinscrire", "se désinscrire", "désinscription"),
    },
}  # fmt: skip
"""Answers to a mail by language and meaning; the first one is that which mails name."""

COURTESIES: Mapping[str, str] = {
    "de": "bitte danke vielen dank sehr gern gerne herzlich natürlich gut gutes schönes spiel "
    "gespielt liebe viele grüße gruß hallo das war ich bin es lg vg mfg",
    "fr": "merci beaucoup volontiers avec grand plaisir s'il te vous plaît svp stp bien bon bonne "
    "beau belle jeu joué partie chance bravo bonjour bonsoir salut cordialement amicalement "
    "naturellement évidemment c'est c'était moi je mon ma le la un une",
}
"""Words of courtesies by language, which change no answer."""


def verb_of(word: str) -> str:
    """Return the verb that a word is or stands for."""
    return _VERB.get(without_marks(word), unicodedata.normalize("NFC", word).casefold())


def word_for(verb: str) -> str:
    """Return the word that the current language has for a verb, else the verb."""
    return next((word for word, of in VERBS.get(current(), {}).items() if of == verb), verb)


def argument_of(word: str, known: Iterable[str]) -> str:
    """Return which of the known English words a word is or stands for, else the word itself."""
    plain = word.casefold()
    return next((each for each in known if plain == each or plain in _ARGUMENT[each]), word)


def argument_for(word: str) -> str:
    """Return the word that the current language has for an English one behind a verb."""
    return ARGUMENTS.get(current(), {}).get(word, (word,))[0]


def language_of_verb(word: str) -> str:
    """Return the only language in which a word stands for a command; empty for none or several."""
    plain = without_marks(word)
    found = [code for code, verbs in _WAYS_OF_VERBS.items() if plain in verbs]
    return found[0] if len(found) == 1 else ""


def answers(meaning: str) -> tuple[str, ...]:
    """Return all words of other languages with a meaning, in all ways of writing them."""
    words = (word for words in ANSWERS.values() for word in words.get(meaning, ()))
    return tuple(dict.fromkeys(way for word in words for way in ways(word)))


def local(meaning: str) -> str:
    """Return the word for a meaning that the current language has, else the English one."""
    return ANSWERS.get(current(), {}).get(meaning, (meaning,))[0]


def without_marks(text: str) -> str:
    """Return words as they are compared: in small letters without accents and apostrophes."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(
        letter
        for letter in letters
        if unicodedata.category(letter) != "Mn" and letter not in _APOSTROPHES
    )


def ways(word: str) -> tuple[str, ...]:
    """Return a word of these tables, and it without marks: left out, or as pairs of letters."""
    pairs = word
    for letter, pair in (("ä", "ae"), ("ö", "oe"), ("ü", "ue")):
        pairs = pairs.replace(letter, pair)
    return (word, without_marks(word), without_marks(pairs))


_APOSTROPHES = "'`\N{ACUTE ACCENT}\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}"
_VERB = {
    way: verb for verbs in VERBS.values() for word, verb in verbs.items() for way in ways(word)
}
_WAYS_OF_VERBS = {
    code: {without_marks(way) for verb in verbs for way in ways(verb)}
    for code, verbs in VERBS.items()
}
_ARGUMENT: defaultdict[str, set[str]] = defaultdict(set)
for _words in ARGUMENTS.values():
    for _english, _ways in _words.items():
        _ARGUMENT[_english].update(way for word in _ways for way in ways(word))
