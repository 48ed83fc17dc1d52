"""The package's public names: what ``import boche`` gives, and what it loads."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

import boche
from tests import ROOT

SOURCE = ast.parse((ROOT / "boche" / "__init__.py").read_text(encoding="utf-8"))
HOMES: dict[str, str] = next(
    ast.literal_eval(node.value)
    for node in SOURCE.body
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_HOMES"
)


def loaded(code: str) -> set[str]:
    """Return the modules that a program has loaded after its own ``code``."""
    program = f"{code}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return set(done.stdout.split())


def test_the_package_alone_loads_next_to_nothing() -> None:
    more = loaded("import boche") - loaded("import json, dataclasses, pathlib")
    assert {name for name in more if "typing" not in name} <= {"boche", "__future__"}


def test_a_position_needs_neither_numpy_nor_graphics() -> None:
    modules = loaded("import boche\np = boche.new('boche').play('c:a1')\nstr(p), p.legal_moves()")
    assert not {"numpy", "moderngl", "pyglet", "PIL"} & modules
    assert not {"boche.engine.games.octi.rules", "boche.viewer"} & modules


def test_every_public_name_is_there_once() -> None:
    assert boche.__all__ == sorted(set(boche.__all__), key=lambda name: (not name.isupper(), name))
    assert set(boche.__all__) == {*HOMES, "new"}
    for name in boche.__all__:
        assert getattr(boche, name) is not None
    assert {name for name in dir(boche) if not name.startswith("__")} == set(boche.__all__)
    with pytest.raises(AttributeError, match="module 'boche' has no attribute 'nothing'"):
        boche.nothing  # noqa: B018


def test_types_are_told_of_every_name() -> None:
    """What type checkers import is what the program gets."""
    block = next(node for node in SOURCE.body if isinstance(node, ast.If))
    told = {}
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        for alias in node.names:
            told[alias.asname or alias.name] = (node.module, alias.name)
    homes = {}
    for name, home in HOMES.items():
        module, _, original = home.partition(":")
        homes[name] = (f"boche.{module}", original or name)
    assert told == homes


def test_the_options_of_each_game_are_typed() -> None:
    overloads = [
        node
        for node in SOURCE.body
        if isinstance(node, ast.FunctionDef) and node.name == "new" and node.decorator_list
    ]
    typed = {}
    for node in overloads[:-1]:  # the last one is for any other game
        named = node.args.args[0].annotation
        assert isinstance(named, ast.Subscript)
        options = {a.arg: ast.unparse(a.annotation or named) for a in node.args.kwonlyargs}
        typed[ast.literal_eval(named.slice)] = options
    assert typed == {
        name: {
            option_name: "bool" if option.is_flag else "int"
            for option in game.options
            for option_name in (option.name, option.opposite)
            if option_name
        }
        for name, game in boche.GAMES.items()
    }


def test_the_default_game_is_the_first() -> None:
    assert boche.new() == boche.new(next(iter(boche.GAMES)))
    assert repr(boche.GAMES) == "<games: boche, che, boku, octi>"
    with pytest.raises(boche.UnknownGameError, match=r"unknown game 'go' \(choose from boche"):
        boche.new("go")
