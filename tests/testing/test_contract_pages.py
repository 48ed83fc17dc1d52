"""The pages on games of one's own name what there is: functions, their arguments, modules."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from types import FunctionType
from typing import Any

import pytest

from boche.engine.parts import form_of
from boche.testing.tutorial import blocks
from tests import ROOT

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
INTERFACES = {
    "rules": "boche.engine.plain_rules",
    "search": "boche.engine.search.interface",
    "learning": "boche.engine.learning.interface",
    "features": "boche.engine.search.features",
}
MODULE = re.compile(r"`(boche(?:\.\w+)*)`")


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def functions_in(module: Any) -> list[str]:
    """Return the functions that are defined in a module, as they are called, in their order."""
    own = [value for value in vars(module).values() if isinstance(value, FunctionType)]
    return [form_of(function) for function in own if function.__module__ == module.__name__]


@pytest.mark.parametrize("part", INTERFACES)
def test_the_functions_that_a_game_needs_are_in_the_table(part: str) -> None:
    rows = section("The functions of a game").partition(f"| `{part}` | ")[2]
    named = [re.match(r"`([^`]+)`", rows)] + [
        re.match(r"\| \| `([^`]+)`", line) for line in rows.splitlines()[1:]
    ]
    listed: list[str] = []
    for row in named:
        if row is None:
            break
        listed.append(row[1])
    module = import_module(INTERFACES[part])
    there = functions_in(module)
    names = getattr(module, "NEEDED", None)
    needed = [form for form in there if names is None or form.partition("(")[0] in names]
    assert set(listed) <= set(there)
    assert set(needed) <= set(listed)


def test_games_import_only_what_is_listed() -> None:
    listed = set(MODULE.findall(section("What a game may import")))
    for name in listed:
        import_module(name)
    y = ROOT / "tests" / "plugins" / "y"
    texts = [path.read_text("utf-8") for path in y.rglob("*.py")]
    texts += [block.text for block in blocks() if block.file.endswith(".py")]
    used = {
        node.module
        for text in texts
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("boche.")
    }
    assert len(used) > 15
    assert used - listed == set()
