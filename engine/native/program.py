"""A program in C: the functions that some entries need, each once for every kind of arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np

from boche.engine.native.kinds import C_NAMES, CODES, Array, Kind, Record
from boche.engine.native.prelude import FREESTANDING, PRELUDE
from boche.engine.native.sources import Scope, Source, UntranslatableError, source_of

SMALL = 25
"""Functions of up to so many statements are always inlined."""


@dataclass
class Function:
    """A translated function: its name in C, what it returns, whether it writes to arrays.

    ``raises`` says that it may come to a ``raise``; with checks every function may fail.
    """

    name: str
    returns: Kind
    text: str
    writes: bool
    raises: bool
    calls: tuple[str, ...]


Translate = Callable[["Program", Source, FunctionType, tuple[Kind, ...], str], Function]
"""What translates a function of a program, for arguments of some kinds, under a name."""


class Program:
    """The C source of some functions of Python.

    With ``checked`` each index is compared to its bounds.
    """

    def __init__(self, scope: Scope, checked: bool, translate: Translate) -> None:
        self.scope, self.checked, self._translate = scope, checked, translate
        self.sites: list[tuple[str, int, str]] = []
        self._functions: dict[tuple[str, str, int, tuple[Kind, ...]], Function] = {}
        self._kinds: dict[Kind, str] = {}
        self._declared: list[str] = []
        self._tables: dict[Any, str] = {}
        self._exports: list[str] = []
        self._needed: list[str] = []
        self._running: list[FunctionType] = []
        self._count = 0

    # -- functions

    def function(self, function: FunctionType, kinds: tuple[Kind, ...]) -> Function:
        """Translate a function for arguments of these kinds, if that was not done."""
        code = function.__code__
        key = (code.co_filename, function.__name__, code.co_firstlineno, kinds)
        if key not in self._functions:
            source = source_of(function)
            if function in self._running:
                raise source.refuse(source.tree, "a function that calls itself")
            self._running.append(function)
            self._count += 1
            name = f"f{self._count}_{function.__name__}"
            self._functions[key] = self._translate(self, source, function, kinds, name)
            self._running.pop()
        return self._functions[key]

    def export(self, symbol: str, function: FunctionType, kinds: tuple[Kind, ...]) -> Kind:
        """Add an entry for calls from outside; return the kind that it returns.

        Tuples and arrays are passed by address. The last argument is the address of the status:
        0, or 1 more than the number of the place in ``sites`` at which it failed.
        """
        made = self.function(function, kinds)
        if isinstance(made.returns, Array | Record):
            source = source_of(function)
            raise source.refuse(source.tree, "an entry that returns an array or a tuple")
        outer, inner = [], []
        for i, kind in enumerate(kinds):
            by_address = not isinstance(kind, str)
            outer.append(f"const {self.c(kind)} *a{i}" if by_address else f"{self.c(kind)} a{i}")
            inner.append(f"*a{i}" if isinstance(kind, Array) else f"a{i}")
        if self.checked or made.raises:
            inner.append("st")
        outer.append("int64_t *st")
        keep = "" if made.returns == "none" else "return "
        call = f"{keep}{made.name}({', '.join(inner)});"
        head = f"EXPORT {self.c(made.returns)} {symbol}({', '.join(outer)})"
        self._exports.append(f"{head} {{ (void)st; {call} }}")
        self._needed.append(made.name)
        return made.returns

    def site(self, source: Source, line: int, what: str) -> int:
        """Return the number of a place that may fail, from 1."""
        site = (source.module, line, what)
        if site not in self.sites:
            self.sites.append(site)
        return self.sites.index(site) + 1

    # -- types and tables

    def c(self, kind: Kind) -> str:
        """Return a kind's name in C, and declare it if it is new."""
        if isinstance(kind, str):
            return C_NAMES[kind]
        if kind not in self._kinds:
            if isinstance(kind, Array):
                self._declare_array(kind)
            else:
                self._declare_record(kind)
        return self._kinds[kind]

    def _declare_array(self, kind: Array) -> None:
        name = self._kinds[kind] = f"A{kind.dimensions}_{kind.element}"
        element = C_NAMES[kind.element]
        sizes = ", ".join(f"n{i}" for i in range(kind.dimensions))
        self._declared.append(f"typedef struct {{ {element} *d; int64_t {sizes}; }} {name};")
        if self.checked:
            self._declared.append(_checks(name, element, kind.dimensions))

    def _declare_record(self, kind: Record) -> None:
        fields = (
            # Every field takes up whole words.
            f"{'int64_t' if part == 'b' else self.c(part)} m_{field};"
            for field, part in zip(kind.fields, kind.parts, strict=True)
        )
        body = " ".join(fields)
        name = self._kinds[kind] = f"T{len(self._kinds)}_{kind.name.rpartition('.')[2]}"
        self._declared.append(f"typedef struct {{ {body} }} {name};")

    def table(self, values: Any, element: str) -> str:
        """Return the name of a constant table."""
        flat = np.asarray(values).ravel().tolist()
        key = (element, tuple(flat))
        if key not in self._tables:
            self._tables[key] = f"t{len(self._tables)}"
            c = C_NAMES[element]
            items = ",".join(number(item, element) for item in flat)
            # With checks somebody else's code may be wrong in writing to it, and must not crash.
            const = "" if self.checked else "const "
            line = f"static {const}{c} {self._tables[key]}[{max(1, len(flat))}] = {{{items}}};"
            self._declared.append(line)
        return self._tables[key]

    def text(self) -> str:
        """Return the whole source."""
        made = {function.name: function for function in self._functions.values()}
        needed, waiting = set[str](), list(self._needed)
        while waiting:
            name = waiting.pop()
            if name not in needed:
                needed.add(name)
                waiting += made[name].calls
        functions = (made[name].text for name in made if name in needed)
        return "\n".join([PRELUDE, FREESTANDING, *self._declared, *functions, *self._exports, ""])


