"""Calls of compiled functions: named tuples of arrays are passed as tables of addresses.

A table is made once for each tuple and kept with it. That needs tuples of a class of one's own, as
``Entries`` hands out: the classes of a module, derived, with room for the table. Others are packed
anew at every call. A tuple that was passed must keep its arrays where they are, as numpy does
unless one is resized in place.
"""

from __future__ import annotations

import ctypes
import struct
import threading
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, Protocol

import numpy as np

from boche.engine.native.kinds import (
    BOOL,
    F32,
    F64,
    I64,
    NONE,
    U64,
    Kind,
    Record,
    class_name,
    is_named,
    plain_class,
)
from boche.engine.native.program import array_kind
from boche.engine.native.sources import UntranslatableError

C_TYPES: dict[str, Any] = {
    I64: ctypes.c_int64, U64: ctypes.c_uint64, F32: ctypes.c_float, F64: ctypes.c_double,
    BOOL: ctypes.c_bool, NONE: None,
}  # fmt: skip

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1


class CompiledError(Exception):
    """A failure inside compiled code for which Python has no exception of that name."""


class Packed(NamedTuple):
    """A tuple or an array in memory as C wants it; ``owner`` is the id of the tuple.

    ``token`` is a number for the kind, which is found faster than the kind itself.
    """

    kind: Kind
    token: int
    address: int
    owner: int
    memory: Any


def packed(value: Any) -> Packed:
    """Return a tuple or an array for C.

    Raises ``TypeError`` for what cannot be passed, such as arrays that are not contiguous or that
    may not be written to.
    """
    words = list[int]()
    try:
        kind = _pack(value, words)
    except UntranslatableError as error:
        raise TypeError(str(error)) from error
    memory = (ctypes.c_uint64 * max(1, len(words)))(*words)
    token = _TOKENS.setdefault(kind, next(_NUMBERS))
    return Packed(kind, token, ctypes.addressof(memory), id(value), memory)


_TOKENS, _NUMBERS = dict[Kind, int](), count()


def _pack(value: Any, words: list[int]) -> Kind:
    if isinstance(value, np.ndarray):
        if not (value.flags.c_contiguous and value.flags.aligned):
            raise TypeError("an array passed to compiled code must be contiguous and aligned")
        if not value.flags.writeable:
            raise TypeError("an array passed to compiled code must be writable")
        words.append(value.__array_interface__["data"][0])
        words.extend(value.shape)
        return array_kind(value)
    if is_named(value):
        parts = tuple(_pack(part, words) for part in value)
        return _record(class_name(type(value)), tuple(value._fields), parts)
    kind = kind_of_number(value)
    if kind == F64:
        words.append(struct.unpack("=Q", struct.pack("=d", value))[0])
    elif kind == F32:
        raise TypeError("a float32 in a tuple cannot be passed to compiled code")
    else:
        words.append(int(value) & (1 << 64) - 1)
    return I64 if kind == BOOL else kind


@cache
def _record(name: str, fields: tuple[str, ...], parts: tuple[Kind, ...]) -> Record:
    """Return the kind of a tuple, the same object for equal ones."""
    return Record(name, fields, parts)


def kind_of_number(value: Any) -> str:
    """Return the kind of a number. Raises ``TypeError``, or ``OverflowError`` above 64 bits."""
    if isinstance(value, bool | np.bool_):
        return BOOL
    if isinstance(value, np.uint64):
        return U64
    if isinstance(value, int | np.integer):
        if not LOWEST <= value <= HIGHEST:
            raise OverflowError(f"{value} is not an int64")
        return I64
    if isinstance(value, np.float32):
        return F32
    if isinstance(value, float):
        return F64
    raise TypeError(f"{type(value).__name__} cannot be passed to compiled code")


def kind_of(value: Any) -> Kind:
    """Return the kind of an argument."""
    return packed(value).kind if isinstance(value, tuple | np.ndarray) else kind_of_number(value)


class TableCache:
    """What a named tuple's class gets, so that its tuples keep their tables."""

    def __getstate__(self) -> None:
        """Leave the table out of copies, whose arrays lie elsewhere."""
        return


@cache
def keeping(kind: type) -> type:
    """Return a class of the same named tuples that keep their tables."""
    return type(kind.__name__, (TableCache, kind), {"__module__": kind.__module__})


class Code(NamedTuple):
    """A function in a loaded library, and the places at which it may fail, by the status."""

    function: Any
    returns: Kind
    sites: Sequence[tuple[str, int, str]]


