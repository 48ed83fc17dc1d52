"""Tests go in by the doors that everybody uses: none reads a private name of what it tests."""

from __future__ import annotations

import ast

from tests import ROOT

STANDARD = {"_replace", "_asdict", "_fields", "_make", "_exit"}
"""Underscored names that Python itself documents."""

OF_LIBRARIES = {"_SubParsersAction", "_actions", "_cache"}
"""Of argparse, and of numba: the test of what numba does not promise is about just that."""


def private(text: str) -> dict[str, list[int]]:
    """Return the private names of other objects that source text reads, with their lines."""
    found: dict[str, list[int]] = {}
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.Attribute):
            own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            names = [] if own else [node.attr]
        elif isinstance(node, ast.ImportFrom):
            names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [part for alias in node.names for part in alias.name.split(".")]
        for name in names:
            if name.startswith("_") and not name.startswith("__"):
                found.setdefault(name, []).append(node.lineno)
    return found


def test_no_test_reads_a_private_name() -> None:
    found = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith("tests/plugins/y/"):
            read = private(path.read_text(encoding="utf-8"))
            found[name] = {word: read[word] for word in read.keys() - STANDARD - OF_LIBRARIES}
    assert {name: words for name, words in found.items() if words} == {}


def test_a_private_name_is_found() -> None:
    text = (
        "from a._b import c\nfrom a import _d\nimport e._f\n"
        "x.y()._g\nself._h\nx.__dict__\nself.i._j\n"
    )
    assert private(text) == {"_b": [1], "_d": [2], "_f": [3], "_g": [4], "_j": [7]}
