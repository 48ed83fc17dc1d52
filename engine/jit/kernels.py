"""Compiling the search for one game: modules of plain functions, with the game's in their place.

A module is loaded a second time under another name; the modules that it names in ``replaced`` are
exchanged for their compiled twins; then numba wraps its functions. Nothing compiles until it is
called. What was compiled is kept on disk, see ``engine.jit.cache``.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from engine.jit import compile as compiled, cache as kept
from engine.errors import BocheError

_HERE = Path(__file__).parent
_LOCK = threading.RLock()


class Kernels(NamedTuple):
    """The compiled functions of one game, as Python calls them (see ``engine.jit.compile``): its own,
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
    return kept.is_kept(game, "tree.take_over")


@cache
def _kernels(game: str) -> Kernels:
    if not (_HERE / f"{game}.py").exists():
        raise UnsearchedGameError(f"there is no computer player for {game} yet")
    name = f"engine.{game}.rules"
    rules = compiled.twin(name, f"{name}_compiled_for_search")
    names = ("contract", "dice", "tree", game, f"{game}_solver")
    paths = [path for path in (_HERE / f"{part}.py" for part in names) if path.exists()]
    folder = kept.folder_for(game, [*paths, *compiled.sources_of(name), Path(__file__)])
    dice = _twin("engine.search.rng", game, {})
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
