"""Rules for user names: readable, and not confusable with anybody else's.

Two names look alike if they have the same skeleton: each letter stands for all that Unicode calls
confusable with it (Technical Standard 39), ignoring case. That makes one letter of ``i``, ``l`` and
``1``, and one of ``o`` and ``0``.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from sqlalchemy import select, update

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.server.database.schema import NAME_LENGTH, users
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError

DELETED = "deleted"
"""Name that replaces that of a deleted account."""

GUEST, FRIEND = "guest", "friend"
"""Default names of a guest who gives none, and of an invited guest."""

_MARK = f" ({GUEST})"
"""Suffix of a name that a guest chose: nobody takes them for an account."""

MOST_GUEST = NAME_LENGTH - len(_MARK)

_NAME = re.compile(r"[^\W_](?:[\w.-]*\w)?")
_RESERVED = frozenset(
    ["all", "me", "open", GUEST, FRIEND, "somebody", "server", PROGRAM, "active", "inactive",
     "admin", "administrator", "operator", "moderator", "mod", "root", "system", "sysop", "staff",
     "team", "official", "support", "security", "webmaster", "postmaster", "abuse", "noreply",
     "computer", "engine", "bot", "level",
     "next", DELETED, "swap", "resign", "propose", "undo", "draw", "end", "accept",
     "reject", *GAMES, *(colour for game in GAMES.values() for colour in game.colours)]
)  # fmt: skip
_LEVEL = re.compile(r"level[-_. ]?[\dlo]+")
"""Pattern for the skeletons of the computer's levels."""

_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Invisible or direction-changing characters: Unicode's default-ignorables and blanks."""
_ROOM = 200
_TIMES = 5
"""Maximum number of replacement rounds: the table needs two or three."""
_MARKS = 3
"""Maximum number of combining marks on a letter."""

_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"}, {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)  # fmt: skip
"""Scripts that may be mixed: Unicode's level "highly restrictive"."""


def check_name(name: str) -> str:
    """Return the name, if an account may have it. Raises ``BadRequestError``."""
    if not 2 <= len(name) <= NAME_LENGTH or len(key_of(name)) > NAME_LENGTH:
        raise BadRequestError(tr("a name must have 2 to {most} characters", most=NAME_LENGTH))
    if not _NAME.fullmatch(name) or not name.isprintable():
        raise BadRequestError(
            tr(
                "a name must consist of letters and digits, with . - or _ between them: no "
                "spaces, quotes or colons"
            )
        )
    if unicodedata.normalize("NFKC", name) != unicodedata.normalize("NFC", name):
        raise BadRequestError(
            tr("a name must have plain letters, not special widths, styles or numerals")
        )
    _check_seen(name)
    if not _is_of_one_script(name):
        raise BadRequestError(
            tr("the letters of a name must be of one script, such as Latin or Greek")
        )
    if name.isdigit() or _is_reserved(name):
        raise BadRequestError(
            tr("the name {name} has a meaning of its own here; choose another one", name=name)
        )
    return name


def check_guest_name(name: str) -> str:
    """Return a guest's name as one printable line. Raises ``BadRequestError``."""
    name = " ".join(name.split())
    if not name or key_of(name) == GUEST:
        return GUEST
    if len(name) > MOST_GUEST or not name.isprintable():
        raise BadRequestError(
            tr("a guest's name must have at most {most} printable characters", most=MOST_GUEST)
        )
    _check_seen(name)
    if key_of(name) != FRIEND and _is_reserved(name):
        raise BadRequestError(
            tr("the name {name} has a meaning of its own here; choose another one", name=name)
        )
    return name


def shown_guest(transaction: Transaction, name: str) -> str:
    """Return a guest's displayed name, marked as that where there are accounts.

    Raises ``ConflictError`` if it is an account's, or looks like one.
    """
    if name in (GUEST, FRIEND):
        return name
    if similar_name(transaction, name) is not None:
        raise ConflictError(
            tr("the name {name} belongs to an account, or looks like one that does", name=name)
        )
    people = select(users.c.id).where(users.c.level.is_(None), users.c.deleted.is_(None)).limit(1)
    if name.endswith(_MARK) or transaction.connection.execute(people).first() is None:
        return name
    return name + _MARK


