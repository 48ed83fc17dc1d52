"""Functions to translate: their syntax trees, and what the names in them stand for."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from boche.engine.errors import BocheError


class UntranslatableError(BocheError):
    """A construct that the compiled subset of Python does not have."""


class Source(NamedTuple):
    """A function's syntax tree, the globals it sees, and the file that it comes from."""

    tree: ast.FunctionDef
    names: Mapping[str, Any]
    module: str
    file: str

    def refuse(self, node: ast.AST, what: str) -> UntranslatableError:
        """Return the error that says what is not possible, and where."""
        line = getattr(node, "lineno", self.tree.lineno)
        return UntranslatableError(f"{self.file}:{line}: in {self.tree.name}: {what}")


class Scope:
    """What the names in one program's functions stand for.

    ``replaced`` has modules and functions, by their dotted names, in whose place others are used:
    a game's own module ``search`` for the interface that the tree search is written against.
    """

    def __init__(self, replaced: Mapping[str, Any]) -> None:
        self.replaced = dict(replaced)

    def named(self, source: Source, name: str) -> Any:
        """Return the value of a global name. Raises ``KeyError``."""
        return self._replacement(f"{source.module}.{name}", source.names[name])

    def attribute(self, module: ModuleType, name: str) -> Any:
        """Return a module's attribute. Raises ``AttributeError``."""
        for own, other in self.replaced.items():
            # A constant that a game's module does not repeat is that of the interface.
            if other is module and name.isupper() and not hasattr(module, name):
                return getattr(_module(own), name)
        return self._replacement(f"{module.__name__}.{name}", getattr(module, name))

    def _replacement(self, path: str, value: Any) -> Any:
        if path in self.replaced:
            return self.replaced[path]
        if isinstance(value, ModuleType):
            return self.replaced.get(value.__name__, value)
        return value


def _module(name: str) -> ModuleType:
    import importlib

    return importlib.import_module(name)


@cache
def source_of(function: FunctionType) -> Source:
    """Return a function's source. Raises ``UntranslatableError`` if it is not at hand.

    Made from text, it must have that text in its globals as ``__source__``.
    """
    code, names = function.__code__, function.__globals__
    text = names.get("__source__")
    trees = _functions(code.co_filename) if text is None else _parsed(text)
    tree = trees.get((function.__name__, code.co_firstlineno))
    if tree is None:
        raise UntranslatableError(
            f"{code.co_filename}:{code.co_firstlineno}: {function.__name__} is not a plain function"
        )
    return Source(tree, names, str(names.get("__name__", "")), code.co_filename)


def _functions(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    try:
        with open(file, encoding="utf-8") as lines:
            return _parsed(lines.read())
    except OSError as error:
        raise UntranslatableError(f"{file}: its source is not here: {error}") from error


@cache
def _parsed(text: str) -> dict[tuple[str, int], ast.FunctionDef]:
    found = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    return {(node.name, node.lineno): node for node in found if not node.decorator_list}


BUILTINS: Mapping[str, str] = {
    name: name for name in ("abs", "bool", "float", "int", "len", "max", "min", "range", "round")
}

WORDS: Mapping[Any, str] = {
    math.sqrt: "sqrt", math.log: "log", math.exp: "exp",
    np.uint64: "uint64", np.int64: "int64", np.float32: "float32", np.float64: "float64",
    np.int8: "int8", np.int16: "int16", np.int32: "int32", np.uint8: "uint8",
    np.uint16: "uint16", np.uint32: "uint32",
}  # fmt: skip
"""Functions of other modules that have a meaning of their own."""
