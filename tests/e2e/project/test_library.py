"""Examples in the library's guides, run as printed; and lists of all that the library has."""

from __future__ import annotations

import doctest
import os
import re
import sysconfig
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import boche
from tests import ROOT

DOCS = ROOT / "docs"
GUIDES = sorted([*(DOCS / "library").glob("*.md"), DOCS / "start.md"])
REFERENCE = "\n".join(page.read_text("utf-8") for page in (DOCS / "reference").glob("*.md"))
LIST = (DOCS / "library" / "index.md").read_text("utf-8").partition("## Everything")[2]

BLOCK = re.compile(r"^```(?:python|pycon)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield each block of Python with the number of the line before it."""
    for match in BLOCK.finditer(text):
        yield text.count("\n", 0, match.start(1)), match[1]


def run(code: str, names: dict[str, Any], page: str, line: int) -> str:
    """Run a block; return what its session prints otherwise than shown."""
    if not code.startswith(">>>"):
        exec(compile("\n" * line + code, page, "exec"), names)
        return ""
    session = doctest.DocTestParser().get_doctest(code, names, page, page, line)
    session.globs = names
    differences: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
        session, out=differences.append, clear_globs=False
    )
    return "".join(differences)


SLOW = ("pictures", "matches")
"""Guides whose examples take seconds: full/ runs them."""


@pytest.mark.parametrize(
    "page", [page for page in GUIDES if page.stem not in SLOW], ids=lambda page: page.stem
)
def test_the_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # The commands are found, as in an environment that is active.
    monkeypatch.setenv("PATH", sysconfig.get_path("scripts"), prepend=os.pathsep)
    names: dict[str, Any] = {"__name__": "example"}
    for line, code in blocks(page.read_text("utf-8")):
        assert run(code, names, str(page), line) == ""


def test_a_wrong_example_is_found() -> None:
    assert "line 7" in run(">>> 1 + 1\n3\n", {}, "page", 6)
    with pytest.raises(ZeroDivisionError):
        run("1 / 0", {}, "page", 0)


def test_the_reference_has_every_name_once() -> None:
    shown = Counter(re.findall(r"^## (\w+)$", REFERENCE, re.MULTILINE))
    assert shown == Counter(boche.__all__)


def test_the_reference_has_the_fields_that_have_no_docstring() -> None:
    for field in ("Node.children", "Mark.place", "Observed.mask", "Candidate.visits"):
        assert f"\n### {field}\n\n```python\n{field.partition('.')[2]}: " in REFERENCE


def test_the_list_has_every_name_but_the_errors() -> None:
    rows = re.findall(r"^\| (`.*?`) \|", LIST, re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`boche\.(\w+)`", row)}
    kinds = {name for name in boche.__all__ if name.endswith("Error")} - {"BocheError"}
    assert listed == set(boche.__all__) - kinds
