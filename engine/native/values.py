"""Expressions of the subset in C.

Python evaluates from left to right, C in any order. So a call that changes something becomes a
statement of its own before the expression, and what stands left of it and reads arrays is kept in
a variable first.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np

from boche.engine.native.kinds import (
    BOOL,
    C_NAMES,
    F32,
    F64,
    I64,
    NONE,
    U64,
    Array,
    Kind,
    Record,
)
from boche.engine.native.program import Program, array_kind, number
from boche.engine.native.sources import BUILTINS, Source

FLOATS = (F32, F64)


@dataclass(frozen=True)
class Value:
    """An expression in C, and what is known of it.

    ``constant`` is its value if it is the same always; ``thing`` what is no value in C: a module,
    a function, a class. ``kind`` is None as long as it is not known. ``natural`` says that an
    integer is not negative, ``reads`` that it reads arrays, ``fixed`` that it is a tuple whose
    address stays good.
    """

    code: str
    kind: Kind | None
    constant: Any = None
    thing: Any = None
    natural: bool = False
    reads: bool = False
    fixed: bool = False


class Values:
    """The names and constants in one function, and what becomes of values."""

    def __init__(self, program: Program, source: Source) -> None:
        self.program, self.source = program, source
        self.out: list[str] = []
        self.locals: dict[str, Value] = {}
        self.writes = self.raises = self.fails = False
        self.calls: list[str] = []
        self._temporaries = 0
        self.declared: list[str] = []

    # -- helpers

    def refuse(self, node: ast.AST, what: str) -> Exception:
        return self.source.refuse(node, what)

    def temporary(self, kind: Kind) -> str:
        self._temporaries += 1
        name = f"x{self._temporaries}"
        self.declared.append(self.declaration(name, kind))
        return name

    def declaration(self, name: str, kind: Kind) -> str:
        # With checks, an array that was never assigned is one without elements.
        empty = " = {0};" if self.program.checked else ";"
        return f"{self.program.c(kind)} {name}" + (" = 0;" if isinstance(kind, str) else empty)

    def keep(self, value: Value, at: int | None = None) -> Value:
        """Keep a value in a variable, at a place among the statements; by default the end."""
        if value.kind is None or value.kind == NONE:
            return value
        name = self.temporary(value.kind)
        self.out.insert(len(self.out) if at is None else at, f"{name} = {value.code};")
        return replace(value, code=name, reads=False, fixed=True)

    def in_order(self, nodes: Sequence[ast.expr]) -> list[Value]:
        """Evaluate expressions from left to right."""
        found: list[tuple[Value, int]] = []
        for node in nodes:
            before = len(self.out)
            value = self.value(node)
            if len(self.out) > before:
                moved = 0
                for i, (other, at) in enumerate(found):
                    found[i] = (other, at + moved)
                    if other.reads:
                        found[i] = (self.keep(other, at + moved), at + moved)
                        moved += 1
            found.append((value, len(self.out)))
        return [value for value, _ in found]

    def cast(self, value: Value, kind: Kind | None, node: ast.AST) -> str:
        """Return a value's code as another kind."""
        if kind is None or value.kind is None or value.kind == kind:
            return value.code
        if isinstance(kind, Record) and isinstance(value.kind, Record):
            return self._cast_record(value, kind, node)
        if not isinstance(kind, str) or not isinstance(value.kind, str):
            raise self.refuse(node, f"{value.kind} in the place of {kind}")
        if value.constant is not None and kind != BOOL and value.kind != BOOL:
            return number(value.constant, kind)
        return f"({C_NAMES[kind]})({value.code})"

    def _cast_record(self, value: Value, kind: Record, node: ast.AST) -> str:
        if not isinstance(value.kind, Record) or value.kind.fields != kind.fields:
            raise self.refuse(node, f"{value.kind} in the place of {kind}")
        parts = (
            self.cast(self.field(value, name), part, node)
            for name, part in zip(kind.fields, kind.parts, strict=True)
        )
        return f"({self.program.c(kind)}){{{', '.join(parts)}}}"

    def condition(self, value: Value, node: ast.AST) -> str:
        """Return the code for a value's truth."""
        if value.constant is not None:
            return str(int(bool(value.constant)))
        if value.kind == BOOL or value.kind is None:
            return value.code
        if not isinstance(value.kind, str):
            raise self.refuse(node, f"the truth of {value.kind}")
        return f"({value.code} != 0)"

    def site(self, node: ast.AST, what: str) -> int:
        self.fails = True
        return self.program.site(self.source, getattr(node, "lineno", 0), what)

    # -- all kinds of nodes

    def value(self, node: ast.expr) -> Value:
        """Return an expression in C; statements that must come first are added to ``out``."""
        method: Callable[[Any], Value] | None = getattr(
            self, f"_{type(node).__name__.lower()}", None
        )
        if method is None:
            raise self.refuse(node, f"{type(node).__name__} is not in the compiled subset")
        return method(node)

    def scalar(self, node: ast.expr) -> Value:
        """Return an expression that is a number."""
        return self.checked_scalar(self.value(node), node)

    def checked_scalar(self, value: Value, node: ast.AST) -> Value:
        if value.thing is not None or value.kind == NONE or isinstance(value.kind, Array | Record):
            more = "; do it for each element, in a loop" if isinstance(value.kind, Array) else ""
            raise self.refuse(node, f"{value.kind or value.thing} where a number is needed{more}")
        return value

    def _constant(self, node: ast.Constant) -> Value:
        return self.of_object(node.value, node)

    def _name(self, node: ast.Name) -> Value:
        if node.id in self.locals:
            return self.locals[node.id]
        try:
            return self.of_object(self.program.scope.named(self.source, node.id), node)
        except KeyError:
            if node.id in BUILTINS:
                return Value("", None, thing=node.id)
            more = f"; Python's functions here are {', '.join(BUILTINS)}"
            more = more if hasattr(builtins, node.id) else ""
            raise self.refuse(node, f"the name {node.id!r} is unknown{more}") from None

    def _attribute(self, node: ast.Attribute) -> Value:
        base = self.value(node.value)
        if isinstance(base.thing, ModuleType):
            try:
                found = self.program.scope.attribute(base.thing, node.attr)
            except AttributeError as error:
                raise AttributeError(str(self.refuse(node, str(error)))) from error
            return self.of_object(found, node)
        if isinstance(base.kind, Array) and node.attr == "shape":
            sizes = tuple(f"{base.code}.n{i}" for i in range(base.kind.dimensions))
            parts = [Value(size, I64, natural=True) for size in sizes]
            return Value("", None, thing=parts)
        if isinstance(base.kind, Record) and node.attr in base.kind.fields:
            return self.field(base, node.attr)
        if base.kind is None and base.thing is None:
            return base
        raise self.refuse(node, f"no attribute {node.attr!r} of {base.kind or base.thing}")

    def field(self, base: Value, name: str) -> Value:
        """Return a field of a tuple."""
        assert isinstance(base.kind, Record)
        kind = base.kind.parts[base.kind.fields.index(name)]
        return Value(f"{base.code}.m_{name}", kind, fixed=base.fixed)

    def of_object(self, value: Any, node: ast.AST) -> Value:
        """Return a Python object as a constant, a table, or what can only be called or read."""
        if isinstance(value, bool | np.bool_):
            return Value(str(int(value)), BOOL, constant=bool(value), natural=True)
        if isinstance(value, np.floating | np.integer):
            kind = {np.uint64: U64, np.float32: F32, np.float64: F64}.get(type(value), I64)
            return self._number(value.item(), kind, node)
        if isinstance(value, int):
            return self._number(int(value), I64, node)
        if isinstance(value, float):
            return self._number(value, F64, node)
        if isinstance(value, np.ndarray):
            array = array_kind(value)
            table = self.program.table(value, array.element)
            sizes = ", ".join(map(str, value.shape))
            made = f"(({self.program.c(array)}){{(void *){table}, {sizes}}})"
            return Value(made, array, fixed=True)
        return Value("", None, thing=value)

    def _number(self, value: Any, kind: Kind, node: ast.AST) -> Value:
        try:
            code = number(value, str(kind))
        except OverflowError as error:
            raise self.refuse(node, f"{value} is not an int64") from error
        return Value(f"({code})" if value < 0 else code, kind, value, natural=value >= 0)