def key_of(name: str) -> str:
    """Return the form of a name that must be unique: case and letter variants are ignored.

    A NUL is replaced: no name contains one, and PostgreSQL would reject the query.
    """
    return unicodedata.normalize("NFKC", name).casefold().replace("\0", " ")


def skeleton(name: str) -> str:
    """Return a name's skeleton, cut to the room there is for it."""
    return _alike(key_of(_alike(name))).replace("i", "l")[:_ROOM]


def similar_name(transaction: Transaction, name: str) -> str | None:
    """Return the name of the account that looks like this one, or None."""
    return transaction.connection.execute(
        select(users.c.name).where(users.c.skeleton == skeleton(name), users.c.deleted.is_(None))
    ).scalar()  # fmt: skip


def fill_skeletons(transaction: Transaction) -> None:
    """Store the skeletons of older accounts' names; those accounts keep their names regardless."""
    older = select(users.c.id, users.c.name).where(
        users.c.skeleton.is_(None), users.c.deleted.is_(None)
    )
    for row in transaction.connection.execute(older).all():
        transaction.connection.execute(
            update(users).where(users.c.id == row.id).values(skeleton=skeleton(row.name))
        )


def _check_seen(name: str) -> None:
    """Raise ``BadRequestError`` for invisible characters, and for stacks of marks."""
    kinds = [unicodedata.category(character) for character in unicodedata.normalize("NFD", name)]
    marks = "".join("m" if kind.startswith("M") else "-" for kind in kinds)
    heaps = marks.startswith("m") or "m" * (_MARKS + 1) in marks or "Me" in kinds
    if heaps or _UNSEEN.search(name):
        raise BadRequestError(tr("a name must have visible characters, with few marks on them"))


def _is_reserved(name: str) -> bool:
    """Return whether a name is, or looks like, a reserved word or a computer level."""
    seen = skeleton(name)
    return key_of(name) in _RESERVED or seen in _reserved() or _LEVEL.fullmatch(seen) is not None


def _is_of_one_script(name: str) -> bool:
    from confusable_homoglyphs.categories import alias

    scripts = {str(alias(character)) for character in name} - {"COMMON", "INHERITED"}
    return len(scripts) < 2 or any(scripts <= group for group in _TOGETHER)


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(skeleton, _RESERVED))


def _alike(text: str) -> str:
    """Return the text with each character replaced by its prototype.

    A letter with marks may look like another one in its composed and in its decomposed form, and a
    replacement may have a prototype of its own.
    """
    for _ in range(_TIMES):
        before = text
        for form in ("NFC", "NFD"):
            text = unicodedata.normalize(form, _replaced(text))
        text = _replaced(text)
        if text == before:
            break
    return unicodedata.normalize("NFD", text)


def _replaced(text: str) -> str:
    prototypes = _prototypes()
    return "".join(prototypes.get(character, character) for character in text)


@cache
def _prototypes() -> dict[str, str]:
    """Return the prototype of each character that looks like another one.

    The library has pairs, in both directions. They form stars: the centre is the prototype,
    surrounded by all that look like it. In a lone pair either will do, except that a sequence of
    several characters takes precedence over the single one that looks like it.
    """
    # Imported on demand: most of the server does not need it.
    from confusable_homoglyphs.confusables import confusables_data

    pairs: dict[str, set[str]] = {}
    for character, others in confusables_data.items():
        pairs.setdefault(_bare(character), set()).update(_bare(other["c"]) for other in others)
    return {
        character: max(
            character,
            *others,
            key=lambda candidate: (len(candidate) > 1, len(pairs[candidate]), candidate),
        )
        for character, others in pairs.items()
        if len(character) == 1 and len(others) == 1
    }


def _bare(text: str) -> str:
    """Remove the marks that keep the library's table of right-to-left letters in order."""
    return text.replace("\u200e", "") or text
