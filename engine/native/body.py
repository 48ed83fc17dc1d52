"""Statements of the subset in C: the body of one function for arguments of given kinds.

Nothing says which types variables have. A body is translated again and again, with what became
known of its variables, until nothing new does; the last translation is the result.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import FunctionType
from typing import Any

from boche.engine.native.expressions import Expressions
from boche.engine.native.kinds import (
    BOOL,
    C_NAMES,
    I64,
    NONE,
    READ,
    Array,
    Kind,
    Record,
    joined,
    limits,
)
from boche.engine.native.program import SMALL, Function, Program
from boche.engine.native.sources import Scope, Source
from boche.engine.native.values import Value

MOST_ROUNDS = 20


OTHER_LOOP = (
    "a loop over something other than range(...) or a tuple; "
    "over an array, loop by its indices: range(len(...))"
)


class Body(Expressions):
    """The translation of one function."""

    def __init__(
        self,
        program: Program,
        source: Source,
        function: FunctionType,
        kinds: tuple[Kind, ...],
        name: str,
    ) -> None:
        super().__init__(program, source)
        self.name, self.kinds = name, kinds
        arguments = source.tree.args
        self.names = [argument.arg for argument in arguments.args]
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
            raise self.refuse(source.tree, "arguments other than plain ones")
        if len(self.names) != len(kinds):
            raise self.refuse(source.tree, f"{len(kinds)} arguments, not {len(self.names)}")
        self._known: dict[str, Value] = {}
        self._assigned = _assigned(source.tree)
        self._returned: list[Kind] = []
        self.returns: Kind | None = None
        self._loops = 0

    def function(self) -> Function:
        """Translate until the kinds of all variables are known."""
        for _ in range(MOST_ROUNDS):
            before = dict(self._known), self.returns
            self._translate()
            if (self._known, self.returns) == before:
                break
        else:
            raise self.refuse(self.source.tree, "the types of its variables do not settle")
        unknown = [name for name in self._assigned if name in self._known
                   and self._known[name].kind is None]  # fmt: skip
        if unknown:
            raise self.refuse(self.source.tree, f"the type of {unknown[0]!r} is unknown")
        return self._finished()

    def _translate(self) -> None:
        self.out, self.declared, self.calls = [], [], []
        self._temporaries = self._loops = 0
        self.writes = self.raises = self.fails = False
        self.locals = {}
        for name, kind in zip(self.names, self.kinds, strict=True):
            self.locals[name] = self._argument(name, kind)
        for name in self._assigned:
            known = self._known.setdefault(name, Value("", None, natural=True))
            if name in self.names:
                kinds = joined(self.locals[name].kind, known.kind)
                known = replace(known, kind=kinds, natural=False)
                self._known[name] = known
            self.locals[name] = replace(known, code=f"v_{name}", fixed=True)
        for statement in self.source.tree.body:
            self.statement(statement)
        self.locals = {}

    def _argument(self, name: str, kind: Kind) -> Value:
        if isinstance(kind, Record):
            return Value(f"(*p_{name})", kind, fixed=True)
        return Value(f"p_{name}", kind, natural=kind == BOOL, fixed=True)

    def _finished(self) -> Function:
        """Put the function together."""
        returns = self.returns or NONE
        passed = []
        for name, kind in zip(self.names, self.kinds, strict=True):
            by_address = isinstance(kind, Record)
            c = self.program.c(kind)
            passed.append(f"const {c} *restrict p_{name}" if by_address else f"{c} p_{name}")
        if self.program.checked or self.raises:
            passed.append("int64_t *restrict st")
        lines = []
        for name in self._assigned:
            known = self._known[name]
            if known.kind is not None and known.code != "alias":
                lines.append(self.declaration(f"v_{name}", known.kind))
                if name in self.names:
                    argument = self._argument(name, self.kinds[self.names.index(name)])
                    code = self.cast(argument, known.kind, self.source.tree)
                    lines.append(f"v_{name} = {code};")
        zero = self._zero(returns)
        end = f"failed: {zero}" if self.fails or self.raises else zero
        statements = sum(isinstance(node, ast.stmt) for node in ast.walk(self.source.tree))
        # Checks make functions long, and inlined they would take compilers minutes.
        small = statements <= SMALL and not self.program.checked
        head = f"{'INLINE' if small else 'static'} {self.program.c(returns)} {self.name}"
        body = "\n".join([*lines, *self.declared, *self.out, end])
        text = f"{head}({', '.join(passed) or 'void'}) {{\n{body}\n}}"
        return Function(self.name, returns, text, self.writes, self.raises, tuple(self.calls))

    def _zero(self, kind: Kind) -> str:
        if kind == NONE:
            return "return;"
        if isinstance(kind, str):
            return "return 0;"
        return f"{{ {self.program.c(kind)} none = {{0}}; return none; }}"

    # -- statements

    def statement(self, node: ast.stmt) -> None:
        method: Callable[[Any], None] | None = getattr(
            self, f"_{type(node).__name__.lower()}", None
        )
        if method is None:
            raise self.refuse(node, f"{type(node).__name__} is not in the compiled subset")
        method(node)

    def block(self, nodes: Sequence[ast.stmt]) -> None:
        for node in nodes:
            self.statement(node)

    def _pass(self, node: ast.Pass) -> None:
        self.out.append(";")

    def _break(self, node: ast.Break) -> None:
        self.out.append("break;")

    def _continue(self, node: ast.Continue) -> None:
        self.out.append("continue;")

    def _expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return
        value = self.value(node.value)
        if value.code:
            self.out.append(f"(void){value.code};")

    def _return(self, node: ast.Return) -> None:
        if node.value is None or (
            isinstance(node.value, ast.Constant) and node.value.value is None
        ):
            self._returns(NONE, node)
            self.out.append("return;")
            return
        value = self.value(node.value)
        if value.thing is not None or value.kind == NONE:
            raise self.refuse(node, "a return of what is not a value")
        if value.kind is None:
            return
        self._returns(value.kind, node)
        self.out.append(f"return {self.cast(value, self.returns, node)};")

    def _returns(self, kind: Kind, node: ast.AST) -> None:
        found = joined(self.returns, kind)
        if found is None:
            raise self.refuse(node, f"it returns {self.returns} and {kind}")
        self.returns = found

    def _raise(self, node: ast.Raise) -> None:
        self.raises = self.fails = True
        what = ast.unparse(node.exc) if node.exc is not None else "RuntimeError"
        self.out.append(f"*st = {self.site(node, what)}; goto failed;")

    def _if(self, node: ast.If) -> None:
        test = self.test(node.test)
        if test.constant is not None:
            self.block(node.body if test.constant else node.orelse)
            return
        self.out.append(f"if ({test.code}) {{")
        self.block(node.body)
        if node.orelse:
            self.out.append("} else {")
            self.block(node.orelse)
        self.out.append("}")

    def _while(self, node: ast.While) -> None:
        if node.orelse:
            raise self.refuse(node, "else after a loop")
        self.out.append("for (;;) {")
        self._watch()
        test = self.test(node.test)
        if not test.constant:
            self.out.append(f"if (!{test.code}) break;")
        self.block(node.body)
        self.out.append("}")

    def _watch(self) -> None:
        """With checks, leave a loop as soon as something failed."""
        if self.program.checked:
            self.fails = True
            self.out.append("if (*st) goto failed;")

    def _for(self, node: ast.For) -> None:
        call = node.iter
        if node.orelse:
            raise self.refuse(node, "else after a loop")
        if not isinstance(node.target, ast.Name):
            raise self.refuse(
                node,
                "a loop over several variables; loop over range(...), and take each by its index",
            )
        if not isinstance(call, ast.Call):
            self._over_tuple(node)
            return
        if self.value(call.func).thing != "range":
            raise self.refuse(node, OTHER_LOOP)
        bounds = [self.checked_scalar(value, node) for value in self.in_order(call.args)]
        if not 1 <= len(bounds) <= 3 or call.keywords:
            raise self.refuse(node, "range takes one to three numbers")
        if any(bound.kind not in (I64, BOOL, None) for bound in bounds):
            raise self.refuse(node, "range takes integers")
        zero = Value("0", I64, 0, natural=True)
        first, last = (zero, bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
        step = bounds[2] if len(bounds) == 3 else Value("1", I64, 1, natural=True)
        self._count(node, first, last, step)

    def _over_tuple(self, node: ast.For) -> None:
        """Loop over the numbers of a tuple."""
        if isinstance(node.iter, ast.Tuple):
            values = self.in_order(node.iter.elts)
        else:
            thing = self.value(node.iter).thing
            if not isinstance(thing, tuple) or not thing:
                raise self.refuse(node, OTHER_LOOP)
            values = [self.of_object(value, node) for value in thing]
        kind: Kind | None = None
        for value in values:
            self.checked_scalar(value, node)
            kind = joined(kind, value.kind)
        if kind is None:
            return
        self._loops += 1
        k, items = f"k{self._loops}", ", ".join(self.cast(value, kind, node) for value in values)
        self.out.append(f"{{ const {self.program.c(kind)} items{k}[] = {{{items}}};")
        self.out.append(f"for (int64_t {k} = 0; {k} < {len(values)}; {k}++) {{")
        self._watch()
        natural = all(value.natural for value in values)
        assert isinstance(node.target, ast.Name)
        self._assign_name(node.target, Value(f"items{k}[{k}]", kind, natural=natural), node)
        self.block(node.body)
        self.out.append("} }")

    def _count(self, node: ast.For, first: Value, last: Value, step: Value) -> None:
        self._loops += 1
        counter = f"k{self._loops}"
        first, last, step = (
            v if v.constant is not None else self.keep(v) for v in (first, last, step)
        )
        at, end, by = first.code or "0", last.code or "0", step.code or "1"
        if isinstance(step.constant, int):
            test = f"{counter} < {end}" if step.constant > 0 else f"{counter} > {end}"
            if step.constant == 0:
                raise self.refuse(node, "a step of 0")
        else:
            test = f"({by} > 0 ? {counter} < {end} : {by} < 0 && {counter} > {end})"
        natural = first.natural and bool(step.natural or last.natural)
        assert isinstance(node.target, ast.Name)
        self.out.append(f"for (int64_t {counter} = {at}; {test}; {counter} += {by}) {{")
        self._watch()
        self._assign_name(node.target, Value(counter, I64, natural=natural), node)
        self.block(node.body)
        self.out.append("}")

    # -- assignments

    def _assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, node.value, node)
            return
        value = self.value(node.value)
        if len(node.targets) > 1 and value.constant is None:
            value = self.keep(value)
        for each in node.targets:
            self.store(each, value, node)

    def _annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.store(node.target, self.value(node.value), node)

    def _unpack(self, target: ast.Tuple | ast.List, right: ast.expr, node: ast.AST) -> None:
        if isinstance(right, ast.Tuple):
            values = self.in_order(right.elts)
            if len(values) == len(target.elts):
                self._store_all(target, values, node)
                return
        whole = self.value(right)
        if whole.kind is None and whole.thing is None:
            for each in target.elts:
                self.store(each, whole, node)
            return
        if isinstance(whole.thing, tuple | list):
            values = [v if isinstance(v, Value) else self.of_object(v, node) for v in whole.thing]
        elif isinstance(whole.kind, Record):
            names = whole.kind.fields
            whole = whole if whole.fixed else self.keep(whole)
            values = [self.field(whole, name) for name in names]
        else:
            raise self.refuse(node, f"unpacking {whole.kind or whole.thing}")
        if len(values) != len(target.elts):
            raise self.refuse(node, f"{len(values)} values for {len(target.elts)} names")
        self._store_all(target, values, node)

    def _store_all(self, target: ast.Tuple | ast.List, values: list[Value], node: ast.AST) -> None:
        """Assign to several targets; all values are taken before any is changed."""
        names = {each.id for each in target.elts if isinstance(each, ast.Name)}
        used = {f"v_{name}" for name in names}
        plain = len(names) == len(target.elts)
        for i, value in enumerate(values):
            safe = plain and not any(name in value.code for name in used)
            if value.constant is None and value.thing is None and not safe and i < len(values):
                values[i] = self.keep(value)
        for each, value in zip(target.elts, values, strict=True):
            self.store(each, value, node)

    def store(self, target: ast.expr, value: Value, node: ast.AST) -> None:
        """Assign a value to a name or to an element."""
        if value.thing is not None or value.kind == NONE:
            raise self.refuse(node, f"an assignment of {value.thing or 'nothing'}")
        if isinstance(target, ast.Name):
            self._assign_name(target, value, node)
        elif isinstance(target, ast.Subscript):
            self._assign_element(target, value, node)
        else:
            raise self.refuse(node, f"an assignment to {ast.unparse(target)}")

    def _assign_name(self, target: ast.Name, value: Value, node: ast.AST) -> None:
        known = self._known[target.id]
        kind = joined(known.kind, value.kind)
        if kind is None and (known.kind is not None and value.kind is not None):
            raise self.refuse(node, f"{target.id!r} is {known.kind} and then {value.kind}")
        if isinstance(kind, Record) and value.code.startswith("(*p_") and self._is_once(target.id):
            # Tuples never change: a second name for a part of an argument.
            self.locals[target.id] = value
            self._known[target.id] = Value("alias", kind)
            return
        natural = known.natural and (value.natural or value.kind is None)
        self._known[target.id] = Value("", kind, natural=natural)
        self.locals[target.id] = replace(self.locals[target.id], kind=kind, natural=natural)
        if value.kind is not None:
            self.out.append(f"v_{target.id} = {self.cast(value, kind, node)};")

    def _is_once(self, name: str) -> bool:
        return self._assigned[name] == 1 and name not in self.names

    def _assign_element(self, target: ast.Subscript, value: Value, node: ast.AST) -> None:
        before = len(self.out)
        base = self.value(target.value)
        if base.kind is None and base.thing is None:
            return
        if not isinstance(base.kind, Array):
            raise self.refuse(node, f"an assignment to {ast.unparse(target)}")
        self.writes = True
        if isinstance(target.slice, ast.Slice):
            whole = target.slice.lower is target.slice.upper is target.slice.step is None
            self._fill(base if whole else self.value(target), value, node)
            return
        indices = self.indices(target)
        if len(self.out) > before and value.reads:
            value = self.keep(value, before)
        if len(indices) < base.kind.dimensions:
            self._fill(self.part(base, indices, target), value, node)
            return
        place = self.place(base, indices, target)
        self.out.append(f"{place} = {self._element(base.kind, value, node)};")

    def _element(self, kind: Array, value: Value, node: ast.AST) -> str:
        """Return a value as an element of an array."""
        if isinstance(value.kind, Array):
            raise self.refuse(
                node,
                f"{value.kind} as an element; copy an array by a loop: "
                "for i in range(len(source)): to[i] = source[i]",
            )
        if isinstance(value.kind, Record):
            raise self.refuse(node, f"{value.kind} as an element")
        if kind.element == BOOL:
            return self.condition(value, node)
        code = self.cast(value, READ.get(kind.element, kind.element), node)
        if value.kind in ("f32", "f64") and kind.element not in ("f32", "f64"):
            code = f"whole({value.code})"
        if kind.element not in READ:
            return code
        if self.program.checked and value.constant is None:
            low, high = limits(kind.element)
            code = f"fits({code}, {low}, {high}, st, {self.site(node, 'OverflowError')})"
        return f"({C_NAMES[kind.element]}){code}"

    def _fill(self, part: Value, value: Value, node: ast.AST) -> None:
        """Set all elements of a part of an array."""
        if part.kind is None or value.kind is None:
            return
        kind = part.kind
        assert isinstance(kind, Array)
        part, value = self.keep(part), self.keep(value)
        sizes = " * ".join(f"{part.code}.n{k}" for k in range(kind.dimensions))
        self._loops += 1
        k = f"k{self._loops}"
        code = self._element(kind, value, node)
        self.out.append(f"for (int64_t {k} = 0; {k} < {sizes}; {k}++) {part.code}.d[{k}] = {code};")

    def _augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            left = self._name(ast.copy_location(ast.Name(node.target.id, ast.Load()), node))
            before = len(self.out)
            right = self.scalar(node.value)
            if len(self.out) > before and left.reads:
                left = self.keep(left, before)
            self._assign_name(node.target, self.operate(node.op, left, right, node), node)
            return
        if not isinstance(node.target, ast.Subscript) or isinstance(node.target.slice, ast.Slice):
            raise self.refuse(node, f"a change of {ast.unparse(node.target)}")
        self._change_element(node, node.target)

    def _change_element(self, node: ast.AugAssign, target: ast.Subscript) -> None:
        base = self.value(target.value)
        if base.kind is None and base.thing is None:
            return
        if not isinstance(base.kind, Array):
            raise self.refuse(node, f"a change of {ast.unparse(target)}")
        indices = [
            value if value.constant is not None else self.keep(value)
            for value in self.indices(target)
        ]
        if any(index.kind is None for index in indices):
            return
        if len(indices) < base.kind.dimensions:
            raise self.refuse(node, f"a change of {ast.unparse(target)}")
        self.writes = True
        place = self.place(base, indices, target)
        kind = READ.get(base.kind.element, base.kind.element)
        left = Value(f"(int64_t){place}" if base.kind.element in READ else place, kind, reads=True)
        before = len(self.out)
        right = self.scalar(node.value)
        if len(self.out) > before:
            left = self.keep(left, before)
        result = self.operate(node.op, left, right, node)
        if result.kind is not None:
            self.out.append(f"{place} = {self._element(base.kind, result, node)};")


def new_program(scope: Scope, checked: bool = False) -> Program:
    """Return a program without functions; ``checked`` compares every index to its bounds."""

    def translate(
        program: Program, source: Source, function: FunctionType, kinds: tuple[Kind, ...], name: str
    ) -> Function:
        return Body(program, source, function, kinds, name).function()

    return Program(scope, checked, translate)


def _assigned(tree: ast.FunctionDef) -> dict[str, int]:
    """Return how often a function assigns to each name, in order."""
    found = dict[str, int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found[node.id] = found.get(node.id, 0) + 1
    return found
