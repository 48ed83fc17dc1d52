"""The texts of the pages' scripts: they say in a browser what Python says."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from boche.engine.languages import catalogue as catalogues
from boche.engine.languages.catalogue import PSEUDO, catalogue, codes
from boche.engine.languages.current import speaking, tr, tr_count, tr_word
from boche.engine.languages.scripts import texts_json
from boche.viewer.export.page.modules import joined, module, modules
from tests import ROOT
from tests.node import called

SCRIPTS = sorted((ROOT / "assets").rglob("*.js"))
TEXTS = joined([*modules("page/counts"), "page/words"])

POLISH = r"""
msgid ""
msgstr ""
"Language: pl\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\n"
"Content-Type: text/plain; charset=utf-8\n"

msgid "{count} move of {name}"
msgid_plural "{count} moves of {name}"
msgstr[0] "{count} ruch gracza {name}"
msgstr[1] "{count} ruchy gracza {name}"
msgstr[2] "{count} ruchów gracza {name}"

msgid "Play </script>"
msgstr "Graj </script>"

msgid "Stop"
msgstr ""

msgctxt "word"
msgid "dark"
msgstr "ciemny"
"""  # noqa: E501


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let there be a language with other plurals than English, and no other one."""
    (tmp_path / "pl").mkdir()
    (tmp_path / "pl" / "scripts.po").write_text(POLISH, "utf-8")
    monkeypatch.setattr(catalogues, "_root", lambda: tmp_path)
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: tmp_path / "cache")
    caches = (codes, catalogue, texts_json)
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


def in_script(code: str, expression: str, data: Any = None) -> Any:
    """Return the value of an expression of a script, on a page in a language."""
    return called(f"const bocheTexts = {texts_json(code)};\n{TEXTS}", expression, data)


def ids(message: Any) -> tuple[str, ...]:
    return message.id if isinstance(message.id, tuple) else (message.id,)


def messages() -> Iterator[Any]:
    """Yield the texts of the scripts, from the German catalogue."""
    text = (ROOT / "assets" / "languages" / "de" / "scripts.po").read_bytes()
    yield from (each for each in read_po(io.BytesIO(text), locale="de") if each.id)


@pytest.mark.usefixtures("polish")
def test_polish_plurals_are_those_of_gettext() -> None:
    forms = ("{count} move of {name}", "{count} moves of {name}")
    call = "data.counts.map((count) => trCount(...data.forms, count, { name: 'Ala' }))"
    with speaking("pl"):
        python = [tr_count(*forms, count, name="Ala") for count in range(201)]
    assert in_script("pl", call, {"forms": forms, "counts": list(range(201))}) == python
    assert python[1:6] == [
        "1 ruch gracza Ala",
        *(f"{count} ruchy gracza Ala" for count in (2, 3, 4)),
        "5 ruchów gracza Ala",
    ]


@pytest.mark.usefixtures("polish")
def test_what_is_missing_stays_english_and_nothing_ends_an_element() -> None:
    told = json.loads(texts_json("pl"))
    assert told["words"] == {"dark": "ciemny"}
    assert "Stop" not in told["texts"]
    assert "<" not in texts_json("pl")
    call = "[tr('Play </script>'), tr('Stop'), trWord('dark'), trWord('red')]"
    assert in_script("pl", call) == ["Graj </script>", "Stop", "ciemny", "red"]


def test_german_counts() -> None:
    call = "data.map((count) => trCount('{count} day', '{count} days', count))"
    assert in_script("de", call, [0, 1, 2]) == ["0 Tage", "1 Tag", "2 Tage"]


