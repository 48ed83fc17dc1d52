"""One position at a time, compiled for each game whose positions pack into few numbers.

``interface`` is the game's own module ``search``, ``learning`` its module ``learning``. A position
is what it has packed, in ``desk.data``, and the moves (steps, in a game of several) that have been
made since then, in ``desk.made``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from boche.engine.learning import interface as learning
from boche.engine.search import interface

# What is returned instead of a count: the state cannot hold the position, or the move is illegal.
TOO_WIDE, ILLEGAL = -1, -2

# Slots of ``Desk.after``: the rules' result of a move, the piece on the move or 0, the move.
RESULT, BEGUN, MOVE = 0, 1, 2


class Desk(NamedTuple):
    """Where a thread plays: ``data`` and ``made`` are the position, ``moves`` and ``actions`` what
    is legal, ``after`` what a move has led to; the position after it is in ``data``.
    """

    data: Any
    made: Any
    moves: Any
    actions: Any
    after: Any


def load(state: Any, start: Any, desk: Desk, made: int, seen: int) -> bool:
    """Set the state to the position; return False if it cannot hold it."""
    if not learning.unpack(state, start, desk.data, seen):
        return False
    for i in range(made):
        learning.advance(state, desk.made[i])
    return True


def legal_actions(state: Any, start: Any, desk: Desk, made: int, seen: int) -> int:
    """Write the legal actions and their moves, unsorted; return their number."""
    if not load(state, start, desk, made, seen):
        return TOO_WIDE
    return numbered(state, desk)


def numbered(state: Any, desk: Desk) -> int:
    found, count = interface.moves(state, desk.moves), 0
    for i in range(found):
        action = learning.action(state, desk.moves[i])
        if action >= 0:
            desk.actions[count], desk.moves[count] = action, desk.moves[i]
            count += 1
    return count


def legal_moves(state: Any, start: Any, desk: Desk, seen: int) -> int:
    """Write the legal moves, or first steps, in the rules' order; return their number."""
    if not load(state, start, desk, 0, seen):
        return TOO_WIDE
    return interface.moves(state, desk.moves)


def whole_moves(state: Any, start: Any, desk: Desk, ones: Any, twos: Any) -> int:
    """Write all whole moves, of at most two steps each; return their number."""
    if not load(state, start, desk, 0, 0):
        return TOO_WIDE
    return learning.whole_moves(state, ones, twos)


def apply(state: Any, start: Any, desk: Desk, made: int, seen: int, action: int) -> int:
    """Take an action; return the count of numbers in ``data``, ILLEGAL or TOO_WIDE."""
    if not load(state, start, desk, made, seen):
        return TOO_WIDE
    count = numbered(state, desk)
    for i in range(count):
        if desk.actions[i] == action:
            return play_on(state, desk, desk.moves[i])
    return ILLEGAL


def play(state: Any, start: Any, desk: Desk, made: int, seen: int) -> int:
    """Play the whole move that is in ``made``, step by step; return what ``apply`` does."""
    if not load(state, start, desk, 0, seen):
        return TOO_WIDE
    for i in range(made):
        if not is_possible(state, desk, desk.made[i]):
            return ILLEGAL
        desk.after[RESULT] = learning.advance(state, desk.made[i])
        begun = learning.piece_on_the_move(state)
        if (begun == 0 and i + 1 < made) or (begun > 0 and i + 1 == made):
            return ILLEGAL
    return learning.pack(state, desk.data)


def is_possible(state: Any, desk: Desk, move: int) -> bool:
    count, found = interface.moves(state, desk.moves), False
    for i in range(count):
        if desk.moves[i] == move:
            found = True
    return found


def play_on(state: Any, desk: Desk, move: int) -> int:
    """Make a step that is possible; return 0 within a move, else what ``apply`` does."""
    desk.after[RESULT] = learning.advance(state, move)
    desk.after[MOVE] = move
    desk.after[BEGUN] = learning.piece_on_the_move(state)
    return 0 if desk.after[BEGUN] > 0 else learning.pack(state, desk.data)


def go_on(state: Any, desk: Desk, move: int) -> int:
    """Make a step that is possible; return the number of the next ones, else what ``apply`` does.

    The state stays as it was left by ``legal_moves`` or by the step before.
    """
    count = play_on(state, desk, move)
    return interface.moves(state, desk.moves) if desk.after[BEGUN] > 0 else count
