"""The types of the compiled subset: numbers, contiguous arrays, tuples and named tuples of these.

A number is an ``int64``, ``uint64``, ``float32``, ``float64`` or ``bool``. Arrays hold any of
numpy's numbers of up to eight bytes; their smaller integers are read as ``int64``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

I64, U64, F32, F64, BOOL, NONE = "i64", "u64", "f32", "f64", "b", "none"

C_NAMES = {
    "i8": "int8_t", "i16": "int16_t", "i32": "int32_t", "i64": "int64_t",
    "u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "u64": "uint64_t",
    "f32": "float", "f64": "double", "b": "_Bool", "none": "void",
}  # fmt: skip

CODES = {
    "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
    "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64",
    "float32": "f32", "float64": "f64", "bool": "b",
}  # fmt: skip
"""The short names of numpy's types, by their names."""

READ = dict.fromkeys(("i8", "i16", "i32", "u8", "u16", "u32"), I64)
"""What an element of an array is read as, if it is not its own type."""


def limits(element: str) -> tuple[int, int]:
    """Return the lowest and the highest number of one of the types that are read as another."""
    bits = int(element[1:])
    return (0, (1 << bits) - 1) if element[0] == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)


MOST_DIMENSIONS = 4


@dataclass(frozen=True)
class Array:
    """A contiguous array; ``element`` is one of the codes above."""

    element: str
    dimensions: int

    def __str__(self) -> str:
        return f"{self.element}[{',' * (self.dimensions - 1)}]"


@dataclass(frozen=True)
class Record:
    """A tuple; ``name`` is that of a named tuple's class, with its module, or ''."""

    name: str
    fields: tuple[str, ...]
    parts: tuple[Kind, ...]

    def __str__(self) -> str:
        pairs = zip(self.fields, self.parts, strict=True)
        return f"{self.name}({','.join(f'{field}:{part}' for field, part in pairs)})"


Kind = str | Array | Record


def plain_class(kind: type) -> type:
    """Return the named tuple's own class, of a class that ``calls`` derived from it."""
    return next(base for base in kind.__mro__ if "_fields" in vars(base))


def class_name(kind: type) -> str:
    """Return the name of a named tuple's class, with its module."""
    own = plain_class(kind)
    return f"{own.__module__}.{own.__qualname__}"


def is_named(value: Any) -> bool:
    """Return whether a value is a named tuple, or the class of one."""
    kind = value if isinstance(value, type) else type(value)
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def tuple_of(parts: tuple[Kind, ...]) -> Record:
    """Return the kind of a tuple without names."""
    return Record("", tuple(f"f{i}" for i in range(len(parts))), parts)


def joined(one: Kind | None, two: Kind | None) -> Kind | None:
    """Return the kind that holds values of both, or None if none does.

    None as an argument stands for a kind that is not known yet.
    """
    if one is None or two is None or one == two:
        return one if two is None else two
    if isinstance(one, Record) and isinstance(two, Record) and one.fields == two.fields:
        parts = tuple(joined(a, b) for a, b in zip(one.parts, two.parts, strict=True))
        whole = tuple(part for part in parts if part is not None)
        same = one.name == two.name and len(whole) == len(parts)
        return Record(one.name, one.fields, whole) if same else None
    if not (isinstance(one, str) and isinstance(two, str)) or NONE in (one, two):
        return None
    if {one, two} == {BOOL, I64}:
        return I64
    return None if U64 in (one, two) else F64
