"""Compiling the search for one game: modules of plain functions, with the game's in their place.

A module is loaded a second time under another name; the modules that it names in ``replaced`` are
exchanged for their compiled twins; then numba wraps its functions. Nothing compiles until it is
called. What was compiled is kept on disk, in a folder named by a hash of all sources that went
into it: numba itself would not notice a change in a function from another file.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from engine import compiled
from engine.errors import BocheError

_HERE = Path(__file__).parent
_LOCK = threading.RLock()


class Kernels(NamedTuple):
    """The compiled functions of one game, as Python calls them (see ``engine.compiled``): its own,
    the tree search over them, a solver or None."""

    game: Any
    tree: Any
    solver: Any


def kernels(game: str) -> Kernels:
    """The compiled search for a game; the first call imports numba, from whatever thread.

    Raises ``UnsearchedGameError``.
    """
    with _LOCK:
        return _kernels(game)


class UnsearchedGameError(BocheError):
    """A game, or a position, that the tree search does not know how to play."""


def is_kept(game: str) -> bool:
    """Whether what is compiled for the game lies on the disk, so that loading is quick.

    Looks for what a searcher compiles last. An old build's counts too: the next start is slow.
    """
    place = next((path for path in _places() if _can_write(path)), None)
    return place is not None and any(place.glob(f"{game}-*/**/tree.take_over-*.nbc"))


@cache
def _kernels(game: str) -> Kernels:
    if not (_HERE / f"{game}.py").exists():
        raise UnsearchedGameError(f"there is no computer player for {game} yet")
    rules = compiled.twin(f"engine.{game}.rules", f"engine.{game}.rules_compiled_for_search")
    names = ("contract", "dice", "tree", game, f"{game}_solver")
    paths = [path for path in (_HERE / f"{name}.py" for name in names) if path.exists()]
    sources = [*paths, Path(str(rules.__file__)), Path(compiled.__file__), Path(__file__)]
    folder = _cache_folder(game, _hash(sources))
    dice = _twin("engine.search.dice", game, {})
    own = _twin(f"engine.search.{game}", game, {"rules": rules, "dice": dice})
    tree = _twin("engine.search.tree", game, {"contract": own})
    solver = None
    if (_HERE / f"{game}_solver.py").exists():
        found = _twin(f"engine.search.{game}_solver", game, {"rules": rules})
        solver = compiled.Entries(found, folder)
    return Kernels(compiled.Entries(own, folder), compiled.Entries(tree, folder), solver)


def _twin(name: str, game: str, replaced: Mapping[str, ModuleType]) -> ModuleType:
    """The module ``name`` anew, with other modules under some of its global names, compiled."""
    module = compiled.twin(name, f"{name}_compiled_for_{game}")
    for key, value in replaced.items():
        _keep_constants(module, key, value)
        setattr(module, key, value)
    return module


def _keep_constants(module: ModuleType, name: str, value: ModuleType) -> None:
    """Constants of the contract go over to the game's module, which need not repeat them."""
    for key, constant in vars(getattr(module, name)).items():
        if key.isupper() and not hasattr(value, key):
            setattr(value, key, constant)


def _hash(sources: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(sources):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _cache_folder(game: str, name: str) -> Path:
    """Where to keep this build; builds of other sources in the same place are removed."""
    place = next((path for path in _places() if _can_write(path)), Path(tempfile.gettempdir()))
    folder = place / f"{game}-{name}"
    for other in place.glob(f"{game}-*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _places() -> Iterator[Path]:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen) / "boche-search"
    yield _HERE / "__pycache__" / "search"
    import platformdirs

    yield platformdirs.user_cache_path("boche", appauthor=False) / "search"


def _can_write(path: Path) -> bool:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(path, os.W_OK)
