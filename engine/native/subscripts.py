"""Elements, parts and slices of arrays, and items of tuples, in C."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import numpy as np

from boche.engine.native.kinds import (
    BOOL,
    F64,
    I64,
    READ,
    U64,
    Array,
    Record,
    is_named,
)
from boche.engine.native.operators import Operators
from boche.engine.native.program import narrowest
from boche.engine.native.values import Value


class Subscripts(Operators):
    """What stands in brackets in one function."""

    def _subscript(self, node: ast.Subscript) -> Value:
        base = self.value(node.value)
        of_tuple = isinstance(base.thing, list | tuple) and not is_named(base.thing)
        if isinstance(node.slice, ast.Slice) and (of_tuple or isinstance(base.kind, Record)):
            raise self.refuse(node, "a slice of a tuple; take its items by their indices")
        if of_tuple:
            return self._from_tuple(base.thing, node)
        if isinstance(base.kind, Record):
            return self._from_record(base, node)
        if isinstance(node.slice, ast.Slice):
            return self._slice(base, node)
        if base.kind is None and base.thing is None:
            return Value("0", None)
        if not isinstance(base.kind, Array):
            raise self.refuse(node, f"an index of {base.kind or base.thing}")
        return self.element(base, node)

    def indices(self, node: ast.Subscript) -> list[Value]:
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(isinstance(item, ast.Slice) for item in items):
            raise self.refuse(node, "a slice beside an index; write a[i][j:k] for a[i, j:k]")
        values = [self.checked_scalar(value, node) for value in self.in_order(items)]
        for value in values:
            if value.kind not in (I64, BOOL, None):
                raise self.refuse(node, f"an index of kind {value.kind}")
        return values

    def element(self, base: Value, node: ast.Subscript) -> Value:
        """Return an element of an array, or a part with fewer dimensions."""
        assert isinstance(base.kind, Array)
        values = self.indices(node)
        if len(values) > base.kind.dimensions:
            raise self.refuse(node, f"{len(values)} indices of {base.kind}")
        if len(values) < base.kind.dimensions:
            return self.part(base, values, node)
        place = self.place(base, values, node)
        kind = READ.get(base.kind.element, base.kind.element)
        code = place if kind == base.kind.element else f"(int64_t){place}"
        natural = base.kind.element in ("u8", "u16", "u32", "u64", "b")
        return Value(code, kind, natural=natural, reads=True)

    def place(self, base: Value, values: Sequence[Value], node: ast.AST) -> str:
        """Return the place of an element in C, which may be assigned to."""
        assert isinstance(base.kind, Array)
        if self.program.checked:
            site = self.site(node, "IndexError")
            name = self.program.c(base.kind)
            passed = ", ".join(value.code for value in values)
            return f"(*at_{name}({base.code}, {passed}, st, {site}))"
        return f"{base.code}.d[{self._offset(base.code, values)}]"

    def _offset(self, code: str, values: Sequence[Value]) -> str:
        at = ""
        for k, value in enumerate(values):
            index = value.code if value.natural else f"ix({value.code}, {code}.n{k})"
            at = f"({at}) * {code}.n{k} + {index}" if at else index
        return at

    def part(self, base: Value, values: Sequence[Value], node: ast.AST) -> Value:
        """Return a part of an array with fewer dimensions."""
        whole = base.kind
        assert isinstance(whole, Array)
        if not base.fixed:
            base = self.keep(base)
        given, code = len(values), base.code
        kind = Array(whole.element, whole.dimensions - given)
        sizes = [f"{code}.n{k}" for k in range(given, whole.dimensions)]
        if self.program.checked:
            passed = ", ".join(value.code for value in values)
            name = self.program.c(whole)
            site = self.site(node, "IndexError")
            at = self.temporary(I64)
            self.out.append(f"{at} = in{given}_{name}({code}, {passed}, st, {site});")
            sizes[0] = f"({at} < 0 ? 0 : {sizes[0]})"
            offset = f"({at} < 0 ? 0 : {at})"
        else:
            offset = self._offset(code, values)
        step = " * ".join(f"{code}.n{k}" for k in range(given, whole.dimensions))
        text = f"({self.program.c(kind)}){{{code}.d + ({offset}) * {step}, {', '.join(sizes)}}}"
        return Value(text, kind, reads=any(value.reads for value in values))

    def _slice(self, base: Value, node: ast.Subscript) -> Value:
        """Return a slice of an array with one dimension: out of range means less, or nothing."""
        assert isinstance(node.slice, ast.Slice)
        kind = base.kind
        if kind is None:
            return base
        if node.slice.step:
            raise self.refuse(node, "a slice with a step; loop over range(first, last, step)")
        if not isinstance(kind, Array):
            raise self.refuse(node, f"a slice of {kind or base.thing}")
        if kind.dimensions > 1:
            raise self.refuse(node, f"a slice of {kind}; loop over range(...), and index each row")
        if not base.fixed:
            base = self.keep(base)
        size, ends = f"{base.code}.n0", []
        given = [end for end in (node.slice.lower, node.slice.upper) if end is not None]
        values = iter(self.in_order(given))
        for end, default in ((node.slice.lower, "0"), (node.slice.upper, size)):
            name = self.temporary(I64)
            if end is None:
                self.out.append(f"{name} = {default};")
            else:
                value = self.checked_scalar(next(values), node)
                # With checks, not even a sum that went beyond 64 bits is below 0.
                natural = value.natural and not self.program.checked
                first = value.code if natural else f"ix({value.code}, {size})"
                self.out.append(f"{name} = {first};")
                low = "" if natural else f"if ({name} < 0) {name} = 0; "
                self.out.append(f"{low}if ({name} > {size}) {name} = {size};")
            ends.append(name)
        first, last = ends
        length = f"{last} > {first} ? {last} - {first} : 0"
        code = f"({self.program.c(kind)}){{{base.code}.d + {first}, {length}}}"
        return self.keep(Value(code, kind))

    def _from_tuple(self, values: Any, node: ast.Subscript) -> Value:
        index = self.scalar(node.slice)
        if index.constant is not None:
            try:
                found = values[index.constant]
            except IndexError as error:
                raise self.refuse(node, str(error)) from error
            return found if isinstance(found, Value) else self.of_object(found, node)
        if all(isinstance(v, int | np.integer) and not isinstance(v, bool) for v in values):
            items = [int(v) for v in values]
            unsigned = any(isinstance(v, np.uint64) for v in values)
            element = "u64" if unsigned else narrowest(items)
            natural, kind = min(items) >= 0, U64 if unsigned else I64
        elif all(isinstance(v, float) for v in values):
            items, element, natural, kind = list(values), F64, False, F64
        else:
            raise self.refuse(node, "an index of a tuple that has more than numbers of one kind")
        table = self.program.table(items, element)
        at = self._bounded(index, len(items), node)
        code = f"{table}[{at}]" if kind == element else f"(int64_t){table}[{at}]"
        return Value(code, kind, natural=natural, reads=index.reads)

    def _bounded(self, index: Value, size: int, node: ast.AST) -> str:
        """Return an index of something with a size that is known."""
        at = index.code if index.natural else f"ix({index.code}, {size})"
        if not self.program.checked:
            return at
        name = self.temporary(I64)
        self.out.append(f"{name} = ix({index.code}, {size});")
        site = self.site(node, "IndexError")
        self.out.append(f"if ({name} < 0 || {name} >= {size}) {{ *st = {site}; {name} = 0; }}")
        return name

    def _from_record(self, base: Value, node: ast.Subscript) -> Value:
        assert isinstance(base.kind, Record)
        index = self.scalar(node.slice)
        if isinstance(index.constant, int) and index.constant < len(base.kind.fields):
            return self.field(base, base.kind.fields[index.constant])
        first = base.kind.parts[0]
        if any(part != first for part in base.kind.parts) or isinstance(first, str):
            raise self.refuse(node, "an index of a tuple whose parts are not arrays of one kind")
        at = self._bounded(index, len(base.kind.fields), node)
        code = f"(&{base.code}.m_{base.kind.fields[0]})[{at}]"
        return Value(code, first, fixed=base.fixed)
