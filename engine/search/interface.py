"""Interface of a game to the tree search: the functions that ``engine.search.tree`` calls.

A game implements it in the module ``search`` of its package, which has all of the functions below,
in the compiled subset of Python. Those that play call the game's own ``rules`` and add no rules
themselves. ``engine.native.kernels`` compiles the module, substitutes it for this one in
``engine.search.tree`` and compiles that too.

A *state* is a NamedTuple of integers and arrays, possibly nested, which is changed in place. The
functions never allocate arrays: all that they need is in the state.

A state with the field ``tactics``, 0 or 1, can detect moves that win or lose at once: with 1
``moves`` may omit moves that cannot affect the result (all but one winning move, or losing moves
while there are others), and ``playout`` need not be uniform.

A *seat* is a player: 0 made the first move of the game, 1 is the other. The search counts wins by
seat and not by colour, since a swap exchanges the colours and may occur inside the tree.
"""

from __future__ import annotations

from typing import Any

# Results: the game goes on; seat 0 has won; seat 1 has won; a draw.
UNDECIDED, FIRST_WINS, SECOND_WINS, DRAW = -1, 0, 1, 2

# The key of a move that carries no information when made at another time, such as a swap.
NO_KEY = -1

# True if ``playout`` stops before the end and estimates the result.
JUDGED = False

# Number of slots in ``trail`` before the moves: one, for their count.
TRAIL_HEAD = 1

# The functions that no module can leave out, and a name, with what to write for it.
NEEDED = ("copy", "seat", "moves", "key", "play", "playout")
NAMES = {"State": "State = rules.Board"}


def copy(to: Any, source: Any) -> None:
    """Copy ``source`` to ``to``; both are states of the same game and options."""
    raise NotImplementedError


def seat(state: Any) -> int:
    """Return the seat to move, 0 or 1."""
    raise NotImplementedError


def moves(state: Any, out: Any) -> int:
    """Write the legal moves of an unfinished game to ``out`` as integers; return their number."""
    raise NotImplementedError


def key(state: Any, move: int) -> int:
    """Return a small number from 0 for a legal move, the same whenever it is made, or NO_KEY.

    It serves the all-moves-as-first heuristic, which estimates a move's value from the games in
    which it was made later.
    """
    raise NotImplementedError


def play(state: Any, move: int) -> int:
    """Play a legal move; return the result."""
    raise NotImplementedError


def fingerprint(state: Any) -> Any:
    """Return a hash (uint64) that differs for positions from which the game may go on differently.

    It serves proofs by ``engine.puzzles``; a game that leaves it out has none.
    """
    raise NotImplementedError


def playout(state: Any, source: Any, trail: Any) -> float:
    """Play on at random to the end; return the share won by seat 0, from 0 to 1.

    Several games may be played at once. ``trail`` receives a count and then ``2 * key + seat`` for
    each move of a single game; if there is none to report, a count of 0. ``source`` is the random
    source: one uint64, never 0. All legal moves except the swap are equally likely.
    """
    raise NotImplementedError