@pytest.mark.parametrize("code", [*codes(), PSEUDO])
def test_scripts_and_python_say_the_same(code: str) -> None:
    single = [ids(each)[0] for each in messages() if len(ids(each)) == 1]
    counted = [(one, *many) for one, *many in map(ids, messages()) if many]
    words = list(json.loads(texts_json(code))["words"])
    with speaking(code):
        python = {
            "single": [tr(text) for text in single],
            "counted": [[tr_count(one, many, n) for n in (0, 1, 2, 5)] for one, many in counted],
            "words": [tr_word(word) for word in words],
        }
    call = """{
        single: data.single.map((text) => tr(text)),
        counted: data.counted.map((each) => [0, 1, 2, 5].map((n) => trCount(...each, n))),
        words: data.words.map(trWord),
    }"""
    data = {"single": single, "counted": counted, "words": words}
    assert in_script(code, call, data) == python


@pytest.mark.parametrize(
    ("code", "chances"),
    [
        ("en", "Red 60%, dark 40%. Sure of it."),
        ("de", "Red 60\u00a0%, {dark} 40\u00a0%. Sure of it."),
    ],
)
def test_chances_are_written_as_the_language_does(code: str, chances: str) -> None:
    """Let one colour be that of a game that no catalogue knows."""
    known = {"certain": "", "win": {"red": 0.6, "dark": 0.4}, "sure": "Sure of it"}
    script = f"const bocheTexts = {texts_json(code)};\n{module('live/candidates')}"
    with speaking(code):
        assert called(script, "chancesText(data)", known) == chances.format(dark=tr_word("dark"))


def test_english_needs_no_texts() -> None:
    assert json.loads(texts_json("en"))["texts"] == {}
    call = "[tr('{name} wins', { name: '{a}' }), trCount('{count} day', '{count} days', 1)]"
    assert called(TEXTS, call, None) == ["{a} wins", "1 day"]


def test_each_text_can_have_accents() -> None:
    told = json.loads(texts_json(PSEUDO))["texts"]
    texts = [ids(each)[0] for each in messages()]
    lettered = [text for text in texts if re.search("[a-zA-Z]", re.sub(r"{\w+}", "", text))]
    plain = [text for text in lettered if text not in told]
    assert plain == [], "they would not be seen to be translated"


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_a_choice_does_not_repeat_its_move(code: str) -> None:
    with speaking(code):
        words = tr("{what}: {value}", what="37", value="x")
    scripts = f"const bocheTexts = {texts_json(code)};\n{module('live/move_input')}"
    choices = [{"told": "37", "words": words, "move": "37"}, {"told": "37", "words": "x"}]
    assert called(scripts, "data.map(described)", choices) == [words, words]


LITERAL = r'(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)'
CALL = re.compile(rf"\b(?:tr\(\s*|trCount\(\s*(?:{LITERAL},\s*)?)$")


def literals(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the texts in a script's code, and whether each is handed to ``tr`` or ``trCount``."""
    code = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    code = re.sub(r"(?m)(^|\s)//(\s.*)?$", "", code)
    for found in re.finditer(LITERAL, code):
        text = re.sub(
            r"\\u([0-9a-f]{4})", lambda each: chr(int(each[1], 16)), found[1] or found[2] or ""
        )
        yield text, CALL.search(code[max(found.start() - 300, 0) : found.start()]) is not None


NOT_SAID = re.compile(
    r"use strict|boche .*|first (game|move)|confirm touch"  # what a browser remembers by
    r"|\([\w-]+: \w+\).*|input.*|button, .*"  # queries
    r"|Content-Type|Authorization|Seat \$.*|Error|not copied|Notification|about:"
    r"|((Ctrl|Shift)\+.*|Enter|Home|Escape)"  # keys
    r"|\$\{number\} .*|\$\{spot.*"  # names of scenes, places of a drawing
)
SAID = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}|^[A-Z][a-z]+\b|^[a-z]+[.!?:]$| [a-z]{2,}\b")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_text_of_a_script_comes_past_the_catalogue(path: Path) -> None:
    plain = [text for text, handed in literals(path) if not handed]
    bare = [(text, re.sub(r"\$\{[^{}]*\}", "·", text)) for text in plain]
    past = [text for text, without in bare if SAID.search(without)]
    assert [text for text in past if not NOT_SAID.fullmatch(text)] == []
