"""The examples use the library as anybody can: by ``import boche`` and its public names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import boche
from tests import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("[!_]*.py"))


def private_in(text: str) -> list[str]:
    """Return what a program uses of the library that is not public."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [n.name for n in node.names if n.name.startswith("boche.")]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            found += [module] * (module.partition(".")[0] in ("boche", "examples"))
        elif isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "boche":
            found += [node.attr] * (node.attr not in boche.__all__)
    return found


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_uses_public_names_only(path: Path) -> None:
    assert private_in(path.read_text(encoding="utf-8")) == []


def test_private_names_are_found() -> None:
    text = "import boche.engine\nfrom boche.engine.game import Move\nboche.new()\nboche.hidden"
    assert sorted(private_in(text)) == ["boche.engine", "boche.engine.game", "hidden"]
