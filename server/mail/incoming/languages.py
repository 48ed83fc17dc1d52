"""The language of a mail: of the word for its command, else of its headers, else of its text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from boche.engine.errors import BocheError
from boche.server.commands.aliases import language_of_verb, without_marks
from boche.server.commands.syntax import read_line
from boche.server.database.store import Transaction
from boche.server.mail.parsing import Mail
from boche.server.people import mailboxes
from boche.server.people.preferences import chosen_language, default_language

_PLAIN: Mapping[str, str] = {
    "de": "ich du wir ihr nicht kein keine und oder aber bitte danke hallo guten gruss moechte "
    "mochte moechten mochten spielen spiel spielt partie wie kann koennen konnen verstehe "
    "englisch deutsch auf ist sind das der den dem ein eine einen mit gegen fur fuer zu von "
    "moin servus gruezi tag abend wer wo warum hilfe hilf anmelden neu habe hat bin mich mir",
    "fr": "je vous nous les des une est sont et bonjour bonsoir salut merci voudrais veux jouer "
    "joue comment ne pas avec pour sur mon ma suis ai francais anglais partie aide moi sil "
    "plait que qui comprends cest du au aux dans",
    "en": "the i you is are want to play how hello hi please help thank thanks my and of in it "
    "with what can do not who like would game",
}
"""Greetings and other frequent words by language, without marks."""
_WORD = re.compile(r"[^\W\d_]+(?:['\N{RIGHT SINGLE QUOTATION MARK}][^\W\d_]+)?")
_MOST_TEXT = 2000
_FEW = 4
"""Words of a text of which one is enough to tell its language."""


def asked_for(mail: Mail) -> str:
    """Return the language that a mail is in or asks for; empty if that is in doubt."""
    return _of_command(mail) or mail.language or guessed(f"{mail.subject}\n{mail.text}")


def language_of_address(transaction: Transaction, address: str) -> str:
    """Return the language that all accounts at a confirmed address have chosen, or empty.

    Those that have chosen none do not count.
    """
    owners = mailboxes.owners(transaction, address)
    chosen = {chosen_language(transaction, owner) for owner in owners} - {""}
    return chosen.pop() if len(chosen) == 1 else ""


def language_of_mail(transaction: Transaction, mail: Mail, account: int | None) -> str:
    """Return the language to answer a mail in: that of its account, of its address, or its own.

    It is no secret: what is said in it goes to the address of the account.
    """
    own = "" if account is None else chosen_language(transaction, account)
    at_home = language_of_address(transaction, mail.sender)
    if account is None:
        own = at_home
    return own or asked_for(mail) or at_home or default_language()


def _of_command(mail: Mail) -> str:
    """Return the language of the first word that stands for a command; empty for none."""
    for line in (mail.text, mail.subject) if mail.answers else (mail.subject, mail.text):
        words = line.split(maxsplit=2)[:2]
        if words and _is_game(words[0]):
            del words[0]
        code = language_of_verb(words[0].strip(".,:;!?")) if words else ""
        if code:
            return code
    return ""


def _is_game(word: str) -> bool:
    try:
        return read_line(f"{word} help").game is not None
    except BocheError:
        return False


def guessed(text: str) -> str:
    """Return the language that the frequent words of a text tell, empty if it may be another.

    >>> guessed("Ich möchte gern spielen")
    'de'
    >>> guessed("Spaghetti")
    ''
    """
    words = [without_marks(word) for word in _WORD.findall(text[:_MOST_TEXT])]
    counts = {code: sum(word in own for word in words) for code, own in _SETS.items()}
    best = max(counts, key=lambda code: counts[code])
    others = sum(counts.values()) - counts[best]
    enough = counts[best] >= 2 or (counts[best] == 1 and len(words) <= _FEW)
    return best if enough and counts[best] > others else ""


_SETS = {code: frozenset(words.split()) for code, words in _PLAIN.items()}
