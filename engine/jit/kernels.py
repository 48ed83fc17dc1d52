"""Compilation of the search for one game: plain modules, with the game's own substituted.

A module gets a copy in which the modules passed to it replace those that it imports, and whose
functions are wrapped by numba. Nothing is compiled until it is called. Compiled code is cached on
disk, see ``engine.jit.cache``.
"""

from __future__ import annotations

import importlib
import importlib.util
import threading
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from boche.engine.errors import BocheError
from boche.engine.game import Game
from boche.engine.jit import cache as disk_cache
from boche.engine.jit import compile as compiled

LAST = "tree.take_over"
"""The function that a searcher compiles last."""

_LOCK = threading.RLock()


class Kernels(NamedTuple):
    """The compiled functions of one game for calls from Python: its own, and the tree search.

    ``features`` is its module of that name, not compiled. See ``engine.jit.compile``.
    """

    game: Any
    tree: Any
    features: Any


def kernels(game: Game) -> Kernels:
    """Return the compiled search for a game; the first call, in any thread, imports numba.

    Raises ``UnsearchedGameError``.
    """
    with _LOCK:
        return _kernels(game)


class UnsearchedGameError(BocheError):
    """A game or position that the tree search cannot play."""


def is_kept(game: Game) -> bool:
    """Return whether the game's compiled code is cached, so that loading is fast.

    It checks for the function that a searcher compiles last. One from an old build counts too;
    then the next start is slow all the same.
    """
    return disk_cache.is_kept(game.name, LAST)


def is_current(game: Game) -> bool:
    """Return whether the compiled code of these very sources is cached; it reads them all."""
    folder = disk_cache.folder_for(game.name, _sources(game))
    return folder is not None and any(folder.glob(f"**/{LAST}-*.nbc"))


@cache
def _kernels(game: Game) -> Kernels:
    if not searches(game):
        raise UnsearchedGameError(f"there is no computer player for {game.title} yet")
    room = game.room
    rules = compiled.compiled_copy(f"{room}.rules")
    folder = disk_cache.folder_for(game.name, _sources(game))
    rng = compiled.compiled_copy("boche.engine.search.rng")
    own = compiled.compiled_copy(f"{room}.search", {"rules": rules, "rng": rng})
    name = _features(game)
    features = compiled.compiled_copy(name, {"rules": rules} if name.startswith(room) else {})
    knowledge = compiled.compiled_copy("boche.engine.search.knowledge", {"features": features})
    parts = {"interface": own, "knowledge": knowledge, "rng": rng}
    tree = compiled.compiled_copy("boche.engine.search.tree", parts)
    return Kernels(compiled.Entries(own, folder), compiled.Entries(tree, folder), features_of(game))


def features_of(game: Game) -> Any:
    """Return the game's module of features, or the empty one; nothing is compiled."""
    return importlib.import_module(_features(game))


def _features(game: Game) -> str:
    """Return the name of the game's module of features, or of the empty one."""
    name = f"{game.room}.features"
    return name if importlib.util.find_spec(name) else "boche.engine.search.features"


def _sources(game: Game, *modules: str) -> list[Path]:
    """Return the source files of the compiled search for a game, and of more modules."""
    names = [*SEARCH_MODULES, f"{game.room}.search", f"{game.room}.rules", _features(game)]
    paths = [path for part in [*names, *modules] for path in compiled.sources_of(part)]
    return [*paths, Path(__file__)]


@cache
def kernels_over_search(game: Game, module: str) -> compiled.Entries:
    """Compile another module that calls a game's functions of ``engine.search.interface``.

    It shares them with the tree search, and so works on the same states. The module may also use
    ``tree``, ``features`` and ``rng``.
    """
    with _LOCK:
        found = _kernels(game)
        name = f"{game.name}_{module.rpartition('.')[2]}"
        folder = disk_cache.folder_for(name, _sources(game, module))
        tree = found.tree.module
        parts = {
            "interface": found.game.module,
            "tree": tree,
            "features": tree.knowledge.features,
            "rng": tree.rng,
        }
        used = vars(importlib.import_module(module))
        replaced = {name: part for name, part in parts.items() if name in used}
        return compiled.Entries(compiled.compiled_copy(module, replaced), folder)


SEARCH_MODULES = tuple(
    f"boche.engine.search.{name}" for name in ("interface", "rng", "tree", "knowledge")
)


@cache
def extra_kernels(game: Game, part: str) -> compiled.Entries:
    """Compile another module of a game's package that calls its rules, with its own cache folder.

    This happens once per process: a second copy would have types of its own, which the cached code
    would not match.
    """
    name = f"{game.room}.{part}"
    rules = compiled.compiled_copy(f"{game.room}.rules")
    sources = [*compiled.sources_of(name), *compiled.sources_of(f"{game.room}.rules")]
    folder = disk_cache.folder_for(f"{game.name}_{part}", [*sources, Path(__file__)])
    return compiled.Entries(compiled.compiled_copy(name, {"rules": rules}), folder)


def is_extra_kept(game: Game, part: str, function: str) -> bool:
    """Return whether a function of ``extra_kernels`` is cached, perhaps from an old build."""
    return disk_cache.is_kept(f"{game.name}_{part}", f"{part}.{function}")


def searches(game: Game) -> bool:
    """Return whether the game's package implements the interface of the tree search."""
    return importlib.util.find_spec(f"{game.room}.search") is not None


def encoding_of(game: Game) -> Any:
    """Return the ``engine.search.encoding.Encoding`` of the game."""
    return importlib.import_module(f"{game.room}.encoding").ENCODING
