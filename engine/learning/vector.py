"""Many games at once, compiled for each game.

``interface`` is the game's own module ``search``, ``learning`` its module ``learning``; ``select``
is made by ``engine.learning.stacking``. Arrays have a row for each game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boche.engine.learning import interface as learning
from boche.engine.search import interface, rng


def select(stack: Any, game: int) -> Any:
    """Return the state of one game."""
    raise NotImplementedError


class Tables(NamedTuple):
    """What is known of each game; ``vector_game`` describes the arrays for users.

    ``listed`` has the legal actions, ``moves`` their moves as the rules' numbers, ``count`` their
    number. ``chosen`` is the place in ``listed`` of the action drawn or taken last. ``scratch`` has
    room for all legal moves. Users see the arrays up to ``truncated``, so nothing relies on what
    is in those.
    """

    observation: Any
    mask: Any
    player: Any
    rewards: Any
    done: Any
    truncated: Any
    listed: Any
    moves: Any
    count: Any
    chosen: Any
    scratch: Any


def begin(stack: Any, start: Any, tables: Tables, observed: int) -> None:
    """Start all games."""
    for game in range(len(tables.player)):
        state = select(stack, game)
        interface.copy(state, start)
        tables.done[game] = tables.truncated[game] = False
        tables.rewards[game, 0] = tables.rewards[game, 1] = 0.0
        look(state, tables, game, observed)


def step(stack: Any, start: Any, tables: Tables, actions: Any, observed: int) -> int:
    """Take an action in every game; return -1, or the first game in which it is illegal.

    Then nothing is changed. A game that ends starts again.
    """
    for game in range(len(actions)):
        if not choose(tables, game, actions[game]):
            return game
    for game in range(len(actions)):
        state = select(stack, game)
        result = interface.play(state, tables.moves[game, tables.chosen[game]])
        over = settle(state, start, tables, game, result)
        while look(state, tables, game, observed) == 0 and not over:
            # No legal move has an action: the game is cut off, and the next one begins.
            over = settle(state, start, tables, game, interface.DRAW)
            tables.truncated[game] = True
    return -1


def choose(tables: Tables, game: int, action: int) -> bool:
    """Note the place of an action in the list; return whether it is there, so that it is legal."""
    listed, count, at = tables.listed[game], tables.count[game], tables.chosen[game]
    if at < count and listed[at] == action:
        return True  # the one that was drawn
    at = 0
    while at < count and listed[at] != action:
        at += 1
    tables.chosen[game] = at
    return bool(at < count)


def settle(state: Any, start: Any, tables: Tables, game: int, result: int) -> bool:
    """Note a game's result; if it is over, restart it. Return whether it is."""
    over = result != interface.UNDECIDED
    tables.done[game] = over
    tables.truncated[game] = result == interface.DRAW and learning.cut_off(state)
    first = second = 0.0
    if over:
        if result != interface.DRAW:
            first, second = 1.0 - 2.0 * result, 2.0 * result - 1.0
        interface.copy(state, start)
    tables.rewards[game, 0], tables.rewards[game, 1] = first, second
    return over


def look(state: Any, tables: Tables, game: int, observed: int) -> int:
    """Write the legal actions, the player and the observation; return the number of actions."""
    moves, mask, listed = tables.moves[game], tables.mask[game], tables.listed[game]
    for i in range(tables.count[game]):
        mask[listed[i]] = False
    found, count = interface.moves(state, tables.scratch), 0
    for i in range(found):
        action = learning.action(state, tables.scratch[i])
        if action >= 0:
            mask[action] = True
            listed[count], moves[count] = action, tables.scratch[i]
            count += 1
    tables.count[game] = count
    seat = interface.seat(state)
    tables.player[game] = seat
    if observed:
        out = tables.observation[game]
        out[:] = np.float32(0.0)
        learning.observe(state, seat, out)
    return count


def sample(tables: Tables, source: Any, out: Any) -> None:
    """Write a random legal action of every game."""
    for game in range(len(out)):
        at = rng.below(rng.draw(source), tables.count[game])
        tables.chosen[game] = at
        out[game] = tables.listed[game, at]
