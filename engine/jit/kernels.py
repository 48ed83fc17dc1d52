"""Compiling the search for one game: modules of plain functions, with the game's in their place.

A module gets a twin in which the modules that are handed to it stand for those that it imports, and
whose functions numba has wrapped. Nothing compiles until it is
called. What was compiled is kept on disk, see ``engine.jit.cache``.
"""

from __future__ import annotations

import importlib
import importlib.util
import threading
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import BocheError
from engine.game import Game
from engine.jit import cache as disk_cache
from engine.jit import compile as compiled

_LOCK = threading.RLock()


class Kernels(NamedTuple):
    """The compiled functions of one game, as Python calls them: its own, and the tree search.

    See ``engine.jit.compile``.
    """

    game: Any
    tree: Any


def kernels(game: Game) -> Kernels:
    """The compiled search for a game; the first call imports numba, from whatever thread.

    Raises ``UnsearchedGameError``.
    """
    with _LOCK:
        return _kernels(game)


class UnsearchedGameError(BocheError):
    """A game, or a position, that the tree search does not know how to play."""


def is_kept(game: Game) -> bool:
    """Whether what is compiled for the game lies on the disk, so that loading is quick.

    Looks for what a searcher compiles last. An old build's counts too: the next start is slow.
    """
    return disk_cache.is_kept(game.name, "tree.take_over")


@cache
def _kernels(game: Game) -> Kernels:
    if not searches(game):
        raise UnsearchedGameError(f"there is no computer player for {game.title} yet")
    room = game.room
    rules = compiled.twin(f"{room}.rules")
    parts = [*_SEARCH, f"{room}.search", f"{room}.rules"]
    sources = [path for part in parts for path in compiled.sources_of(part)]
    folder = disk_cache.folder_for(game.name, [*sources, Path(__file__)])
    rng = compiled.twin("engine.search.rng")
    own = compiled.twin(f"{room}.search", {"rules": rules, "rng": rng})
    tree = compiled.twin("engine.search.tree", {"interface": own})
    return Kernels(compiled.Entries(own, folder), compiled.Entries(tree, folder))


_SEARCH = ("engine.search.interface", "engine.search.rng", "engine.search.tree")


@cache
def extra_kernels(game: Game, part: str) -> compiled.Entries:
    """Another module of a game's room that calls its rules, compiled; its own folder keeps it.

    Once in a process: a second twin has types of its own, and the first would not meet what is
    kept any more.
    """
    name = f"{game.room}.{part}"
    rules = compiled.twin(f"{game.room}.rules")
    sources = [*compiled.sources_of(name), *compiled.sources_of(f"{game.room}.rules")]
    folder = disk_cache.folder_for(f"{game.name}_{part}", [*sources, Path(__file__)])
    return compiled.Entries(compiled.twin(name, {"rules": rules}), folder)


def searches(game: Game) -> bool:
    """Whether the game's room has what the tree search asks for."""
    return importlib.util.find_spec(f"{game.room}.search") is not None


def encoding_of(game: Game) -> Any:
    """The ``engine.search.encoding.Encoding`` of the game."""
    return importlib.import_module(f"{game.room}.encoding").ENCODING
