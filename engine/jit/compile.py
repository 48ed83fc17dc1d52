"""Compilation of a game's rules by numba, from the same source that runs interpreted.

A *compiled copy* of the rules module has copies of its functions, each with the same code but the
copy's globals, wrapped by ``numba.njit``; if it is a package, so have the modules inside it. The
module itself is loaded once and not changed. Importing this module is cheap: numba is imported when
the first module is compiled.

numba sees each function twice. A function called by compiled code is compiled for such calls only:
it has no Python wrapper, which would take half of the compile time, since it must unpack all the
arrays in a state; and it is not cached on disk, since it is inlined into functions that are.
Functions called from Python are compiled by ``Entries``.

Only this module relies on details that numba does not guarantee: the option ``_nrt``, the cache
inside a compiled function, and that a function's globals are looked up when it is first called.
Hence ``TRIED``.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

from boche.engine.program import PROGRAM

TRIED = ("0.68",)
"""The versions of numba with which the tests have passed.

Any other is reported when it is loaded, and fails ``tests/test_private_names.py``: run all tests,
then add it here.
"""

OPTIONS: Mapping[str, Any] = {
    "nogil": True,
    "_nrt": False,
    "forceinline": True,
    "error_model": "numpy",
}
"""Options for compiling functions.

Rules only use the arrays passed to them and never allocate any, so they need no reference counts
(``_nrt``); without them a move is about twenty times faster, since the arrays are passed in tuples
and every call would increment and decrement each count. Inlining everything halves the compile
time, for the same reason: no call has to unpack the tuples.
"""

INNER = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
ENTRY = {**OPTIONS, "no_cfunc_wrapper": True}

_LOCK = threading.RLock()


def untried(version: str) -> str:
    """Return a line on a version of numba with which the tests have not passed, else ''."""
    if ".".join(version.split(".")[:2]) in TRIED:
        return ""
    return (
        f"numba {version} was not tried with {PROGRAM}; if a computer player fails, "
        f"install numba {TRIED[-1]}"
    )


@cache
def report_untried() -> None:
    """Log a warning once if the installed numba was not tried.

    Worker processes leave that to their parent, which calls this before it starts them.
    """
    import logging
    from importlib.metadata import version
    from multiprocessing import parent_process

    line = untried(version("numba"))
    if line and parent_process() is None:
        logging.getLogger(PROGRAM).warning("%s: %s", PROGRAM, line)


class Entries:
    """The Python side of a compiled module: its functions are callable, all else is unchanged.

    A function is compiled when first called; the result is cached in ``folder``, if there is one.
    """

    def __init__(self, module: ModuleType, folder: Path | None) -> None:
        self.module, self.folder = module, folder

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.module, name)
        function = getattr(value, "py_func", None)
        if function is not None:
            with _LOCK, _cached_in(self.folder):
                import numba

                value = numba.njit(**ENTRY, cache=self.folder is not None)(function)
                _forgive(value)
        setattr(self, name, value)
        return value


def inner(function: Any) -> Any:
    """Compile a function that only compiled code calls."""
    import numba

    return numba.njit(**INNER)(function)


def compiled_copy(
    name: str, replaced: Mapping[str, ModuleType] = MappingProxyType({})
) -> ModuleType:
    """Copy the module ``name`` for compiled code: its functions compiled, all else shared.

    In a package the modules inside are copied too: if one uses a function of another, it gets the
    compiled one. ``replaced`` has other modules to substitute under some of its global names.
    """
    report_untried()
    module = _compiled_copy(name, name, {})
    for key, value in replaced.items():
        _keep_constants(module, key, value)
        setattr(module, key, value)
    return module


def _keep_constants(module: ModuleType, name: str, value: ModuleType) -> None:
    """Copy the constants of an interface to its replacement, which need not repeat them."""
    for key, constant in vars(getattr(module, name)).items():
        if key.isupper() and not hasattr(value, key):
            setattr(value, key, constant)


def _compiled_copy(name: str, package: str, copies: dict[str, ModuleType]) -> ModuleType:
    """Compile a copy of ``name``, the package or a module in it; ``copies`` has those so far."""
    import numba

    if name in copies:
        return copies[name]
    source = importlib.import_module(name)
    module = copies[name] = ModuleType(name)
    vars(module).update(vars(source))
    for key, value in vars(source).items():
        if not isinstance(value, FunctionType):
            continue
        if value.__module__ == name:
            # The same code with the copy's globals, which have the compiled functions.
            own = FunctionType(value.__code__, vars(module), key, value.__defaults__)
            setattr(module, key, numba.njit(**INNER)(own))
        elif value.__module__.startswith(f"{package}."):
            home = _compiled_copy(value.__module__, package, copies)
            setattr(module, key, getattr(home, value.__name__))
    return module


def sources_of(name: str) -> list[Path]:
    """Return the source files of the compiled form of a module or package, with this file."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no source for {name}", name=name)
    inside = spec.submodule_search_locations or []
    own = [path for folder in inside for path in Path(folder).glob("*.py")] or [Path(spec.origin)]
    return [*own, Path(__file__)]


@contextmanager
def _cached_in(folder: Path | None) -> Iterator[None]:
    """Set numba's cache folder for functions that are wrapped in the block."""
    import numba

    config: Any = numba.config

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        yield
    finally:
        config.CACHE_DIR = before


def _forgive(function: Any) -> None:
    """Recompile what cannot be read from the cache, and ignore failures to write to it.

    A file may be damaged by a power cut, and the disk may be full; numba would fail each time.
    """
    compiled_forms = function._cache
    load, save = compiled_forms.load_overload, compiled_forms.save_overload

    def load_if_whole(*arguments: Any) -> Any:
        try:
            return load(*arguments)
        except Exception:  # unpickling damaged data may raise anything
            with suppress(Exception):
                compiled_forms.flush()
            return None

    def save_if_possible(*arguments: Any) -> None:
        with suppress(OSError):
            save(*arguments)

    compiled_forms.load_overload, compiled_forms.save_overload = load_if_whole, save_if_possible


def as_arrays(part: Any, kind: type) -> Any:
    """Convert a tuple of lists and integers to ``kind``, its lists copied to int64 arrays."""
    import numpy as np

    return kind(*(np.array(v, dtype=np.int64) if isinstance(v, list) else v for v in part))
