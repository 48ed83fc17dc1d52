"""Texts of the viewer that must come from the catalogue."""

from __future__ import annotations

import ast
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from boche.engine.languages.catalogue import PSEUDO
from boche.engine.languages.current import speaking
from boche.engine.record import loads
from boche.viewer.export.page.game_data import GameData, Look
from boche.viewer.export.page.shared import Shared
from tests import ROOT
from tests.viewer.test_languages import record

__all__ = ["record"]

# -- what the code hands to users

SHOWS = {
    "say", "say_all", "Answer", "Question", "Form", "Field", "StartAlternative", "Problem", "Way",
}  # fmt: skip
"""Functions and classes whose arguments users read, beside all errors."""

LABELLED = {"Answer": 1, "Form": 1, "Field": 2, "StartAlternative": 2, "Way": 1}
"""How many arguments are names for the program first."""

UNREAD = {
    "viewer/lessons/lesson.py", "viewer/session/edits.py", "viewer/renderer/programs.py",
    "viewer/export/pictures.py", "viewer/export/page/document.py", "viewer/rules/book.py",
}  # fmt: skip
"""Files whose errors are for those who make lessons, games or programs."""

PROGRAMMERS = (
    "nothing to frame", "pictures are drawn in the thread", "no GL in a fork",
    "no command", "begin comes first", "only nodes of the record",
)  # fmt: skip
"""Errors that only programs can cause."""

SENTENCE = re.compile(r"[A-Za-z]{2,}[,:]? ['\"({]?[A-Za-z{]|^[A-Z][a-z]{2,}")


def handed_over(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts that a file hands to users without asking the catalogue."""
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if name not in SHOWS and not name.endswith("Error"):
            continue
        given = [*call.args[LABELLED.get(name, 0) :], *(each.value for each in call.keywords)]
        for value in given:
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                text = value.value
            elif isinstance(value, ast.JoinedStr):
                parts = [getattr(each, "value", "") for each in value.values]
                text = "".join(each if isinstance(each, str) else "{x}" for each in parts)
            else:
                continue
            if SENTENCE.search(text) and not text.startswith(PROGRAMMERS):
                yield value.lineno, text


def test_no_text_is_handed_to_users_past_the_catalogue() -> None:
    files = (path for path in sorted((ROOT / "viewer").rglob("*.py")))
    found = [
        f"{name}:{line}: {text}"
        for path in files
        if not (name := path.relative_to(ROOT).as_posix()).startswith(("viewer/hud", "viewer/cli"))
        and name not in UNREAD
        for line, text in handed_over(path)
    ]
    assert found == []


def test_a_page_tells_whose_turn_it_is_and_who_won(record: str) -> None:
    with speaking(PSEUDO):
        data = GameData(loads(record), Look(), Shared())
        for _ in data.tell():
            pass
        packed = data.pack()
    content = zlib.decompress(packed, -15)
    length = int.from_bytes(content[:4], "little")
    nodes = json.loads(content[4 : 4 + length])["nodes"]
    assert "tö mövé" in nodes[0]["state"]
    assert re.search("[aeiou]", nodes[-1]["state"].partition(". ")[2].partition(". ")[2]) is None
    assert nodes[0]["colour"] in ("", "light", "dark")
