"""Operators of the subset in C."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from boche.engine.native.kinds import (
    BOOL,
    F32,
    F64,
    I64,
    U64,
    Kind,
    Record,
    joined,
    tuple_of,
)
from boche.engine.native.values import FLOATS, Value, Values

SIGNS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


class Operators(Values):
    """The operators in one function."""

    def _binop(self, node: ast.BinOp) -> Value:
        left, right = (self.checked_scalar(v, node) for v in self.in_order([node.left, node.right]))
        return self.operate(node.op, left, right, node)

    def operate(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        """Return the result of an operator."""
        if left.kind is None or right.kind is None:
            return Value("0", None)
        both = {str(left.kind), str(right.kind)}
        reads = left.reads or right.reads
        natural = left.natural and right.natural
        if U64 in both and both != {U64} and not both & set(FLOATS):
            raise self.refuse(node, "uint64 with another integer: convert one of them")
        if isinstance(op, ast.Pow):
            return self._power(left, right, node)
        if isinstance(op, ast.Div):
            kind: Kind = F32 if both == {F32} else F64
            code = f"({self.cast(left, kind, node)} / {self.cast(right, kind, node)})"
            return Value(code, kind, reads=reads)
        if both & set(FLOATS) and not isinstance(op, ast.Add | ast.Sub | ast.Mult):
            raise self.refuse(node, f"{type(op).__name__} of floating-point numbers")
        if isinstance(op, ast.FloorDiv | ast.Mod):
            return self._divide(op, left, right, node)
        if isinstance(op, ast.LShift | ast.RShift):
            return self._shift(op, left, right, node)
        bits = isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor)
        if both == {BOOL} and bits:
            code = f"({left.code} {SIGNS[type(op)]} {right.code})"
            return Value(code, BOOL, natural=True, reads=reads)
        kind = F32 if both == {F32} else F64 if both & set(FLOATS) else U64 if U64 in both else I64
        one, two = self.cast(left, kind, node), self.cast(right, kind, node)
        natural = self._is_natural(op, left, right)
        folded = self._folded(op, left, right, kind)
        if folded is not None:
            return self._number(folded, kind, node)
        return Value(f"({one} {SIGNS[type(op)]} {two})", kind, natural=natural, reads=reads)

    def _is_natural(self, op: ast.operator, left: Value, right: Value) -> bool:
        if isinstance(op, ast.BitAnd):
            return left.natural or right.natural
        return left.natural and right.natural and not isinstance(op, ast.Sub)

    def _folded(self, op: ast.operator, left: Value, right: Value, kind: Kind) -> Any:
        if kind != I64 or left.constant is None or right.constant is None:
            return None
        one, two = int(left.constant), int(right.constant)
        value = {
            ast.Add: one + two, ast.Sub: one - two, ast.Mult: one * two,
            ast.BitAnd: one & two, ast.BitOr: one | two, ast.BitXor: one ^ two,
        }[type(op)]  # fmt: skip
        return value if -(2**63) < value < 2**63 else None

    def _power(self, left: Value, right: Value, node: ast.AST) -> Value:
        if right.constant not in (2, 3, 4) or right.kind != I64:
            raise self.refuse(node, "a power other than the second, third or fourth")
        base = left if left.constant is not None else self.keep(left)
        result = base
        for _ in range(right.constant - 1):
            result = self.operate(ast.Mult(), result, base, node)
        return result

    def _divide(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        natural, reads = left.natural and right.natural, left.reads or right.reads
        floor = isinstance(op, ast.FloorDiv)
        if U64 in (left.kind, right.kind):
            code = f"{'udiv' if floor else 'umod'}({left.code}, {right.code})"
            return Value(code, U64, natural=True, reads=reads)
        by = right.constant
        if isinstance(by, int) and by > 0:
            natural = left.natural or not floor
            if by & (by - 1) == 0:
                how = f">> {by.bit_length() - 1}" if floor else f"& {by - 1}"
                return Value(f"({left.code} {how})", I64, natural=natural, reads=reads)
            if left.natural:
                code = f"({left.code} {'/' if floor else '%'} {right.code})"
                return Value(code, I64, natural=natural, reads=reads)
            name = "fdiv_p" if floor else "fmod_p"
        else:
            name = "fdiv" if floor else "fmod_"
        code = f"{name}({left.code}, {right.code})"
        return Value(code, I64, natural=natural, reads=reads)

    def _shift(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        kind = U64 if left.kind == U64 else I64
        natural, reads = left.natural, left.reads or right.reads
        up, by = isinstance(op, ast.LShift), right.code
        if isinstance(right.constant, int) and 0 <= right.constant < 64:
            if up and kind == I64 and isinstance(left.constant, int):
                value = left.constant << right.constant
                if -(2**63) < value < 2**63:
                    return self._number(value, I64, node)
            if up and kind == I64:
                code = f"((int64_t)((uint64_t){left.code} << {by}))"
            else:
                code = f"({self.cast(left, kind, node)} {'<<' if up else '>>'} {by})"
        elif kind == U64:
            code = f"({left.code} {'<<' if up else '>>'} ({by} & 63))"
        else:
            code = f"{'shl' if up else 'shr'}({left.code}, {by})"
        return Value(code, kind, natural=natural, reads=reads)

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            value = self.test(node.operand)
            constant = None if value.constant is None else not value.constant
            return Value(f"(!{value.code})", BOOL, constant, natural=True, reads=value.reads)
        value = self.scalar(node.operand)
        if value.kind is None or isinstance(node.op, ast.UAdd):
            return value
        kind = I64 if value.kind == BOOL else value.kind
        if isinstance(node.op, ast.USub) and value.constant is not None:
            return self._number(-value.constant, kind, node)
        sign = "-" if isinstance(node.op, ast.USub) else "~"
        if sign == "~" and kind in FLOATS:
            raise self.refuse(node, "~ of a floating-point number")
        if sign == "~" and value.constant is not None and kind == I64:
            return self._number(~value.constant, kind, node)
        return Value(f"({sign}{self.cast(value, kind, node)})", kind, reads=value.reads)

    def test(self, node: ast.expr) -> Value:
        """Return an expression's truth."""
        if isinstance(node, ast.BoolOp):
            return self._any_or_all(node)
        value = self.scalar(node)
        return replace(value, code=self.condition(value, node), kind=BOOL, natural=True)

    def _boolop(self, node: ast.BoolOp) -> Value:
        for value in node.values:
            before = len(self.out), len(self.declared)
            if self.scalar(value).kind not in (BOOL, None):
                raise self.refuse(value, "'and' or 'or' of numbers, except as a condition")
            del self.out[before[0] :], self.declared[before[1] :]
        return self._any_or_all(node)

    def _any_or_all(self, node: ast.BoolOp) -> Value:
        """Return the truth of ``and`` or ``or``."""
        word = "&&" if isinstance(node.op, ast.And) else "||"
        first = self.test(node.values[0])
        code, reads = first.code, first.reads
        for other in node.values[1:]:
            before, self.out = self.out, []
            value = self.test(other)
            inner, self.out = self.out, before
            reads = reads or value.reads
            if inner:
                name = self.temporary(BOOL)
                test = name if word == "&&" else f"!{name}"
                self.out += [f"{name} = {code};", f"if ({test}) {{", *inner]
                self.out.append(f"{name} = {value.code}; }}")
                code, reads = name, False
            else:
                code = f"({code} {word} {value.code})"
        return Value(code, BOOL, natural=True, reads=reads)

    def _compare(self, node: ast.Compare) -> Value:
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._contains(node)
        values = [
            self.checked_scalar(value, node)
            for value in self.in_order([node.left, *node.comparators])
        ]
        for i in range(1, len(values) - 1):
            if values[i].constant is None:
                values[i] = self.keep(values[i])
        pairs = [
            self._compared(op, values[i], values[i + 1], node) for i, op in enumerate(node.ops)
        ]
        reads = any(value.reads for value in values)
        code = pairs[0] if len(pairs) == 1 else f"({' && '.join(pairs)})"
        return Value(code, BOOL, natural=True, reads=reads)

    def _compared(self, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> str:
        if type(op) not in SIGNS:
            raise self.refuse(node, f"{type(op).__name__} is not in the compiled subset")
        both = {left.kind, right.kind}
        one, two = left.code, right.code
        if U64 in both and both != {U64} and None not in both:
            if not any(
                v.kind == I64 and v.constant is not None and v.natural for v in (left, right)
            ):
                raise self.refuse(node, "uint64 compared with another number: convert one of them")
            one, two = self.cast(left, U64, node), self.cast(right, U64, node)
        elif (both & set(FLOATS) and both & {I64, BOOL}) or both == {F32, F64}:
            one, two = self.cast(left, F64, node), self.cast(right, F64, node)
        return f"({one} {SIGNS[type(op)]} {two})"

    def _contains(self, node: ast.Compare) -> Value:
        wanted, inside = node.left, node.comparators[0]
        if not isinstance(inside, ast.Tuple):
            raise self.refuse(node, "'in' is for a tuple written out")
        left, *others = (
            self.checked_scalar(value, node) for value in self.in_order([wanted, *inside.elts])
        )
        if left.constant is None:
            left = self.keep(left)
        tests = (self._compared(ast.Eq(), left, other, node) for other in others)
        code = f"({' || '.join(tests)})"
        if isinstance(node.ops[0], ast.NotIn):
            code = f"(!{code})"
        return Value(code, BOOL, natural=True, reads=any(other.reads for other in others))

    def _ifexp(self, node: ast.IfExp) -> Value:
        test = self.test(node.test)
        if test.constant is not None:
            return self.value(node.body if test.constant else node.orelse)
        found: list[tuple[Value, list[str]]] = []
        for branch in (node.body, node.orelse):
            before, self.out = self.out, []
            found.append((self.value(branch), self.out))
            self.out = before
        (yes, first), (no, second) = found
        kind = joined(yes.kind, no.kind)
        if kind is None:
            if yes.kind is None and no.kind is None and yes.thing is None and no.thing is None:
                return yes
            raise self.refuse(node, f"either {yes.kind or yes.thing} or {no.kind or no.thing}")
        one, two = self.cast(yes, kind, node), self.cast(no, kind, node)
        condition = test.code
        natural = yes.natural and no.natural
        if first or second:
            name = self.temporary(kind)
            self.out += [f"if ({condition}) {{", *first, f"{name} = {one}; }} else {{"]
            self.out += [*second, f"{name} = {two}; }}"]
            return Value(name, kind, natural=natural, fixed=True)
        reads = test.reads or yes.reads or no.reads
        value = Value(f"({condition} ? {one} : {two})", kind, natural=natural, reads=reads)
        return self.keep(value) if isinstance(kind, Record) else value

    def _tuple(self, node: ast.Tuple) -> Value:
        values = self.in_order(node.elts)
        if any(value.thing is not None for value in values):
            return Value("", None, thing=values)
        kinds = [value.kind for value in values]
        known = tuple(kind for kind in kinds if kind is not None)
        if len(known) < len(kinds):
            return Value("", None)
        return self.record(tuple_of(known), values, node)

    def record(self, kind: Record, values: Sequence[Value], node: ast.AST) -> Value:
        """Return a tuple made of values."""
        pairs = zip(values, kind.parts, strict=True)
        parts = ", ".join(self.cast(value, part, node) for value, part in pairs)
        return Value(f"({self.program.c(kind)}){{{parts}}}", kind, reads=True)
