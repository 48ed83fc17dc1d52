"""Calls of the subset in C: of functions of the program, and of words with a meaning."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import FunctionType

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
    class_name,
    is_named,
    joined,
    plain_class,
)
from boche.engine.native.program import Function
from boche.engine.native.sources import WORDS
from boche.engine.native.subscripts import Subscripts
from boche.engine.native.values import FLOATS, Value


class Expressions(Subscripts):
    """The expressions of one function."""

    def _call(self, node: ast.Call) -> Value:
        called = self.value(node.func).thing
        if isinstance(called, type) and is_named(called):
            return self._construct(called, node)
        if called == "bool" and len(node.args) == 1 and not node.keywords:
            return self.test(node.args[0])
        if node.keywords:
            raise self.refuse(node, "a call with keywords")
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            raise self.refuse(node, "a call with *")
        values = self.in_order(node.args)
        if isinstance(called, FunctionType):
            return self.called(called, values, node)
        try:
            word = called if isinstance(called, str) else WORDS.get(called)
        except TypeError:
            word = None
        if word is None:
            raise self.refuse(node, f"a call of {ast.unparse(node.func)}")
        if any(
            value.kind is None and not isinstance(value.thing, list | tuple) for value in values
        ):
            if any(value.thing is not None for value in values) and word != "len":
                raise self.refuse(node, f"{word} of what is not a number")
            if word != "len":
                return Value("0", None)
        return self._word(word, values, node)

    def _construct(self, made: type, node: ast.Call) -> Value:
        names = plain_class(made)._fields  # type: ignore[attr-defined]
        given = {word.arg: word.value for word in node.keywords}
        nodes = [*node.args, *given.values()]
        values = dict(zip([*names[: len(node.args)], *given], self.in_order(nodes), strict=True))
        if set(values) != set(names):
            raise self.refuse(node, f"{made.__name__} without all of its fields")
        kinds = [values[name].kind for name in names]
        known = tuple(kind for kind in kinds if kind is not None)
        if len(known) < len(kinds):
            return Value("", None)
        kind = Record(class_name(made), tuple(names), known)
        return self.record(kind, [values[name] for name in names], node)

    def called(self, function: FunctionType, values: list[Value], node: ast.Call) -> Value:
        """Return the result of a function of the program."""
        values += self._defaults(function, len(values), node)
        kinds = tuple(value.kind for value in values)
        for value in values:
            if value.thing is not None:
                raise self.refuse(node, f"{value.thing!r} as an argument")
        known = tuple(kind for kind in kinds if kind is not None)
        if len(known) < len(kinds):
            return Value("0", None)
        made = self.program.function(function, known)
        self.calls.append(made.name)
        self.writes, self.raises = self.writes or made.writes, self.raises or made.raises
        code = self._passed(made, values)
        return self._result(made, code)

    def _defaults(self, function: FunctionType, given: int, node: ast.AST) -> list[Value]:
        wanted = function.__code__.co_argcount
        defaults = function.__defaults__ or ()
        missing = wanted - given
        if not 0 <= missing <= len(defaults):
            raise self.refuse(node, f"{given} arguments for {function.__name__}, not {wanted}")
        return [self.of_object(value, node) for value in defaults[len(defaults) - missing :]]

    def _passed(self, made: Function, values: Sequence[Value]) -> str:
        passed = []
        for value in values:
            passed.append(f"&{value.code}" if isinstance(value.kind, Record) else value.code)
        if self.program.checked or made.raises:
            passed.append("st")
        return f"{made.name}({', '.join(passed)})"

    def _result(self, made: Function, code: str) -> Value:
        if made.returns == NONE:
            self.out.append(f"{code};")
            self._look_at_status(made)
            return Value("", NONE)
        value = Value(code, made.returns, reads=True)
        if made.writes or made.raises or isinstance(made.returns, Record):
            value = self.keep(value)
            self._look_at_status(made)
        return value

    def _look_at_status(self, made: Function) -> None:
        if made.raises:
            self.out.append("if (*st) goto failed;")
            self.fails = True

    def _word(self, word: str, values: Sequence[Value], node: ast.Call) -> Value:
        if word == "len":
            return self._length(values[0], node)
        for value in values:
            self.checked_scalar(value, node)
        if word in ("min", "max"):
            return self._extreme(word, values, node)
        if len(values) != 1:
            raise self.refuse(node, f"{word} of {len(values)} arguments")
        [value] = values
        if word in ("sqrt", "log", "exp", "abs", "round"):
            return self._of_float(word, value, node)
        kind = {
            "float": F64, "bool": BOOL, "float32": F32, "float64": F64, "uint64": U64,
        }.get(word, I64)  # fmt: skip
        code = self.cast(value, kind, node)
        if kind in (I64, U64) and value.kind in FLOATS:
            code = f"({C_NAMES[kind]})whole({value.code})"
        if word not in ("int", "int64") and kind == I64:
            code = f"(int64_t)({C_NAMES[word.replace('uint', 'u').replace('int', 'i')]})({code})"
        natural = (
            kind == U64 or word.startswith("uint") or (value.natural and word in ("int", "int64"))
        )
        constant = value.constant if kind in (I64, U64) and value.kind in (I64, U64) else None
        return Value(code, kind, constant=constant, natural=natural, reads=value.reads)

    def _length(self, value: Value, node: ast.AST) -> Value:
        if isinstance(value.kind, Array):
            return Value(f"{value.code}.n0", I64, natural=True)
        if isinstance(value.kind, Record):
            return self.of_object(len(value.kind.fields), node)
        if isinstance(value.thing, list | tuple):
            return self.of_object(len(value.thing), node)
        if value.kind is None and value.thing is None:
            return value
        raise self.refuse(node, f"the length of {value.kind or value.thing}")

    def _extreme(self, word: str, values: Sequence[Value], node: ast.AST) -> Value:
        if len(values) < 2:
            raise self.refuse(node, f"{word} of one argument")
        kind: Kind | None = None
        for value in values:
            kind = joined(kind, I64 if value.kind == BOOL else value.kind)
            if kind is None:
                raise self.refuse(node, f"{word} of uint64 and another number")
        code = self.cast(values[0], kind, node)
        for value in values[1:]:
            code = f"{word}_{kind}({code}, {self.cast(value, kind, node)})"
        some = any(value.natural for value in values)
        natural = some if word == "max" else all(value.natural for value in values)
        return Value(code, kind, natural=natural, reads=any(value.reads for value in values))

    def _of_float(self, word: str, value: Value, node: ast.AST) -> Value:
        kind = value.kind
        if word == "abs":
            kind = I64 if kind == BOOL else kind
            if kind == U64:
                return value
            return Value(f"abs_{kind}({value.code})", kind, natural=kind == I64, reads=value.reads)
        if word == "round":
            if kind not in FLOATS:
                return value
            return Value(f"rounded({value.code})", I64, reads=value.reads)
        if word == "sqrt" and kind == F32:
            return Value(f"SQRTF({value.code})", F32, reads=value.reads)
        name = {"sqrt": "SQRT", "log": "log_", "exp": "exp_"}[word]
        return Value(f"{name}({self.cast(value, F64, node)})", F64, reads=value.reads)