class Finder(Protocol):
    """What finds or builds the code for a function and kinds of arguments."""

    def __call__(
        self, function: FunctionType, kinds: tuple[Kind, ...], *, build: bool = True
    ) -> Code | None:
        """Return it, or None without ``build``. Raises ``BocheError`` if it cannot be built."""


def typed(address: Any, kinds: Sequence[Kind], returns: Kind) -> Any:
    """Set the types of a function of a library."""
    numbers = (C_TYPES[kind] if isinstance(kind, str) else ctypes.c_void_p for kind in kinds)
    address.argtypes = [*numbers, ctypes.c_void_p]
    address.restype = C_TYPES[str(returns)]
    return address


class Call:
    """A compiled function that is called like the one in Python.

    Several threads may call it at once; it lets go of the interpreter while it runs. What it
    changes must not be passed to two calls at a time.
    """

    def __init__(self, function: FunctionType, find: Finder) -> None:
        self.py_func, self._find = function, find
        self._codes: dict[tuple[int | str, ...], Code] = {}
        self.__name__, self.__doc__ = function.__name__, function.__doc__

    def __call__(self, *arguments: Any) -> Any:
        kinds, passed, held = list[int | str](), list[Any](), list[Packed]()
        for value in arguments:
            kind = type(value)
            if kind is int and LOWEST <= value <= HIGHEST:
                kinds.append(I64)
                passed.append(value)
                continue
            if isinstance(value, TableCache):
                table = vars(value).get("table")
                if table is None or table.owner != id(value):
                    table = packed(value)
                    vars(value)["table"] = table
            elif isinstance(value, tuple | np.ndarray):
                table = packed(value)
                held.append(table)
            else:
                kinds.append(kind_of_number(value))
                passed.append(value.item() if isinstance(value, np.generic) else value)
                continue
            kinds.append(table.token)
            passed.append(table.address)
        key = tuple(kinds)
        code = self._codes.get(key) or self._find_code(key, arguments)
        status = _STATUS.__dict__.get("status") or _new_status()
        status.value = 0
        result = code.function(*passed, ctypes.addressof(status))
        if status.value:
            raise failure(code.sites[status.value - 1])
        return result

    def prepared(self, *tuples: Any, numbers: int) -> Callable[..., Any]:
        """Return a faster call for one thread, always with these tuples, and then with integers.

        It must not be called while it is under way, as by a signal handler. Raises ``LookupError``
        if no library that is loaded has it.
        """
        tables = [packed(value) for value in tuples]
        kinds = (*(table.kind for table in tables), *([I64] * numbers))
        code = self._find(self.py_func, kinds, build=False)
        if code is None:
            raise LookupError(self.__name__)
        function, sites, status = code.function, code.sites, ctypes.c_int64()
        fixed, last = [table.address for table in tables], ctypes.addressof(status)

        def call(*values: int) -> Any:
            status.value = 0
            result = function(*fixed, *values, last)
            if status.value:
                raise failure(sites[status.value - 1])
            return result

        call.__dict__["held"] = tuples, tables
        return call

    def _find_code(self, key: tuple[int | str, ...], arguments: Sequence[Any]) -> Code:
        names = self.py_func.__code__.co_argcount
        if len(arguments) != names:
            raise TypeError(f"{self.__name__}() takes {names} arguments, not {len(arguments)}")
        code = self._find(self.py_func, tuple(map(kind_of, arguments)))
        assert code is not None
        self._codes[key] = code
        return code


_STATUS = threading.local()


def _new_status() -> Any:
    _STATUS.status = status = ctypes.c_int64()
    return status


def failure(site: tuple[str, int, str]) -> Exception:
    """Return the exception for a place at which compiled code failed."""
    import builtins

    module, line, what = site
    name, _, rest = what.partition("(")
    kind = getattr(builtins, name, None)
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        kind, rest = CompiledError, what
    if kind is IndexError:
        rest = "index out of range"
    said = rest.strip("()'\"") or name
    return kind(f"{module}, line {line}: {said}")


class Entries:
    """The Python side of compiled modules: functions are compiled, modules and tuples are wrapped.

    All else is that of the module.
    """

    def __init__(self, module: ModuleType, find: Finder) -> None:
        self.module, self._find = module, find

    def __getattr__(self, name: str) -> Any:
        value = wrapped(getattr(self.module, name), self._find)
        setattr(self, name, value)
        return value


def wrapped(value: Any, find: Finder) -> Any:
    """Return an attribute of a module as compiled code has it."""
    if isinstance(value, FunctionType):
        return Call(value, find)
    if isinstance(value, type) and is_named(value):
        return keeping(plain_class(value))
    if isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in _LIBRARIES:
        return Entries(value, find)
    return value


_LIBRARIES = {"numpy", "math"}
