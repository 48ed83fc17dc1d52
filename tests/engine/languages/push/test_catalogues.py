"""The catalogues brought up to date: every text is read, and no translation is lost."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from boche.engine.languages.catalogue import codes, po_files
from boche.server.play import words
from scripts import languages
from scripts.languages import catalogues, missing, updated
from tests import ROOT
from tests.engine.languages.push.test_scripts import SCRIPTS, literals
from tests.engine.languages.test_words import PHRASES


@pytest.fixture(scope="module")
def texts() -> dict[str, Catalog]:
    return catalogues()


def test_every_phrase_is_read(texts: dict[str, Catalog]) -> None:
    known = {message.id for message in texts["words"] if message.context is None}
    phrases = [phrase.forms if phrase.many else phrase.text for phrase in PHRASES if phrase.text]
    assert [each for each in phrases if each not in known] == []


def test_every_text_of_a_script_is_read(texts: dict[str, Catalog]) -> None:
    ids = [each.id if isinstance(each.id, tuple) else (each.id,) for each in texts["scripts"]]
    known = {text for forms in ids for text in forms}
    handed = [text for path in SCRIPTS for text, is_handed in literals(path) if is_handed]
    assert [text for text in handed if text not in known] == []


OWN = re.compile(r'\[tr\("(\{name\} [^"]+)", \{ name \}\), tr\("You ')
"""What the script of a board says of the reader, and in which words the server says it."""


def test_a_script_that_knows_the_server_by_its_words_has_the_same(
    texts: dict[str, Catalog],
) -> None:
    """Where a game ended by what the reader did, the page compares whole sentences."""
    theirs = OWN.findall((ROOT / "assets" / "live" / "main.js").read_text("utf-8"))
    ends = (words.NO_FIRST_MOVE, words.DECLINED, words.WITHDRAWN, words.ABORTED, words.NO_ANSWER,
            words.NOT_COME)  # fmt: skip
    assert theirs == [phrase.text for phrase in ends]
    for code in codes()[1:]:
        one, other = (
            {message.id: message.string for message in read_po(io.BytesIO(path.read_bytes()))}
            for path in po_files(code)
            if path.name in {"scripts.po", "words.po"}
        )
        assert {text: one[text] for text in theirs} == {text: other[text] for text in theirs}


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a German catalogue of two texts, the only one that there is."""
    path = tmp_path / "de" / "desk.po"
    path.parent.mkdir()
    path.write_text(
        'msgid "The game is saved in {folder}."\n'
        'msgstr "Das Spiel ist in {folder} gespeichert."\n\n'
        'msgid "Play"\nmsgstr "Spielen"\n'
    )
    monkeypatch.setattr(languages, "LANGUAGES", tmp_path)
    return path


def catalogue_of(*texts: str) -> Catalog:
    made = Catalog(fuzzy=False)
    for text in texts:
        made.add(text)
    return made


def test_a_changed_text_keeps_its_translation_for_somebody_to_look_at(german: Path) -> None:
    texts = catalogue_of("The game was saved in {folder}.", "Play", "Something new")
    assert missing("de", "desk", texts) == ["The game was saved in {folder}.", "Something new"]
    german.write_bytes(updated("de", "desk", texts))
    known = read_po(io.BytesIO(german.read_bytes()), locale="de")
    changed = known["The game was saved in {folder}."]
    assert (changed.string, changed.fuzzy) == ("Das Spiel ist in {folder} gespeichert.", True)
    assert (known["Play"].string, known["Play"].fuzzy) == ("Spielen", False)
    assert missing("de", "desk", texts) == ["The game was saved in {folder}.", "Something new"]
    assert german.read_bytes() == updated("de", "desk", texts), "twice is once"


@pytest.mark.parametrize(("text", "strict", "code"), [("Play", True, 0), ("Stop", True, 1),
                                                      ("Stop", False, 0)])  # fmt: skip
def test_only_a_release_waits_for_translations(
    german: Path, monkeypatch: pytest.MonkeyPatch, text: str, strict: bool, code: int
) -> None:
    assert german.exists()
    monkeypatch.setattr(languages, "catalogues", lambda: {"desk": catalogue_of(text)})
    monkeypatch.setattr(sys, "argv", ["languages", "--missing", *["--strict"] * strict])
    assert languages.main() == code
