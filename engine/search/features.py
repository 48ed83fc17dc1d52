"""Interface of a game to learned play: what a move and a position look like, as numbers.

A game implements it in the module ``features`` of its package, in the compiled subset of
Python; ``engine.native.kernels`` substitutes that module for this one in
``engine.search.knowledge``. A *feature* is a small number: something that is true of a move or of
a position, such as a pattern of cells. A game has one learned weight, or one row of them, for each
feature. Features are relative to the side to move: "mine" and "the opponent's".

The numbers below are those of a game without this module.
"""

from __future__ import annotations

from typing import Any

# Numbers of different features of moves and of positions, and upper bounds on those of one.
MOVE_FEATURES, POSITION_FEATURES = 1, 1
MOST_OF_MOVE, MOST_OF_POSITION = 1, 1

# Length of the scratch memory: int32.
SCRATCH = 1


def prepare(state: Any, scratch: Any) -> None:
    """Write to ``scratch`` whatever the features of a position and its moves have in common."""


def of_move(state: Any, move: int, scratch: Any, out: Any) -> int:
    """Write the features of a legal move to ``out``; return their number.

    ``prepare`` has been called for the position.
    """
    return 0


def of_position(state: Any, scratch: Any, out: Any) -> int:
    """Write the features of an unfinished game to ``out``; return their number.

    ``prepare`` has been called for it.
    """
    return 0
