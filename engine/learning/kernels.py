"""Compiled rollouts and many games at once, for one game; see ``engine.native.kernels``."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from boche.engine.game import Game
from boche.engine.learning import stacking
from boche.engine.learning.actions import state_of
from boche.engine.native.kernels import (
    UnsearchedGameError,
    code_of,
    encoding_of,
    locked,
    searches,
)

VECTOR = "boche.engine.learning.vector"


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
    with locked():
        return _learning_kernels(game)


@cache
def _learning_kernels(game: Game) -> LearningKernels:
    if not searches(game):
        raise UnsearchedGameError(f"{game.title} cannot be played by compiled code yet")
    code = code_of(game)
    own = code.entries(f"{game.room}.search")
    rollouts = code.entries("boche.engine.learning.rollouts")
    space = encoding_of(game).actions
    if space is None:
        return LearningKernels(own, rollouts)
    state = state_of(game.new())  # for the names and kinds of its fields
    code.scope.replaced[f"{VECTOR}.select"] = stacking.select_of(state, space.changing)
    return LearningKernels(own, rollouts, code.entries(VECTOR))
