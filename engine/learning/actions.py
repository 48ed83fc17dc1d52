"""Integer actions and observations of a position; see ``engine.integer_actions``.

The functions take a position, or a position in the middle of a move, and use the functions of the
game's module ``learning`` interpreted.
"""

from __future__ import annotations

import importlib
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from boche.engine.errors import BocheError, IllegalMoveError
from boche.engine.game import Game, Standing
from boche.engine.learning import interface
from boche.engine.learning.desks import Choice, Desk, Walk, desk_for
from boche.engine.native.kernels import encoding_of, searches
from boche.engine.printable import one_line
from boche.engine.search.encoding import ActionSpace, Encoding
from boche.engine.search.steps import BaseStepPosition, Steps
from boche.engine.words import GAME_OVER, NO_ACTION


def action_space(game: Game) -> ActionSpace:
    """Return the action space of a game. Raises ``BocheError`` if it has none."""
    encoding: Encoding | None = encoding_of(game) if searches(game) else None
    if encoding is None or encoding.actions is None:
        raise BocheError(f"{game.title} has no integer actions and no observations")
    return encoding.actions


def num_actions(position: Standing) -> int:
    return action_space(position.game).count(position)


def state_of(position: Any, kernels: Any = None) -> Any:
    """Return a position as a state for compiled functions, by default for interpreted ones."""
    space, game = action_space(position.game), position.game
    make = space.make_state or encoding_of(game).make_state
    return make(position, kernels or importlib.import_module(f"{game.room}.search"))


def _functions(game: Game) -> Any:
    """Return the game's module ``learning``."""
    return importlib.import_module(f"{game.room}.learning")


def _step_position(position: Any) -> tuple[Any, Steps]:
    """Return the position whose moves are steps, and how moves are made of them."""
    steps = Steps(encoding_of(position.game))
    at = position if isinstance(position, BaseStepPosition) else steps.begin(position)
    return at, steps


def numbered_steps(position: Any) -> list[tuple[int, Any]]:
    """Return the actions of all legal steps, or NO_ACTION, with the steps."""
    space = action_space(position.game)
    if position.outcome is not None:
        return []
    at, _ = _step_position(position)
    number_of = space.number_of or encoding_of(position.game).number_of
    state, number = state_of(at), _functions(position.game).action
    return [(number(state, number_of(at, step)), step) for step in at.legal_moves()]


def steps_by_action(position: Any) -> dict[int, Any]:
    """Return the legal steps by their actions, without those that have none."""
    pairs = numbered_steps(position)
    return {action: step for action, step in pairs if action != interface.NO_ACTION}


def _desk_with(position: Any) -> tuple[Desk, tuple[int, ...]] | None:
    """Return the desk on which a position can be put, with its steps since the last whole one.

    None if there is no such desk: then the position is interpreted.
    """
    desk = desk_for(position.whole)
    made = desk.space.made(position) if desk is not None else None
    return None if desk is None or made is None else (desk, made)


def legal_actions(position: Any) -> list[int]:
    """Return the legal actions in rising order."""
    if position.whole.is_over:
        return []
    found = _desk_with(position)
    if found is not None:
        desk, made = found
        actions = desk.legal_actions(position.whole, made)
        if actions is not None:
            return actions
    return sorted(position.steps_by_action)


def mask(position: Any) -> npt.NDArray[np.bool_]:
    found = None if position.whole.is_over else _desk_with(position)
    if found is not None:
        desk, made = found
        found_mask = desk.mask(position.whole, made)
        if found_mask is not None:
            return found_mask
    legal = np.zeros(num_actions(position), np.bool_)
    legal[list(position.steps_by_action)] = True
    return legal


def action_of(position: Any, step: Any) -> int:
    at, _ = _step_position(position)
    text = at.format(at.parse(str(step)))
    steps: dict[int, Any] = position.steps_by_action
    for action, legal in steps.items():
        if at.format(legal) == text:
            return action
    at.play(step)  # says why it is not legal
    raise IllegalMoveError(NO_ACTION(), text)


def actions_of(position: Any, move: Any) -> list[int]:
    at, steps = _step_position(position)
    actions = []
    for step in steps.of_move(position, move):
        actions.append(action_of(at, step))
        at = at.play(step)
    return actions


def step_of(position: Any, action: int) -> Any:
    name = one_line(f"action {action}", 40)
    if position.outcome is not None:
        raise IllegalMoveError(GAME_OVER(reason=position.outcome.reason), name)
    try:
        return position.steps_by_action[operator.index(action)]
    except (KeyError, TypeError):
        raise IllegalMoveError(NO_ACTION(), name) from None


def apply(position: Any, action: int) -> Any:
    """Return the position after an action: a whole one where a move is complete."""
    found = None if position.whole.is_over else _desk_with(position)
    if found is not None:
        desk, made = found
        try:
            number: int = operator.index(action)
        except TypeError:
            number = -1
        if 0 <= number < desk.num_actions:
            after = desk.apply(position.whole, made, number)
            if after is not None:
                return after
    at, steps = _step_position(position)
    step = step_of(position, action)
    after = at.play(step)
    return after.whole if steps.completed(at, step) is not None and steps.several else after


def planes(position: Standing) -> Sequence[str]:
    return tuple(action_space(position.game).planes(position))


def observation_shape(position: Standing) -> tuple[int, int, int]:
    rows, columns = action_space(position.game).area(position)
    return len(planes(position)), rows, columns


def observation(position: Any, player: int | None) -> npt.NDArray[np.float32]:
    if player is None:
        player = position.player
    if player not in (0, 1):
        raise BocheError(f"unknown player {player!r}; the players are 0 and 1")
    out = np.zeros(observation_shape(position), np.float32)
    _functions(position.game).observe(state_of(position), int(player), out)
    return out


# -- whole moves, for positions of games whose rules number them


def legal_numbers(whole: Any) -> list[int] | None:
    """Return the rules' numbers of the legal moves, or None if they are to be interpreted."""
    desk = desk_for(whole)
    return None if desk is None else desk.legal_moves(whole)


def whole_moves(whole: Any) -> tuple[npt.NDArray[np.int64], ...] | None:
    """Return the numbers of the first and the second steps of all moves, or None like above."""
    desk = desk_for(whole)
    return None if desk is None else desk.whole_moves(whole)


def played(whole: Any, numbers: Sequence[int]) -> Any:
    """Return the position after a whole move by the numbers of its steps, or None like above."""
    desk = desk_for(whole)
    return None if desk is None else desk.play(whole, tuple(numbers))


def walk(whole: Any, choose: Choice) -> Walk | None:
    """Return a whole move of steps that are chosen from those possible, or None like above."""
    desk = desk_for(whole)
    return None if desk is None else desk.walk(whole, choose)
