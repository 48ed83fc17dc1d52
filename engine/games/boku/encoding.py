"""The part of Boku's tree search that is not compiled: states from positions, move numbers."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from boche.engine.games.boku import learning, rules
from boche.engine.games.boku.board import number_of
from boche.engine.games.boku.notation import Move
from boche.engine.games.boku.position import Position
from boche.engine.games.boku.search import MOST_PLIES
from boche.engine.games.boku.symmetry import SYMMETRIES
from boche.engine.native.arrays import as_arrays
from boche.engine.search.encoding import ActionSpace, Encoding

TUNING = {"explore": 0.05, "amaf": 100.0}
"""Settings of the tree search that play Boku better than its defaults; see ``SearchParams``."""


LEARNED = {"explore": 0.0, "amaf": 30.0, "prior": 1.0, "trust": 0.6}
"""The same with learned weights."""


def make_state(position: Position, kernels: ModuleType) -> Any:
    """Return the position as a new ``State`` for the compiled functions ``kernels``."""
    board = as_arrays(position.board, kernels.rules.Board)
    return kernels.State(board=board, plies=np.zeros(1, np.int64), tactics=0)


def longest(position: Position) -> int:
    """Return an upper bound on the number of moves for which a search follows a game."""
    return MOST_PLIES + 1


def key_count(position: Position) -> int:
    """Return the number of move keys; keys run from 0 to one less than this."""
    return 16 * rules.PLACES


# -- moves


def moves_between(before: Position, after: Position) -> list[Move]:
    """Return the one or two moves from one position to another, or none if they are unclear."""
    first = [move for move in before.legal_moves() if _fits(before, move, after)]
    if after.ply == before.ply + 1:
        return [move for move in first if before.play(move) == after][:1]
    found = []
    for move in first:
        between = before.play(move)
        for reply in between.legal_moves():
            if _fits(between, reply, after) and between.play(reply) == after:
                found.append([move, reply])
    return found[0] if len(found) == 1 else []


def _fits(before: Position, move: Move, after: Position) -> bool:
    """Return whether a move's marble is still there in ``after`` or has just been taken."""
    return after.marble_at(move.cell) == before.turn or after.forbidden == move.cell


def classes(position: Position) -> dict[int, int]:
    """Map each legal move's number to the lowest number of the moves equal to it by symmetry."""
    found = {}
    same = [s for s in SYMMETRIES[1:4] if position.transform(s) == position]
    for move in position.legal_moves():
        cell, taken = move
        images = [
            number_of(s.cell(cell), s.cell(taken) if taken is not None else None) for s in same
        ]
        number = position.number_of(move)
        found[number] = min([number, *images])
    return found


# -- actions and observations

PLANES = (
    "my marbles",
    "the opponent's marbles",
    "the cells of the board",
    "the cell that may not be played next",
    "everywhere the share of my marbles not yet on the board",
    "everywhere the share of the opponent's marbles not yet on the board",
    "everywhere 1 if it is my turn",
)
"""Contents of each plane; rows are the numbers of the cells, columns their letters."""

ACTIONS = ActionSpace(
    count=lambda position: learning.CODES * learning.ROWS * learning.COLUMNS,
    planes=lambda position: PLANES,
    area=lambda position: (learning.ROWS, learning.COLUMNS),
    changing=("board", "plies"),
    numbers="int16",
)

ENCODING = Encoding(
    longest, key_count=key_count, make_state=make_state, classes=classes,
    moves_between=moves_between, actions=ACTIONS, tuning=TUNING, learned=LEARNED,
    weights=lambda position: "" if position.game.changed(position.options) else "boku",
)  # fmt: skip
