"""Checks of a game's integer actions and observations, and of its games played by the many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from boche.engine.game import Position
from boche.engine.learning import actions as spaces
from boche.engine.learning import interface
from boche.engine.learning.vector_game import VectorGame
from boche.engine.native.kernels import encoding_of, searches
from boche.engine.search.encoding import ActionSpace
from boche.testing.problem import at, require
from boche.testing.samples import Sample

STEPS = 60


def check_learning(samples: Sequence[Sample]) -> None:
    """Check the actions of a game, if it has any. Raises ``ContractError``."""
    game = samples[0].game
    space = encoding_of(game).actions if searches(game) else None
    if space is None:
        return
    require(isinstance(space, ActionSpace), "ENCODING.actions is not an ActionSpace")
    for sample in samples:
        for ply, position in enumerate(sample.positions):
            with at(f"actions, {sample.place(ply)}"):
                _check_actions(position)
        with at(f"many games at once, {sample.place(0)}"):
            _check_together(sample.positions[0])


def _check_actions(position: Any) -> None:
    count = spaces.num_actions(position)
    actions = [a for a, _ in spaces.numbered_steps(position) if a != interface.NO_ACTION]
    wrong = [action for action in actions if not 0 <= action < count]
    require(not wrong, f"action {wrong[:1]} is not below the number of actions, {count}")
    require(len(set(actions)) == len(actions), "two legal steps have the same action")
    for player in (0, 1):
        seen = spaces.observation(position, player)
        require(bool(np.isfinite(seen).all()), "an observation has values that are not numbers")


def _check_together(start: Position) -> None:
    """Play two games at once, and the same moves one by one."""
    games = VectorGame(start, n=2, seed=1)
    positions: list[Any] = [start] * len(games)
    for _ in range(STEPS):
        state = games.state
        for i, position in enumerate(positions):
            require(
                state.player[i] == position.player, "another player is to move than in the position"
            )
            same = np.array_equal(state.mask[i], spaces.mask(position))
            require(same, "other actions are legal than in the position")
            same = np.allclose(state.observation[i], spaces.observation(position, None))
            require(same, "the observation is not that of the position")
        actions = games.random_actions().tolist()
        positions = [spaces.apply(p, a) for p, a in zip(positions, actions, strict=True)]
        done = games.step(actions).done
        for i, position in enumerate(positions):
            over = position.outcome is not None
            require(done[i] == over, "a game ends at another move than the position")
            positions[i] = start if over else position
