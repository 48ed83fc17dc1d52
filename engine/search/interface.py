"""What the tree search asks of a game: the functions that stand for it in ``engine.search.tree``.

A game meets it with the module ``search`` of its room, which has all of the functions below, in
the part of Python that numba compiles. Those that play call the game's own ``rules`` and add none.
``engine.jit.kernels`` compiles the module, puts it in this one's place in ``engine.search.tree``
and compiles that too.

A *state* is a NamedTuple of integers and arrays (NamedTuples of such included), changed in place.
The functions only borrow the arrays and never make any: what they need is in the state.

A state that has ``tactics``, 0 or 1, has an eye for moves that win or lose at once: with 1
``moves`` may leave out what no result depends on (all but a winning move, losing ones while there
are others), and ``playout`` need not be uniform.

A *seat* is a person: 0 made the first move of the game, 1 is the other. The search counts wins by
seats and not by colours, since a swap exchanges the colours and may come inside the tree.
"""

from __future__ import annotations

from typing import Any

# Results: the game goes on; seat 0 has won, seat 1 has won, nobody has.
UNDECIDED, FIRST_WINS, SECOND_WINS, DRAW = -1, 0, 1, 2

# The key of a move that says nothing when made at another time, such as a swap.
NO_KEY = -1

# A count of moves in ``trail`` goes before the moves.
TRAIL_HEAD = 1


def copy(to: Any, source: Any) -> None:
    """Make ``to`` the position that ``source`` is; both are states of the same game and options."""
    raise NotImplementedError


def seat(state: Any) -> int:
    """The seat to move, 0 or 1."""
    raise NotImplementedError


def moves(state: Any, out: Any) -> int:
    """Write the legal moves of an unfinished game to ``out``, integers; return their number."""
    raise NotImplementedError


def key(state: Any, move: int) -> int:
    """A small number from 0 for what a legal move does, whenever it is made, or NO_KEY.

    All moves as first: a move's worth is guessed from the games in which it was made later.
    """
    raise NotImplementedError


def play(state: Any, move: int) -> int:
    """Play a legal move; return the result."""
    raise NotImplementedError


def playout(state: Any, source: Any, trail: Any) -> float:
    """Play on at random to the end; return the share won by seat 0, from 0 to 1.

    Several games may be played at once. ``trail`` gets a count and then ``2 * key + seat`` for
    each move of the one game; where there is none to tell of, a count of 0. ``source`` is the
    random source: one uint64, never 0. Every legal move is as likely as any other, the
    swap aside.
    """
    raise NotImplementedError
