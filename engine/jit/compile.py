"""A game's rules compiled by numba, from the same source that runs interpreted.

A *twin* of the rules module has its functions once more, each the same code with the twin's names
for globals and wrapped by ``numba.njit``; so have the modules inside it, where it is a package. The
module itself is loaded once and stays as it is. Importing this file costs
nothing: numba is imported when the first module is compiled.

numba sees each function twice. What compiled code calls is compiled for such calls alone: no way
in from Python, which would cost half the time, as it has to spell out all the arrays in a state;
and not kept on disk, since it goes whole into what is. What Python calls is made by ``Entries``.

This file alone relies on what numba does not promise: the option ``_nrt``, the cache inside a
compiled function, and that a function's globals are looked up when it is first called. Hence
``TRIED``.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

TRIED = ("0.68",)
"""The versions of numba that the tests have passed with. The test of this file fails with another
one, to have it tried before anyone relies on it: run all tests, then add it here."""

OPTIONS: Mapping[str, Any] = {
    "nogil": True,
    "_nrt": False,
    "forceinline": True,
    "error_model": "numpy",
}
"""How functions are compiled.

Rules only borrow the arrays they are handed and never make any, so they need no reference counts
(``_nrt``); without them a move is about twenty times faster, as the arrays travel in tuples and
every call would count each one up and down. With everything put in line compilation takes half
the time, for the same reason: no call has to spell out the tuples.
"""

INNER = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
ENTRY = {**OPTIONS, "no_cfunc_wrapper": True}

_LOCK = threading.RLock()


class Entries:
    """A compiled module as Python sees it: the functions can be called, all else is the module's.

    A function compiles when first called; the result is kept on disk, in ``folder``, if there
    is one.
    """

    def __init__(self, module: ModuleType, folder: Path | None) -> None:
        self._module, self.folder = module, folder

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        function = getattr(value, "py_func", None)
        if function is not None:
            with _LOCK, _cached_in(self.folder):
                import numba

                value = numba.njit(**ENTRY, cache=self.folder is not None)(function)
                _forgive(value)
        setattr(self, name, value)
        return value


def twin(name: str, replaced: Mapping[str, ModuleType] = MappingProxyType({})) -> ModuleType:
    """The module ``name`` anew, for compiled code to call: its functions compiled, all else shared.

    Of a package the modules inside it too: wherever one has a function of another, the compiled
    one takes its place. ``replaced`` are other modules to stand under some of its global names.
    """
    module = _twin(name, name, {})
    for key, value in replaced.items():
        _keep_constants(module, key, value)
        setattr(module, key, value)
    return module


def _keep_constants(module: ModuleType, name: str, value: ModuleType) -> None:
    """Constants of an interface go over to what replaces it, which need not repeat them."""
    for key, constant in vars(getattr(module, name)).items():
        if key.isupper() and not hasattr(value, key):
            setattr(value, key, constant)


def _twin(name: str, package: str, made: dict[str, ModuleType]) -> ModuleType:
    """``name`` is the package or inside it; ``made`` are the twins that there are by now."""
    import numba

    if name in made:
        return made[name]
    source = importlib.import_module(name)
    module = made[name] = ModuleType(name)
    vars(module).update(vars(source))
    for key, value in vars(source).items():
        if not isinstance(value, FunctionType):
            continue
        if value.__module__ == name:
            # The same code, with the twin's names for globals, where compiled functions stand.
            own = FunctionType(value.__code__, vars(module), key, value.__defaults__)
            setattr(module, key, numba.njit(**INNER)(own))
        elif value.__module__.startswith(f"{package}."):
            home = _twin(value.__module__, package, made)
            setattr(module, key, getattr(home, value.__name__))
    return module


def sources_of(name: str) -> list[Path]:
    """The files that the compiled form of the module, or package, ``name`` is made of."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no source for {name}", name=name)
    inside = spec.submodule_search_locations or []
    own = [path for folder in inside for path in Path(folder).glob("*.py")] or [Path(spec.origin)]
    return [*own, Path(__file__)]


@contextmanager
def _cached_in(folder: Path | None) -> Iterator[None]:
    """Functions wrapped meanwhile keep their compiled forms in ``folder``, if they keep them."""
    import numba

    config: Any = numba.config

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        yield
    finally:
        config.CACHE_DIR = before


def _forgive(function: Any) -> None:
    """Compile anew what cannot be read from the disk, and do without what cannot be written.

    A file may be damaged by a power cut, and the disk may be full; numba would fail each time.
    """
    compiled_forms = function._cache
    load, save = compiled_forms.load_overload, compiled_forms.save_overload

    def load_if_whole(*arguments: Any) -> Any:
        try:
            return load(*arguments)
        except Exception:  # unpickling what is damaged may raise anything
            with suppress(Exception):
                compiled_forms.flush()
            return None

    def save_if_possible(*arguments: Any) -> None:
        with suppress(OSError):
            save(*arguments)

    compiled_forms.load_overload, compiled_forms.save_overload = load_if_whole, save_if_possible


def as_arrays(part: Any, kind: type) -> Any:
    """A tuple of lists and integers as ``kind``, its lists turned into int64 arrays (copies)."""
    import numpy as np

    return kind(*(np.array(v, dtype=np.int64) if isinstance(v, list) else v for v in part))