def _checks(name: str, element: str, dimensions: int) -> str:
    """Return functions that check indices: for an element, and for a part of an array."""
    text = []
    for taken in range(1, dimensions + 1):
        indices = ", ".join(f"int64_t i{k}" for k in range(taken))
        text.append(
            f"INLINE int64_t in{taken}_{name}({name} a, {indices}, int64_t *st, int64_t site) {{"
            + " int64_t at = 0;"
            + "".join(
                f" i{k} = i{k} < 0 ? i{k} + a.n{k} : i{k};"
                f" if (i{k} < 0 || i{k} >= a.n{k}) {{ if (!*st) *st = site; return -1; }}"
                f" at = at * a.n{k} + i{k};"
                for k in range(taken)
            )
            + " return at; }"
        )
    indices = ", ".join(f"int64_t i{k}" for k in range(dimensions))
    passed = ", ".join(f"i{k}" for k in range(dimensions))
    text.append(
        f"static {element} no_{name};\n"
        f"INLINE {element} *at_{name}({name} a, {indices}, int64_t *st, int64_t site) {{"
        f" int64_t at = in{dimensions}_{name}(a, {passed}, st, site);"
        f" return at < 0 ? &no_{name} : a.d + at; }}"
    )
    return "\n".join(text)


def number(value: Any, element: str) -> str:
    """Return a constant in C."""
    if element == "f32":
        return f"{float(value).hex()}f"
    if element == "f64":
        return "(0.0/0.0)" if value != value else float(value).hex()
    if element == "u64":
        return f"{int(value)}u"
    whole = int(value)
    if not -(2**63) <= whole < 2**63:
        raise OverflowError(f"{whole} is too large")
    if element != "i64":
        return f"{whole}"
    return "INT64_MIN" if whole == -(2**63) else f"{whole}LL"


def narrowest(values: Sequence[int]) -> str:
    """Return the smallest type of integers that holds all values."""
    low, high = min(values, default=0), max(values, default=0)
    for bits in (8, 16, 32):
        if -(1 << bits - 1) <= low and high < 1 << bits - 1:
            return f"i{bits}"
        if low >= 0 and high < 1 << bits:
            return f"u{bits}"
    return "i64"


def array_kind(value: Any) -> Array:
    """Return the kind of a numpy array. Raises ``UntranslatableError``."""
    code = CODES.get(value.dtype.name)
    if code is None or not value.dtype.isnative or not 1 <= value.ndim <= 4:
        raise UntranslatableError(
            f"an array of {value.dtype} in {value.ndim} dimensions cannot be passed "
            "to compiled code"
        )
    return Array(code, value.ndim)
