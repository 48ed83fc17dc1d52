"""The compiled code of each game: its search, its games in bulk, and what else calls its rules.

A game's library has all functions that the program calls. A function beyond these, or for other
kinds of arguments, is built when it is first called, and kept.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from boche.engine.errors import BocheError
from boche.engine.game import Game
from boche.engine.parts import check_name, check_part
from boche.engine.program import PROGRAM

if TYPE_CHECKING:
    from boche.engine.native.calls import Code, Entries
    from boche.engine.native.compiler import Target
    from boche.engine.native.kinds import Kind
    from boche.engine.native.library import Library, Shelf
    from boche.engine.native.sources import Scope

_LOCK = threading.RLock()


def _unlock() -> None:
    """Make the lock anew in a process that was forked: whoever had it stayed behind."""
    global _LOCK
    _LOCK = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)


def locked() -> AbstractContextManager[Any]:
    """Return the lock that is held while code is looked for or built."""
    return _LOCK


PARTS = (
    "boche.engine.search.worker",
    "boche.engine.learning.vector_game",
    "boche.engine.learning.desks",
    "boche.engine.puzzles.solver",
    "boche.engine.puzzles.races",
)
"""Modules that know what is called in every game: each has a function ``compiled_calls``."""

COMPILED = (
    "boche.engine.search.interface",
    "boche.engine.search.rng",
    "boche.engine.search.tree",
    "boche.engine.search.knowledge",
    "boche.engine.search.features",
    "boche.engine.learning.interface",
    "boche.engine.learning.rollouts",
    "boche.engine.learning.single",
    "boche.engine.learning.stacking",
    "boche.engine.learning.vector",
    "boche.engine.puzzles.quick",
    "boche.engine.puzzles.scan",
)
"""Modules with functions that are compiled for every game."""


class UnsearchedGameError(BocheError):
    """A game or position that the tree search cannot play."""


class Kernels(NamedTuple):
    """The compiled functions of one game for calls from Python: its own, and the tree search.

    ``features`` is its module of that name, not compiled.
    """

    game: Any
    tree: Any
    features: Any


def kernels(game: Game) -> Kernels:
    """Return the compiled search for a game, from any thread.

    Raises ``UnsearchedGameError``.
    """
    with _LOCK:
        code = code_of(game)
        return Kernels(code.entries(f"{game.room}.search"), code.entries(TREE), features_of(game))


TREE = "boche.engine.search.tree"


def kernels_over_search(game: Game, module: str) -> Entries:
    """Compile another module that calls a game's functions of ``engine.search.interface``.

    It works on the same states. The module may also use ``tree``, ``features`` and ``rng``.
    """
    with _LOCK:
        return code_of(game).entries(module)


def extra_kernels(game: Game, part: str) -> Entries:
    """Compile another module of a game's package that calls its rules."""
    return kernels_over_search(game, f"{game.room}.{part}")


def searches(game: Game) -> bool:
    """Return whether the game's package implements the interface of the tree search."""
    return _has(game, "search")


def encoding_of(game: Game) -> Any:
    """Return the ``engine.search.encoding.Encoding`` of the game. Raises ``PartError``."""
    module = importlib.import_module(f"{game.room}.encoding")
    check_name(module, "ENCODING", "ENCODING = Encoding(longest=...)")
    return module.ENCODING


def features_of(game: Game) -> Any:
    """Return the game's module of features, or the empty one."""
    own = f"{game.room}.features"
    return importlib.import_module(own if _has(game, "features") else COMPILED[4])


def is_current(game: Game) -> bool:
    """Return whether there is a library of the game's very sources; it reads them all."""
    with _LOCK:
        return code_of(game).shelf.is_built()


def _has(game: Game, part: str) -> bool:
    return importlib.util.find_spec(f"{game.room}.{part}") is not None


@cache
def code_of(game: Game) -> GameCode:
    """Return the compiled code of a game. Raises ``UnsearchedGameError``, ``PartError``."""
    if not searches(game):
        raise UnsearchedGameError(f"there is no computer player for {game.title} yet")
    return GameCode(game)


class Finder:
    """What finds the code of functions, or builds it.

    ``sources`` are the files that may change it; ``base`` is asked first.
    """

    def __init__(
        self, name: str, scope: Scope, sources: Iterable[Path], base: GameCode | None = None
    ) -> None:
        self.name, self.scope, self._base = name, scope, base
        self._sources, self._variant = list(sources), variant_for(base.game.room if base else "")
        self._built: dict[str, Library] = {}

    def __call__(
        self, function: FunctionType, kinds: tuple[Kind, ...], *, build: bool = True
    ) -> Code | None:
        """Return a function's code, or None if there is none and ``build`` is False.

        Raises ``BocheError`` if it cannot be built.
        """
        from boche.engine.native.library import key_of

        with _LOCK:
            found = None
            if self._base is not None:
                found = self._base.library.code(function, kinds)
            if found is None and build:
                key = key_of(function, kinds)
                if key not in self._built:
                    self._built[key] = self._extra(function, kinds, key)
                found = self._built[key].code(function, kinds)
            return found

    def _extra(self, function: FunctionType, kinds: tuple[Kind, ...], key: str) -> Library:
        from boche.engine.native.library import Shelf

        short = hashlib.sha256(key.encode()).hexdigest()[:8]
        where = function.__module__.rpartition(".")[2]
        name = f"{self.name}-{where}.{function.__name__}-{short}"
        shelf = Shelf(name, [*self._sources, *own_sources()], None, self._variant, key)
        return shelf.load() or shelf.build(self.scope, [(function, kinds)], target())


