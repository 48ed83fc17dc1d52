"""Compilation of rollouts and of many games at once, for one game; see ``engine.jit.kernels``."""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from boche.engine.game import Game
from boche.engine.jit import cache as disk_cache
from boche.engine.jit import compile as compiled
from boche.engine.jit.kernels import SEARCH_MODULES, UnsearchedGameError, encoding_of, searches
from boche.engine.learning import stacking
from boche.engine.learning.actions import state_of

_LOCK = threading.RLock()


class LearningKernels(NamedTuple):
    """The compiled functions of one game for ``engine.learning``, for calls from Python.

    ``vector`` is None for a game without integer actions.
    """

    game: Any
    rollouts: Any
    vector: Any = None


def learning_kernels(game: Game) -> LearningKernels:
    """Return the compiled rollouts and vector games of a game, from any thread.

    Raises ``UnsearchedGameError``.
    """
    with _LOCK:
        return _learning_kernels(game)


@cache
def _learning_kernels(game: Game) -> LearningKernels:
    if not searches(game):
        raise UnsearchedGameError(f"{game.title} cannot be played by compiled code yet")
    room, rules = game.room, compiled.compiled_copy(f"{game.room}.rules")
    parts = [*_LEARNING, *SEARCH_MODULES, f"{room}.search", f"{room}.rules"]
    rng = compiled.compiled_copy("boche.engine.search.rng")
    own = compiled.compiled_copy(f"{room}.search", {"rules": rules, "rng": rng})
    replaced = {"interface": own, "rng": rng}
    rollouts = compiled.compiled_copy("boche.engine.learning.rollouts", replaced)
    modules = [own, rollouts]
    space = encoding_of(game).actions
    if space is not None:
        parts.append(f"{room}.learning")
        state = state_of(game.new())  # for the names and kinds of its fields
        replaced["learning"] = compiled.compiled_copy(f"{room}.learning", {"rules": rules})
        vector = compiled.compiled_copy("boche.engine.learning.vector", replaced)
        vars(vector)["select"] = compiled.inner(stacking.select_of(state, space.changing))
        vars(vector)["restart"] = compiled.inner(stacking.restart_of(state, space.changing))
        modules.append(vector)
    sources = [path for part in parts for path in compiled.sources_of(part)]
    folder = disk_cache.folder_for(f"{game.name}_learning", [*sources, Path(__file__)])
    return LearningKernels(*(compiled.Entries(module, folder) for module in modules))


_LEARNING = tuple(
    f"boche.engine.learning.{name}" for name in ("interface", "rollouts", "stacking", "vector")
)
