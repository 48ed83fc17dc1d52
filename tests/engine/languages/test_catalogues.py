"""The catalogues: each translation can stand where its text stands."""

from __future__ import annotations

import io
import re
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from boche.engine.languages.catalogue import catalogue, codes, compile_catalogue
from tests import ROOT

FILES = sorted((ROOT / "assets" / "languages").glob("*/*.po"))


def gaps(text: str) -> set[tuple[str, str]]:
    """Return the gaps of a text: their names, and how a list is joined there."""
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name is not None}


def tags(text: str) -> list[str]:
    return sorted(re.findall(r"</?\w+[^<>]*>", text))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_each_translation_has_its_text_s_gaps_and_tags(path: Path) -> None:
    wrong = []
    for message in read_po(io.BytesIO(path.read_bytes()), locale=path.parent.name):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if not ids[0] or not any(strings):
            continue
        if not all(strings):
            wrong.append(f"{ids[0]!r}: a plural form is missing")
        whole = ids[-1]
        for number, string in enumerate(strings):
            # The form for one may leave the number out, as in "a game", and what its text lacks.
            count = {("count", "")} if len(strings) > 1 else set()
            needed = gaps(whole) if number else gaps(whole) & gaps(ids[0])
            lacks = needed - gaps(string) - count
            if gaps(string) - gaps(whole) or lacks or tags(string) != tags(whole):
                wrong.append(f"{whole!r}: {string!r}")
            if string.strip() != string and whole.strip() == whole:
                wrong.append(f"{whole!r}: blanks around {string!r}")
    assert wrong == []


def test_no_two_files_of_a_language_say_a_text_differently() -> None:
    for code in codes()[1:]:
        known: dict[object, tuple[str, object]] = {}
        for path in (each for each in FILES if each.parent.name == code):
            for message in read_po(io.BytesIO(path.read_bytes()), locale=code):
                strings = message.string if isinstance(message.string, tuple) else [message.string]
                if not message.id or not all(strings):
                    continue
                name, string = known.setdefault(
                    (message.context, message.id), (path.stem, message.string)
                )
                assert string == message.string, f"{code}: {message.id!r} in {name} and {path.stem}"


@pytest.mark.parametrize("code", codes())
def test_a_catalogue_can_be_read(code: str) -> None:
    assert catalogue(code).gettext("no such text") == "no such text"


def test_what_is_fuzzy_or_missing_stays_english() -> None:
    entries = ['#, fuzzy\nmsgid "Play"\nmsgstr "Spiel"', 'msgid "Stop"\nmsgstr ""']
    text = "\n\n".join([*entries, 'msgid "Go"\nmsgstr "Los"\n'])
    texts = GNUTranslations(io.BytesIO(compile_catalogue("de", [text.encode()])))
    assert [texts.gettext(each) for each in ("Play", "Stop", "Go")] == ["Play", "Stop", "Los"]