class GameCode:
    """The compiled code of one game.

    In all that is compiled the game's own modules stand in place of the interfaces.
    """

    def __init__(self, game: Game) -> None:
        from boche.engine.native.sources import Scope

        self.game, room = game, game.room
        search = importlib.import_module(f"{room}.search")
        check_part(search, importlib.import_module(COMPILED[0]))
        replaced: dict[str, Any] = {COMPILED[0]: search}
        if _has(game, "features"):
            replaced[COMPILED[4]] = features_of(game)
        if _has(game, "learning"):
            learning = importlib.import_module(f"{room}.learning")
            check_part(learning, importlib.import_module(COMPILED[5]))
            replaced[COMPILED[5]] = learning
        self.scope = Scope(replaced)
        self.sources = [path for name in (room, *COMPILED) for path in sources_of(name)]
        self._entries: dict[str, Entries] = {}
        self._library: Library | None = None
        self._looked = False

    @property
    def is_at_hand(self) -> bool:
        """Whether its library has been loaded or can be; it is looked for once, and never built."""
        with _LOCK:
            if self._library is None and not self._looked:
                self._library, self._looked = self.shelf.load(), True
            return self._library is not None

    @property
    def shelf(self) -> Shelf:
        """The place of its library."""
        from boche.engine.native.library import BESIDE, Shelf

        room = Path(str(importlib.import_module(self.game.room).__file__)).parent
        sources = [*self.sources, *own_sources()]
        return Shelf(self.game.name, sources, room / BESIDE, variant_for(self.game.room))

    @property
    def library(self) -> Library:
        """The game's library, which is built if it is not there."""
        with _LOCK:
            if self._library is None:
                self._library = self.shelf.load() or self.build(target())
            return self._library

    def build(self, for_target: Target) -> Library:
        """Build the library. Raises ``BocheError``."""
        return self.shelf.build(self.scope, self._calls(), for_target)

    def build_for(self, targets: Iterable[Target], folder: Path) -> None:
        """Build libraries for several systems. Raises ``BocheError``, ``OSError``."""
        self.shelf.build_for(self.scope, self._calls(), targets, folder)

    def entries(self, module: str) -> Entries:
        """Return a module's functions, compiled, and all else that is in it."""
        from boche.engine.native.calls import Entries

        with _LOCK:
            if module not in self._entries:
                more = [] if module in COMPILED else sources_of(module)
                finder = Finder(self.game.name, self.scope, [*self.sources, *more], self)
                self._entries[module] = Entries(importlib.import_module(module), finder)
            return self._entries[module]

    def _calls(self) -> Iterator[tuple[FunctionType, tuple[Kind, ...]]]:
        """Yield the functions that the program calls, with the kinds of their arguments."""
        from boche.engine.native.calls import kind_of

        solver = f"{self.game.room}.solve"
        own = (solver,) if importlib.util.find_spec(solver) else ()
        for name in (*PARTS, *own):
            for call, *arguments in importlib.import_module(name).compiled_calls(self.game):
                yield call.py_func, tuple(map(kind_of, arguments))


@cache
def compiled_module(name: str) -> Entries:
    """Return a module that belongs to no game's search, with its functions compiled."""
    from boche.engine.native.calls import Entries
    from boche.engine.native.sources import Scope

    finder = Finder(name.rpartition(".")[2], Scope({}), sources_of(name))
    return Entries(importlib.import_module(name), finder)


def variant_for(room: str) -> str:
    """Return which code is wanted for a game; that of another package is always checked."""
    from boche.engine.native import compiler

    own = room.partition(".")[0] in ("", PROGRAM)
    return compiler.variant() or ("" if own else "checked")


def target() -> Target:
    """Return the machine that this process runs on, with what its processor can do."""
    from boche.engine.native import compiler

    return compiler.this_machine(compiler.is_wide())


@cache
def own_sources() -> list[Path]:
    """Return the sources of the translator."""
    return sorted(Path(__file__).parent.glob("*.py"))


def sources_of(name: str) -> list[Path]:
    """Return the source files of a module, or of a package with the packages inside it."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no source for {name}", name=name)
    inside = spec.submodule_search_locations or []
    return [path for folder in inside for path in Path(folder).rglob("*.py")] or [Path(spec.origin)]
