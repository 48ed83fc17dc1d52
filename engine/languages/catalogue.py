"""Catalogues: what the texts of the program say in one language.

Translators edit the files ``assets/languages/<code>/<domain>.po``. They are read by Babel once and
kept compiled in the user's cache, from which the standard library reads them in a millisecond.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
import tempfile
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from boche.engine.program import PROGRAM

ENGLISH = "en"
"""The language of the texts in the code."""


@cache
def codes() -> tuple[str, ...]:
    """Return the codes of all languages that have a catalogue, English first."""
    folders = (each for each in _root().iterdir() if each.is_dir())
    return (ENGLISH, *sorted(each.name for each in folders if _parts(each)))


@cache
def catalogue(code: str) -> NullTranslations:
    """Return the catalogue of a language. Raises ``LookupError`` if there is none.

    The pseudo-language has one as well: each text, accented and longer.
    """
    if code == ENGLISH:
        return NullTranslations()
    if code == PSEUDO:
        return PseudoTranslations()
    if code not in codes():
        raise LookupError(f"unknown language {code!r} (choose from {', '.join(codes())})")
    texts = [each.read_bytes() for each in po_files(code)]
    return GNUTranslations(io.BytesIO(_compiled(code, texts)))


def po_files(code: str) -> list[Traversable]:
    """Return the files that a language's catalogue is made of, one for each domain."""
    return _parts(_root().joinpath(code))


def _root() -> Traversable:
    return files("boche.assets").joinpath("languages")


def _parts(folder: Traversable) -> list[Traversable]:
    parts = (each for each in folder.iterdir() if each.name.endswith(".po"))
    return sorted(parts, key=lambda each: each.name)


def _compiled(code: str, texts: list[bytes]) -> bytes:
    """Return the catalogue as a .mo file, from the cache if these very texts were compiled before.

    Without a place to keep it, it is compiled each time.
    """
    from platformdirs import user_cache_path  # only users of another language pay for it

    name = f"{code}-{hashlib.sha256(b''.join(texts)).hexdigest()[:16]}.mo"
    kept = user_cache_path(PROGRAM, appauthor=False) / "languages" / name
    with contextlib.suppress(OSError):
        return kept.read_bytes()
    made = compile_catalogue(code, texts)
    with contextlib.suppress(OSError):
        _keep(kept, made)
    return made


def _keep(path: Path, content: bytes) -> None:
    """Write a file that others may be writing or reading."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    Path(file.name).replace(path)


def compile_catalogue(code: str, texts: list[bytes]) -> bytes:
    """Return a .mo file of several .po files of one language; fuzzy entries stay English."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    whole = Catalog(locale=code)
    for text in texts:
        for message in read_po(io.BytesIO(text), locale=code):
            # What one file lacks may stand in another: the first entry of a text is kept.
            if message.id and not message.fuzzy and _is_translated(message.string):
                whole[message.id] = message
    out = io.BytesIO()
    write_mo(out, whole)
    return out.getvalue()


def _is_translated(string: object) -> bool:
    """Return whether a translation is there, in all its forms."""
    return all(string) if isinstance(string, list | tuple) else bool(string)


# The pseudo-language: English with accents and a third longer, for finding what is not translated.
#
# A text without an accent came past the catalogue; one that is cut off would be cut off in German.

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
