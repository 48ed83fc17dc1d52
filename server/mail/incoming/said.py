"""Short answers as people write them: case, punctuation and courtesies do not matter."""

from __future__ import annotations

import re
from collections.abc import Iterable

from boche.server.commands.aliases import COURTESIES, answers, ways, without_marks
from boche.server.mail.parsing import Mail

YES, NO = "yes", "no"
LESS = {"stop", "unsubscribe", *answers("stop")}
"""Words from people who want no more mail."""

_COURTESIES = (
    "please thanks thank thx you very much many so with great pleasure gladly happily of course "
    "surely certainly good nice game games well played gg cheers dear then to too i'd love we i "
    "do it that was me am friend my sorry kind regards best all right a again"
)
_MEANINGS = {
    YES: ("yes", "y", "yep", "yeah", "sure", "ok", "okay"),
    NO: ("no", "n", "nope"),
    "accept": ("accept", "accepted", "agree", "agreed", "yes accept", "ok accept", "yes agree"),
    "reject": ("reject", "rejected", "decline", "declined", "no reject", "no decline"),
    "rematch": ("rematch", "yes rematch", "propose rematch"),
    "resign": ("resign",),
    "swap": ("swap",),
    "show": ("show",),
    "undo": ("undo", "take back", "takeback", "take-back", "propose undo"),
    "propose draw": ("draw", "propose draw", "offer draw"),
    "propose end": ("propose end",),
}
_COURTEOUS = frozenset(
    way for words in (_COURTESIES, *COURTESIES.values()) for word in words.split()
    for way in ways(word)
)  # fmt: skip
_WORD = re.compile(r"[^\s,;.!]+")
_MOST_WORDS = 10


def _core(words: Iterable[str]) -> str:
    return " ".join(word for word in words if word not in _COURTEOUS)


_WORDS = {
    _core(without_marks(words).split()): meaning
    for meaning, own in _MEANINGS.items()
    for words in (*own, *answers(meaning))
}


def meaning(line: str) -> str:
    """Return what a line says in a word or two, or empty if it is no such answer.

    A question is none, nor is a line with other words: they may take back what the first one says.
    """
    words = _WORD.findall(without_marks(line))
    while words and not words[-1].strip(":;-)(\N{EN DASH}\N{EM DASH}"):
        words.pop()  # a smile
    if len(words) > _MOST_WORDS:
        return ""
    return _WORDS.get(_core(words), "")


def agrees(text: str, *others: str) -> bool:
    """Return whether an answer says yes, or another word for it, in its first line."""
    line = text.strip().partition("\n")[0]
    first = without_marks(next(iter(line.split()), "").strip(".,;:!"))
    return first in (YES, "y", *answers(YES), *others) or meaning(line) == YES


def wants_less(mail: Mail) -> bool:
    """Return whether a mail only says that its sender wants fewer mails."""
    first = mail.text.partition("\n")[0].strip()
    return bool({without_marks(mail.subject), without_marks(first)} & LESS)
